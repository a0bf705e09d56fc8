// Kernels whose elements come and go in another order than butterflies have them, that of powers of a primitive root (plan/rader.ts). They
// load as elements lie, into rows in shared memory, from which the first butterflies gather them; the last ones scatter what they have
// into such rows, which are stored as they lie. One thread of each row has its frequency 0, and with it the element at 0, which goes
// through none of this. In numbers: of 101 points rows of 100 begin 101 apart, so that 16 rows meet 16 pairs of banks wherever lanes
// that have a row each gather; lanes along a row meet by chance.
import { failure, type Result } from "../failure/result.js";
import { WARP } from "../gpu/hardware.js";
import { inversePowers, rootPowers } from "../plan/rader.js";
import {
  atomStride,
  product,
  sameAtom,
  transformedDigits,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";
import { placePhase, registersPerThread, type Phase } from "./phases.js";
import { remembered } from "./remembered.js";
import type { Tile } from "./tile.js";

export interface Gathered {
  /** How a block loads, as elements lie; and the elements at 0. */
  readonly load: Phase;
  readonly zeroth: Phase;
  /** Elements of a thread, of those that are loaded as well as of butterflies. */
  readonly most: number;
  /** Elements from one row to the next. */
  readonly pitch: number;
  /** Of gathering and scattering: wavefronts of one warp's access on average, and the fewest possible. */
  readonly wavefronts: number;
  readonly idealWavefronts: number;
}

/** Elements of a row. */
export const rowLength = (set: DigitSet): number => transformedDigits(set).reduce((n, { radix }) => n * radix, 1);

/** Rows at odd distances. */
export function pitchOf(set: DigitSet): number {
  const length = rowLength(set);
  return length + 1 - (length % 2);
}

/** What of a tile tells its rows apart. */
export const columnsIn = (set: DigitSet, { atoms }: Tile): readonly Atom[] =>
  atoms.filter(({ digit }) => set.byName.get(digit)?.kernel === undefined);

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

/** The same of elements at 0, of each row one. */
export const phaseOfZeroth = (set: DigitSet, tile: Tile, threads: number, layout: MemoryLayout): Result<Phase> =>
  placePhase({ tile: { ...tile, atoms: columnsIn(set, tile) }, threads }, undefined, layout);

/** Rows on the lanes first, whatever lies between them. */
export const rowsFirst = ({ byName }: DigitSet, { digits }: MemoryLayout): MemoryLayout => ({
  digits: new Map([...digits].map(([name, stride]) => [name, byName.get(name)?.kernel === undefined ? 0 : stride])),
});

export function placeGathered(
  set: DigitSet,
  { tile, threads, layout, bytes }: { tile: Tile; threads: number; layout: MemoryLayout; bytes: number },
  phases: readonly Phase[],
): Result<Gathered> {
  const [first] = phases;
  if (first === undefined) return failure("a kernel needs at least one sub-computation");
  const most = Math.max(...phases.map(registersPerThread));
  const load = phaseInOrder({ tile, threads, most }, layout);
  if (!load.ok) return load;
  const zeroth = phaseOfZeroth(set, tile, threads, layout);
  if (!zeroth.ok) return zeroth;
  return {
    ok: true,
    value: {
      load: load.value,
      zeroth: zeroth.value,
      most,
      pitch: pitchOf(set),
      ...wavefronts(set, tile, first, bytes),
    },
  };
}

const BANK_GROUP_BYTES = 128;

/** Of the first warp, as it gathers for the first butterflies; and of each of its registers. */
function wavefronts(
  set: DigitSet,
  tile: Tile,
  { registers, threads }: Phase,
  bytes: number,
): Pick<Gathered, "wavefronts" | "idealWavefronts"> {
  const places = placesOf(set);
  const [pitch, columns] = [pitchOf(set), columnsIn(set, tile)];
  const lanes = Math.min(WARP, product(threads));
  const group = BANK_GROUP_BYTES / bytes;
  const weightOf = ({ digit, weight }: Atom): number => (set.byName.get(digit)?.inPlaceWeight ?? 0) * weight;
  const indexOf = (atoms: readonly Atom[], number: number): { readonly index: number; readonly row: number } => {
    let [index, row, rest] = [0, 0, number];
    for (const atom of atoms) {
      const value = rest % atom.size;
      rest = Math.floor(rest / atom.size);
      const place = columns.findIndex((other) => sameAtom(other, atom));
      if (place < 0) index += value * weightOf(atom);
      else row += value * product(columns.slice(0, place));
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
        const place = (places[own.index + index] ?? 0) + pitch * (own.row + row);
        banks.set(place % group, (banks.get(place % group) ?? 0) + 1);
      }
      total += Math.max(...banks.values());
    }
  }
  return { wavefronts: total / count, idealWavefronts: Math.ceil(lanes / group) };
}

const placesOf = remembered((set: DigitSet): readonly number[] => gatheredPlaces(rowLength(set) + 1).from);

/** Where each of the points of the way there lies in its row, and where those of the way back do. */
export function gatheredPlaces(prime: number): { readonly from: readonly number[]; readonly to: readonly number[] } {
  const powers = rootPowers(prime);
  const inRow = (power: number): number => power - 1;
  return { from: powers.map(inRow), to: inversePowers(powers).map(inRow) };
}
