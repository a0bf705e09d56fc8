// Kernels whose elements come and go in another order than butterflies have them, that of powers of a primitive root (plan/rader.ts). They
// load as elements lie, into rows in shared memory, from which the first butterflies gather them; the last ones scatter what they have
// into such rows, which are stored as they lie. One thread of each row has its frequency 0, and with it the element at 0, which goes
// through none of this. In numbers: of 101 points rows of 100 begin 101 apart, so that 16 rows meet 16 pairs of banks wherever lanes
// that have a row each gather; lanes along a row meet by chance.
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { WARP } from "../gpu/hardware.js";
import { coprimeInput, coprimeOutput } from "../plan/coprime.js";
import { inversePowers, rootPowers } from "../plan/rader.js";
import type { Direction } from "../plan/transform.js";
import {
  atomStride,
  digitsAcross,
  digitsAlong,
  product,
  sameAtom,
  type Atom,
  type DigitSet,
  type MemoryLayout,
  type TransformedDigit,
} from "./digits.js";
import type { Wavefronts } from "./address-map.js";
import type { Entry } from "./exchange.js";
import { placePhase, registersPerThread, type Phase } from "./phases.js";
import { remembered } from "./remembered.js";
import type { Tile } from "./tile.js";

/** Elements of a row. */
export const rowLength = (set: DigitSet): number => digitsAlong(set).reduce((n, { radix }) => n * radix, 1);

/** Rows that are transformed together. */
export const rowsTogether = (set: DigitSet): number => digitsAcross(set).reduce((n, { radix }) => n * radix, 1);

/** What of a tile tells its rows apart, those that are transformed together first, as they lie. */
export function columnsIn(set: DigitSet, { atoms }: Tile): readonly Atom[] {
  const along = new Set(digitsAlong(set).map(({ name }) => name));
  const across = new Map(digitsAcross(set).map(({ name, inPlaceWeight }) => [name, inPlaceWeight]));
  const weightOf = ({ digit, weight }: Atom): number => (across.get(digit) ?? 0) * weight;
  const rest = atoms.filter(({ digit }) => !along.has(digit));
  return [
    ...rest.filter(({ digit }) => across.has(digit)).toSorted((a, b) => weightOf(a) - weightOf(b)),
    ...rest.filter(({ digit }) => !across.has(digit)),
  ];
}

/** Rows of a tile. */
export const rowsIn = (set: DigitSet, tile: Tile): number => product(columnsIn(set, tile));

/** Who loads rows as they lie, or stores them: threads that hold so many elements at most. */
export interface InOrder {
  readonly tile: Tile;
  readonly threads: number;
  readonly most: number;
}

/**
 * The phase in which a block loads what lies so, or stores it: of few threads, where more would not have neighbours. In numbers: 112
 * threads have elements that lie 15 apart of rows of 14 * 15; 105 have 15 neighbours each of 7.
 */
export function phaseInOrder({ tile, threads, most }: InOrder, layout: MemoryLayout): Result<Phase> {
  const elements = product(tile.atoms);
  let best = placePhase({ tile, threads }, undefined, layout);
  if (!best.ok) return best;
  for (let held = registersPerThread(best.value) + 1; held <= most; held++) {
    if (neighboursOf(best.value, layout) >= WARP) break;
    const phase = placePhase({ tile, threads: Math.floor(elements / held) }, undefined, layout);
    if (!phase.ok || registersPerThread(phase.value) > most) continue;
    if (neighboursOf(phase.value, layout) > neighboursOf(best.value, layout)) best = phase;
  }
  return best;
}

/** Threads in a row that access elements in a row. */
function neighboursOf({ threads }: Phase, layout: MemoryLayout): number {
  let run = 1;
  for (const atom of threads) {
    if (atomStride(layout, atom) !== run) break;
    run *= atom.size;
  }
  return run;
}

/** The same of elements at 0, of each row one; or a phase of butterflies of theirs. */
export const phaseOfZeroth = (
  set: DigitSet,
  { tile, threads }: Pick<InOrder, "tile" | "threads">,
  layout: MemoryLayout,
  digit?: TransformedDigit,
): Result<Phase> => placePhase({ tile: { ...tile, atoms: columnsIn(set, tile) }, threads }, digit, layout);

/** Rows on the lanes first, whatever lies between them. */
export function rowsFirst(set: DigitSet, { digits }: MemoryLayout): MemoryLayout {
  const along = new Set(digitsAlong(set).map(({ name }) => name));
  return { digits: new Map([...digits].map(([name, stride]) => [name, along.has(name) ? stride : 0])) };
}

/** How a block loads rows as they lie, and where butterflies gather them. */
export function placeGathered(
  set: DigitSet,
  { tile, threads, layout, bytes }: { tile: Tile; threads: number; layout: MemoryLayout; bytes: number },
  phases: readonly Phase[],
): Result<Entry> {
  if (phases.length === 0) return failure("a kernel needs at least one sub-computation");
  const load = phaseInOrder({ tile, threads, most: mostHeld(phases) }, layout);
  if (!load.ok) return load;
  const zeroth = phaseOfZeroth(set, { tile, threads }, layout);
  if (!zeroth.ok) return zeroth;
  const { pitch, accesses } = placeRows(set, { tile, phases, bytes });
  const termBytes = rowsIn(set, tile) * bytes;
  return success({ through: "block", phase: load.value, pitch, bytes: pitch * termBytes, accesses, termBytes });
}

/** Elements of a thread, of those that are loaded as well as of butterflies. */
export const mostHeld = (phases: readonly Phase[]): number => Math.max(...phases.map(registersPerThread));

const BANK_GROUP_BYTES = 128;

type Rows = Pick<Entry, "pitch" | "accesses">;

interface Exchanged {
  readonly tile: Tile;
  readonly phases: readonly Phase[];
  readonly bytes: number;
}

/** Distances beyond the least one that are tried. */
const FARTHER = [0, 1, 2, 3, 4] as const;

/**
 * Rows at odd distances; those that are transformed together as far apart as conflicts less in both directions. In numbers: of 1616 points
 * the elements that go into one butterfly of 16 lie 101 apart in memory, and those that 32 lanes gather all 16: in the same pair of banks if
 * rows begin 101 apart. If they begin 103 apart there are 5 wavefronts in the mean, where there were 16.
 */
function placeRows(set: DigitSet, exchanged: Exchanged): Rows {
  const length = rowLength(set);
  const least = length + 1 - (length % 2);
  const across = digitsAcross(set).length;
  const { phases } = exchanged;
  const waysOf = (pitch: number): Rows => {
    const gathering = wavefronts(set, exchanged, { phase: at(phases, 0), end: "from", pitch });
    if (across === 0) return { pitch, accesses: gathering };
    // The last phase of the way back is where the first one of the way there is.
    const scattering = wavefronts(set, exchanged, { phase: at(phases, across), end: "to", pitch });
    return {
      pitch,
      accesses: {
        wavefronts: (gathering.wavefronts + scattering.wavefronts) / 2,
        ideal: (gathering.ideal + scattering.ideal) / 2,
      },
    };
  };
  const lengthOf = ({ accesses }: Rows): number => accesses.wavefronts / accesses.ideal;
  return (across === 0 ? [0] : FARTHER)
    .map((farther) => waysOf(least + farther))
    .reduce((best, other) => (lengthOf(other) < lengthOf(best) ? other : best));
}

/** Of the first warp, as it gathers for the first butterflies or scatters from the last ones; and of each of its registers. */
function wavefronts(
  set: DigitSet,
  { tile, bytes }: Exchanged,
  { phase: { registers, threads }, end, pitch }: { phase: Phase; end: "from" | "to"; pitch: number },
): Wavefronts {
  const places = placesOf(set)[end];
  const columns = columnsIn(set, tile);
  const lanes = Math.min(WARP, product(threads));
  const group = BANK_GROUP_BYTES / bytes;
  const weights = placeWeights(set, end);
  const indexOf = (atoms: readonly Atom[], number: number): { readonly index: number; readonly row: number } => {
    let [index, row, rest] = [0, 0, number];
    for (const atom of atoms) {
      const value = rest % atom.size;
      rest = Math.floor(rest / atom.size);
      const weight = weights.get(atom.digit);
      if (weight !== undefined) index += value * weight * atom.weight;
      else {
        const place = columns.findIndex((other) => sameAtom(other, atom));
        row += value * product(columns.slice(0, place));
      }
    }
    return { index, row };
  };
  const onLanes = Array.from({ length: lanes }, (_, lane) => indexOf(threads, lane));
  const count = product(registers);
  let total = 0;
  for (let register = 0; register < count; register++) {
    const own = indexOf(registers, register);
    for (let begin = 0; begin < lanes; begin += group) {
      const banks = new Map<number, number>();
      for (const { index, row } of onLanes.slice(begin, begin + group)) {
        const within = places[own.index + index];
        const place = placeIn(pitch, within) + pitch * (own.row + row);
        banks.set(place % group, (banks.get(place % group) ?? 0) + 1);
      }
      total += Math.max(...banks.values());
    }
  }
  return { wavefronts: total / count, ideal: Math.ceil(lanes / group) };
}

/**
 * By which entry of a table an element goes: as lanes have them, along rows where butterflies across rows gather, and across rows where those
 * along rows scatter.
 */
export function placeWeights(set: DigitSet, end: "from" | "to"): ReadonlyMap<string, number> {
  const weight = end === "from" ? "inPlaceWeight" : "naturalWeight";
  const [along, across] = end === "from" ? [1, rowLength(set)] : [rowsTogether(set), 1];
  return new Map([
    ...digitsAlong(set).map((digit) => [digit.name, along * digit[weight]] as const),
    ...digitsAcross(set).map((digit) => [digit.name, across * digit[weight]] as const),
  ]);
}

/** Of rows that are transformed together one, and what lies before it in that. */
interface RowPlace {
  readonly row: number;
  readonly before: number;
}

const placesOf = remembered((set: DigitSet): GatheredPlaces => gatheredPlaces(set, "forward"));

/** In elements, where rows begin so far apart. */
export const placeIn = (pitch: number, { row, before }: RowPlace = { row: 0, before: 0 }): number =>
  pitch * row + before;

export interface GatheredPlaces {
  /** Where each of the points of the way there lies in its rows, and where those of the way back do. */
  readonly from: readonly RowPlace[];
  readonly to: readonly RowPlace[];
  /** Where in its column each of the elements at 0 goes that are loaded, in the order of rows. */
  readonly zeroth: readonly number[];
}

export function gatheredPlaces(set: DigitSet, direction: Direction): GatheredPlaces {
  const together = rowsTogether(set);
  const prime = rowLength(set) + 1;
  const powers = rootPowers(prime);
  const inRows = (element: number): RowPlace => ({ row: Math.floor(element / prime), before: (element % prime) - 1 });
  const [inputOf, outputOf] = [coprimeInput(prime, together, direction), coprimeOutput(prime, together)];
  const rows = Array.from({ length: together }, (_, row) => row);
  return {
    from: rows.flatMap((row) => powers.map((power) => inRows(inputOf(row, power)))),
    to: inversePowers(powers).flatMap((power) => rows.map((row) => inRows(outputOf(row, power)))),
    zeroth: rows.map((row) => rows.findIndex((n1) => inputOf(n1, 0) === row * prime)),
  };
}
