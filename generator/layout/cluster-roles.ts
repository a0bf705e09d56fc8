// Places what one role of a cluster's blocks does, the front or the back: its butterflies, one phase each, on its threads and
// registers. Those that have no work in a phase are there where buffers change hands: all count on one another.
import { invariant } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { WARP } from "../gpu/hardware.js";
import { isMatrixProduct } from "../plan/units.js";
import { product, type Atom, type MemoryLayout, type TransformedDigit } from "./digits.js";
import { placeFragmentPhases } from "./fragment-phases.js";
import { activeThreads, placeFolded, placePhase, type FoldRequest, type Phase } from "./phases.js";
import { wavefrontsOf, type AddressMap } from "./address-map.js";
import type { Tile } from "./tile.js";

/** The ends of a role: where what it reads has landed, if bulk copies bring it, and whether its last phase stores to memory. */
interface RoleEnds {
  readonly landing: AddressMap | undefined;
  readonly stores: boolean;
  /** Whether what the last one sends goes to padded places, which lanes of any number of atoms tell apart. */
  readonly sendsPadded: boolean;
  /** Where there is a Hermitian step: columns and their mirrors, and which phase does it. */
  readonly folded: FoldRequest | undefined;
  readonly folds: "first" | "last" | undefined;
}

/** One phase for each digit, of what a group or a block has of the tile. */
export function placeRole(
  tile: Tile,
  digits: readonly TransformedDigit[],
  threads: number,
  order: MemoryLayout,
  { landing, stores, sendsPadded, folded, folds }: RoleEnds,
): Result<readonly Phase[]> {
  const missing = digits.find((digit) => product(tile.atoms.filter((atom) => atom.digit === digit.name)) < digit.radix);
  invariant(missing === undefined, () => `layout: digit ${missing?.name ?? ""} is not whole in a block of a cluster`);
  const placed = placeDigits(tile, digits, threads, order, { folded, folds });
  if (!placed.ok) return placed;
  const phases = placed.value;
  const lanes = (phase: Phase, index: number): Phase => {
    // Which threads have a column and its mirror is settled.
    if (phase.fold !== undefined) return phase;
    if (index === phases.length - 1)
      return stores ? phase : sendsPadded && landing !== undefined ? freestLanes(phase, landing) : evenLanes(phase);
    return landing === undefined ? evenLanes(phase) : freestLanes(phase, landing);
  };
  return success(phases.map(lanes));
}

/** Of a team's phases; undefined where no warp of it is without work in all of them. */
export function idleProblem(phases: readonly Phase[], threads: number): string | undefined {
  const busiest = Math.max(...phases.map(activeThreads));
  return phases.length > 0 && busiest <= threads - WARP ? `only ${busiest} of ${threads} threads have work` : undefined;
}

/** Bulk copies land densely: neighbours in memory meet in no bank, whatever they are multiples of, unless rows end among the lanes. */
function freestLanes(phase: Phase, landing: AddressMap): Phase {
  const even = evenLanes(phase);
  const wavefronts = (lanes: Phase): number => wavefrontsOf(lanes, landing).wavefronts;
  return wavefronts(even) <= wavefronts(phase) ? even : phase;
}

/** Tensor cores say where a digit lies. Elements that are sent go one by one: none are kept together as a run. */
function placeDigits(
  tile: Tile,
  digits: readonly TransformedDigit[],
  threads: number,
  order: MemoryLayout,
  { folded, folds }: Pick<RoleEnds, "folded" | "folds">,
): Result<readonly Phase[]> {
  if (digits.some(({ subComputation }) => isMatrixProduct(subComputation))) {
    const placed = placeFragmentPhases({ tile, threads, input: order, output: order, longestRun: 1 }, digits);
    if (!placed.ok) return placed;
    const idle = placed.value.phases.map(activeThreads).find((active) => active !== threads);
    return idle === undefined
      ? success(placed.value.phases)
      : failure(`on tensor cores all threads of a cluster's role work: only ${idle} of ${threads} would`);
  }
  const phases: Phase[] = [];
  for (const [index, digit] of digits.entries()) {
    const phase =
      folded !== undefined && folds !== undefined && index === (folds === "first" ? 0 : digits.length - 1)
        ? placeFolded({ tile, threads, input: order, output: order }, digit, folded)
        : placePhase({ tile, threads, folded }, digit, order);
    if (!phase.ok) return phase;
    phases.push(phase.value);
  }
  return success(phases);
}

/** Threads of a phase that reads and writes shared memory only: lanes hold atoms of two, which a swizzled address tells apart. */
const evenLanes = (phase: Phase): Phase => ({ ...phase, threads: evenFirst(phase.threads) });

/** Atoms of two before all others. */
export const evenFirst = (atoms: readonly Atom[]): readonly Atom[] =>
  atoms.toSorted((a, b) => Number(a.size !== 2) - Number(b.size !== 2));
