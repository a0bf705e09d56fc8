// Finds what was meant by a plan that is not legal: the fewest changes of single fields that make it so.
// Dimension letters are tried here, numbers and twiddles in nearest-chain.ts. Changes nothing by itself.
import { at } from "../failure/errors.js";
import { axesOf, transformedAxes } from "./axes.js";
import type { NearestChains } from "./nearest-chain.js";
import { MOST_MISPRINTS, nearestChains } from "./nearest-chain.js";
import type { Plan, SubComputation } from "./plan.js";
import type { PlacedSubComputation } from "./sub-computations.js";
import { placedSubComputations, SUB_COMPUTATION_FIELDS } from "./sub-computations.js";

/** One field of one sub-computation that should be something else. */
export interface Misprint {
  readonly kernel: number;
  readonly position: number;
  readonly field: keyof SubComputation;
  readonly found: SubComputation;
  /** The sub-computation with this field corrected, and any other of its fields that is wrong as well. */
  readonly meant: SubComputation;
}

/** Misprints that belong together. Each alternative mends them all; where there is but one, no doubt is left. */
export interface MisprintGroup {
  /** The dimension whose sub-computations are mended; absent if the alternatives mend different ones. */
  readonly dimension?: string;
  readonly alternatives: readonly (readonly Misprint[])[];
}

export interface Deduction {
  readonly groups: readonly MisprintGroup[];
  /** Dimensions that are too far from legal to say what was meant. */
  readonly unexplained: readonly string[];
}

/** The most plausible corrections of a plan. Empty for a legal one. */
export function deduceMisprints(plan: Plan): Deduction {
  const readings = bestReadings(plan);
  const chains = at(readings, 0).chains;
  const unexplained = chains.filter(({ nearest }) => nearest === undefined).map(({ dimension }) => dimension);
  const groups: readonly MisprintGroup[] =
    readings.length === 1
      ? chains.map((chain) => ({ dimension: chain.dimension, alternatives: alternativesOf(chain) }))
      : [{ alternatives: readings.flatMap((reading) => combinations(reading.chains.map(alternativesOf))) }];
  return { groups: groups.filter(({ alternatives }) => at(alternatives, 0).length > 0), unexplained };
}

/** The plan with these misprints corrected. */
export function correctMisprints(plan: Plan, misprints: readonly Misprint[]): Plan {
  const kernels = plan.kernels.map((planKernel, kernel) => ({
    ...planKernel,
    subComputations: planKernel.subComputations.map(
      (found, position) =>
        misprints.find((misprint) => misprint.kernel === kernel && misprint.position === position)?.meant ?? found,
    ),
  }));
  return { ...plan, kernels };
}

/** One dimension's sub-computations under an assumption about the letters, and the legal chains near to them. */
interface ReadChain {
  readonly dimension: string;
  readonly members: readonly PlacedSubComputation[];
  /** Undefined: none is near. */
  readonly nearest: NearestChains | undefined;
}

/** A plan read with its letters as printed, or with some of them changed. */
interface Reading {
  readonly chains: readonly ReadChain[];
  /** How many fields would have to change, letters included. A chain with nothing legal near counts as too many. */
  readonly distance: number;
}

/** The readings with the fewest misprints. */
function bestReadings(plan: Plan): readonly Reading[] {
  const placed = placedSubComputations(plan);
  const printed = placed.map(({ subComputation }) => subComputation.dimension);
  const names = transformedAxes(plan.transform).map(({ name }) => name);
  const read = readerOf(plan, placed);
  let best = [read(printed)];
  for (let changes = 1; changes <= MOST_MISPRINTS && changes <= at(best, 0).distance; changes++) {
    for (const letters of changedLetters(printed, names, changes)) {
      const reading = read(letters);
      const shortest = at(best, 0).distance;
      if (reading.distance > shortest || !explainsChanges(reading, placed)) continue;
      best = reading.distance < shortest ? [reading] : [...best, reading];
    }
  }
  return best;
}

/** Letters are changed only where both dimensions, the one that loses and the one that gains, then make sense. */
function explainsChanges({ chains }: Reading, placed: readonly PlacedSubComputation[]): boolean {
  return chains.every(({ dimension, members, nearest }) => {
    const printed = placed.filter(({ subComputation }) => subComputation.dimension === dimension);
    const unchanged = printed.length === members.length && printed.every((member) => members.includes(member));
    return nearest !== undefined || unchanged;
  });
}

/** Reads a plan with the given letters, one per sub-computation. Most readings share most chains: it remembers them. */
function readerOf(plan: Plan, placed: readonly PlacedSubComputation[]): (letters: readonly string[]) => Reading {
  const axes = axesOf(plan.transform).filter(({ group }) => group !== "idle");
  const known = new Map<string, ReadChain>();
  return (letters) => {
    const chains = axes.map((dimension) => {
      const members = placed.filter((_, index) => letters[index] === dimension.name);
      const key = `${dimension.name} ${members.map((member) => placed.indexOf(member)).join(" ")}`;
      const subComputations = members.map((member) => member.subComputation);
      const chain = known.get(key) ?? {
        dimension: dimension.name,
        members,
        nearest: nearestChains(dimension, subComputations),
      };
      known.set(key, chain);
      return chain;
    });
    const tooMany = MOST_MISPRINTS + 1;
    const strays = placed.length - chains.reduce((sum, { members }) => sum + members.length, 0);
    const changes = placed.filter(({ subComputation }, index) => subComputation.dimension !== letters[index]).length;
    const within = chains.reduce((sum, { nearest }) => sum + (nearest?.distance ?? tooMany), 0);
    return { chains, distance: changes + within + strays * tooMany };
  };
}

/** Every way of changing exactly `changes` of the letters to other names, the first change at `from` or later. */
function* changedLetters(
  letters: readonly string[],
  names: readonly string[],
  changes: number,
  from = 0,
): Generator<readonly string[]> {
  if (changes === 0) {
    yield letters;
    return;
  }
  for (let index = from; index < letters.length; index++) {
    for (const name of names) {
      if (name !== letters[index]) yield* changedLetters(letters.with(index, name), names, changes - 1, index + 1);
    }
  }
}

/** The misprints of one chain, once for each legal chain that is nearest; for a legal chain, one empty alternative. */
function alternativesOf({ members, nearest }: ReadChain): readonly (readonly Misprint[])[] {
  if (nearest === undefined) return [[]];
  return nearest.chains.map((chain) =>
    members.flatMap(({ kernel, position, subComputation: found }, index) => {
      const meant = at(chain, index);
      return SUB_COMPUTATION_FIELDS.filter((field) => found[field] !== meant[field]).map((field) => ({
        kernel,
        position,
        field,
        found,
        meant,
      }));
    }),
  );
}

/** One alternative from each chain, in every combination. */
function combinations(alternatives: readonly (readonly (readonly Misprint[])[])[]): readonly (readonly Misprint[])[] {
  return alternatives.reduce<readonly (readonly Misprint[])[]>(
    (sets, choices) => sets.flatMap((set) => choices.map((choice) => [...set, ...choice])),
    [[]],
  );
}
