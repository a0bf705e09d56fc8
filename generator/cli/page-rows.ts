// The place of every atom of the index at each step of a kernel: a row for memory, for each phase and for each buffer between
// two. Each row holds the same atoms in another order; a load, an exchange or a store leads from one row to the next.
import { at } from "../failure/errors.js";
import { fetchOf, globalArray, phasesOf, threadStepsOf, type PhaseStep } from "../kernel/program.js";
import {
  atomsOf,
  atomsOfSet,
  atomStride,
  BATCH,
  isTransformedBefore,
  product,
  sameAtom,
  type Atom,
} from "../layout/digits.js";
import type { DigitSet, MemoryLayout } from "../layout/digits.js";
import { accessesOf } from "../layout/exchange.js";
import { WARP } from "../gpu/hardware.js";
import type { Phase } from "../layout/phases.js";
import { elementNoun } from "./explain-elements.js";
import { atomRuns, runText } from "./explain-lines.js";
import type { ExplainedKernel } from "./explained-plan.js";
import { plural } from "./terminal.js";

/** The place in a row: `across` are lanes of several warps, where atoms do not fill one; `memory` is all of an array. */
export type Place =
  "memory" | "vector" | "lanes" | "across" | "warps" | "registers" | "buffer" | "group" | "block" | "grid";

/** Adjacent atoms of one digit. */
export interface PlacedRun {
  readonly text: string;
  readonly digit: string;
  readonly atoms: readonly Atom[];
  /** Elements between neighbours, where the place has addresses; `exchanged`: the exclusive or with the address. */
  readonly stride: { readonly elements: number; readonly exchanged: number; readonly isPadded: boolean } | undefined;
  readonly isTransformed: boolean;
  /** Whether the digit is transformed here. */
  readonly isActive: boolean;
  /** Whether each block has one value of it. */
  readonly isAway: boolean;
}

export interface RowPart {
  readonly place: Place;
  readonly runs: readonly PlacedRun[];
}

export interface PlaceRow {
  readonly title: string;
  readonly note: string;
  /** The digit that is transformed here. */
  readonly digit: string | undefined;
  readonly parts: readonly RowPart[];
  /** How the data came from the row above: the operation and its cost. */
  readonly arrival: readonly [what: string, cost: string] | undefined;
}

/** The kernel and the values from which its rows are made. */
interface Walk {
  readonly explained: ExplainedKernel;
  /** Whether an atom's digit is transformed by the first phases, of this kernel and those before it. */
  readonly isDone: (atom: Atom, phases: number) => boolean;
}

export function placeRows(explained: ExplainedKernel): readonly PlaceRow[] {
  const { geometry, kernel } = explained;
  const { index, set, phases, input, output, storeSectors } = geometry;
  const walk: Walk = {
    explained,
    isDone: (atom, count) =>
      isTransformedBefore(set, atom.digit, index) ||
      phases
        .slice(0, count)
        .some(({ digit, vectorDigit }) => (isInside(set, atom) ? vectorDigit : digit)?.name === atom.digit),
  };
  const steps = phasesOf(kernel);
  const fetch = fetchOf(kernel);
  return [
    { ...memoryRow(walk, input, 0), title: explained.source, arrival: undefined },
    ...(fetch === undefined ? [] : [{ ...bufferRow(walk, fetch.buffer, 0), arrival: ["fetch", "bulk copy"] as const }]),
    ...phases.flatMap((phase, position): readonly PlaceRow[] => {
      const step = at(steps, position);
      const row = phaseRow(walk, phase, position, step);
      const written = threadStepsOf(step).find((one) => one.kind === "write");
      if (written === undefined || globalArray(kernel, written.array) !== undefined) return [row];
      const what = written.send === undefined ? "write" : "send";
      const buffer = bufferRow(walk, written.array, position + 1);
      return [row, { ...buffer, arrival: [what, wavefronts(explained, position)] }];
    }),
    {
      ...memoryRow(walk, output, phases.length),
      title: explained.target,
      arrival: ["store", leastText(storeSectors.sectors, storeSectors.ideal, "sector")],
    },
  ];
}

/** Whether an atom is a part of each element. */
const isInside = ({ vector }: Pick<DigitSet, "vector">, atom: Atom): boolean =>
  vector.some((other) => sameAtom(other, atom));

const leastText = (count: number, least: number, what: string): string => `${plural(count, what)}, least ${least}`;

/** Wavefronts of an access to shared memory in this phase; clusters have one number for all accesses. */
function wavefronts({ geometry: { exchanges, team } }: ExplainedKernel, phase: number): string {
  if (team.kind === "cluster") return team.conflicts === 1 ? "least wavefronts" : "";
  const access = accessesOf(exchanges)[phase];
  return access === undefined ? "" : leastText(access.wavefronts, access.ideal, "wavefront");
}

function memoryRow({ explained, isDone }: Walk, layout: MemoryLayout, done: number): Omit<PlaceRow, "arrival"> {
  const { set, tile } = explained.geometry;
  const atoms = [...set.vector, ...atomsOfSet(set), ...atomsOf(BATCH, tile.batchTile)];
  const sorted = atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b));
  const strides = sorted.map((atom) => atomStride(layout, atom));
  const part = {
    place: "memory",
    runs: addressed(sorted, { strides, away: tile.grid }, (atom) => isDone(atom, done)),
  } as const;
  return { title: "", note: "memory", digit: undefined, parts: [part] };
}

function phaseRow(walk: Walk, phase: Phase, position: number, step: PhaseStep): PlaceRow {
  const { explained, isDone } = walk;
  const { kernel, geometry } = explained;
  const { loadSectors } = geometry;
  const read = threadStepsOf(step).find(({ kind }) => kind === "read");
  const loads = read?.kind === "read" && globalArray(kernel, read.array) !== undefined;
  const digit = phase.digit?.name;
  const placed = (place: Place, atoms: readonly Atom[]): RowPart => ({
    place,
    runs: atomRuns(atoms).map((run) => {
      const isTransformed = isDone(run.first, position);
      const isActive = !isTransformed && isDone(run.first, position + 1);
      return { ...placedRun(run, undefined, isTransformed, false), isActive };
    }),
  });
  const beside = phase.registers.filter((atom) => !phase.vector.some((other) => sameAtom(other, atom)));
  return {
    title: `phase ${position + 1}`,
    note: digit === undefined ? (loads ? "load only" : "store only") : `butterfly ${digit.toLowerCase()}`,
    digit,
    parts: [
      placed("vector", phase.vector),
      ...threadParts(phase, placed),
      placed("registers", beside),
      ...outside(walk, position),
    ].filter(({ place, runs }) => place !== "vector" || runs.length > 0),
    arrival: loads
      ? ["load", leastText(loadSectors.sectors, loadSectors.ideal, "sector")]
      : ["read", wavefronts(explained, position)],
  };
}

/** The first threads are the lanes of a warp. */
function threadParts(
  { threads }: Phase,
  placed: (place: Place, atoms: readonly Atom[]) => RowPart,
): readonly RowPart[] {
  const upTo = (count: number): number => product(threads.slice(0, count));
  const firstBeyond = threads.findIndex((_, index) => upTo(index + 1) > WARP);
  const lanes = firstBeyond < 0 ? threads.length : firstBeyond;
  const warps = upTo(lanes) === WARP ? lanes : Math.min(threads.length, lanes + 1);
  return [
    placed("lanes", threads.slice(0, lanes)),
    ...(warps === lanes ? [] : [placed("across", threads.slice(lanes, warps))]),
    ...(warps === threads.length ? [] : [placed("warps", threads.slice(warps))]),
  ];
}

/** The digits outside a block: its place in the cluster, and the grid. `done`: phases before this row. */
function outside({ explained, isDone }: Walk, done: number): readonly RowPart[] {
  const { team, tile } = explained.geometry;
  const placed = (place: Place, atoms: readonly Atom[]): readonly RowPart[] =>
    atoms.length === 0
      ? []
      : [{ place, runs: atomRuns(atoms).map((run) => placedRun(run, undefined, isDone(run.first, done), true)) }];
  const inCluster = (): readonly RowPart[] => {
    if (team.kind !== "cluster") return [];
    // Sent elements lie in the buffer of the receiving block.
    const isFront = done < team.front.length;
    return isFront
      ? [...placed("group", team.group), ...placed("block", team.rankBefore)]
      : placed("block", team.rankAfter);
  };
  return [...inCluster(), ...placed("grid", tile.grid)];
}

function bufferRow(walk: Walk, name: string, done: number): Omit<PlaceRow, "arrival"> {
  const { team, exchanges, set } = walk.explained.geometry;
  const isDone = (atom: Atom): boolean => walk.isDone(atom, done);
  // Before the first phase there is what bulk copies have brought.
  const landing = team.kind === "cluster" ? team.landing : undefined;
  const map = done === 0 ? landing : exchanges[done - 1]?.store;
  const runs = [
    ...addressed(set.vector, { strides: set.vector.map(({ weight }) => weight) }, isDone),
    ...(map === undefined ? [] : addressed(map.atoms, map, isDone)),
  ];
  const elements = walk.explained.kernel.buffers.find((buffer) => buffer.name === name)?.elements;
  return {
    title: name,
    note: elements === undefined ? "" : `${elements} ${elementNoun(walk.explained.kernel.elements)}`,
    digit: undefined,
    parts: [{ place: "buffer", runs }, ...outside(walk, done)],
  };
}

/** Runs of atoms with addresses: neighbours are merged where their strides, and their exclusive ors, continue. */
function addressed(
  atoms: readonly Atom[],
  {
    strides,
    masks = [],
    away = [],
  }: { readonly strides: readonly number[]; readonly masks?: readonly number[]; readonly away?: readonly Atom[] },
  isDone: (atom: Atom) => boolean,
): readonly PlacedRun[] {
  const position = (atom: Atom): number => atoms.findIndex((other) => sameAtom(other, atom));
  const strideOf = (atom: Atom): number => at(strides, position(atom));
  const maskOf = (atom: Atom): number => masks[position(atom)] ?? 0;
  const isAway = (atom: Atom): boolean => away.some((other) => sameAtom(other, atom));
  const runs = atomRuns(
    atoms,
    (last, next) =>
      strideOf(next) === strideOf(last) * last.size &&
      maskOf(next) === maskOf(last) * last.size &&
      isDone(next) === isDone(last) &&
      isAway(next) === isAway(last),
  );
  return runs.map((run, index) => {
    const before = runs[index - 1]?.last;
    const elements = strideOf(run.first);
    const isPadded = before !== undefined && elements > strideOf(before) * before.size;
    return placedRun(run, { elements, exchanged: maskOf(run.first), isPadded }, isDone(run.first), isAway(run.first));
  });
}

type Run = ReturnType<typeof atomRuns>[number];

const placedRun = (run: Run, stride: PlacedRun["stride"], isTransformed: boolean, isAway: boolean): PlacedRun => ({
  text: runText(run),
  digit: run.digit,
  atoms: run.atoms,
  stride,
  isTransformed,
  isActive: false,
  isAway,
});
