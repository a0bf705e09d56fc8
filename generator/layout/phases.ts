// Places a tile's atoms on threads and registers, once per phase. A phase is what happens between two exchanges: the
// digit that is transformed sits in registers, everything else on threads. Does not choose shared-memory addresses.
import { failure, success, type Result } from "../failure/result.js";
import { atomStride, BATCH, product, sameAtom, type Atom, type MemoryLayout, type TransformedDigit } from "./digits.js";
import { sectorsPerRequest } from "./coalescing.js";
import {
  columnCount,
  columnsOf,
  rowsInBlock,
  sharesRows,
  NONE,
  sideOf,
  type Columns,
  type MirroredColumns,
  type MirroredRows,
} from "./mirrored.js";
import { neighbours } from "./runs.js";
import type { Tile } from "./tile.js";
import { LARGEST_RADIX } from "../plan/radices.js";

export interface Phase {
  /** The digit transformed here; absent in a phase that only loads or stores. */
  readonly digit: TransformedDigit | undefined;
  /**
   * Atoms whose values one operation computes with: those inside each element; in 16-bit complex arithmetic the first of the
   * registers' beside the digit, which tells two butterflies apart.
   */
  readonly vector: readonly Atom[];
  /** The digit of which that part is transformed here, in the last phase of its kernel. */
  readonly vectorDigit?: TransformedDigit;
  /** Atoms held in each thread, the transformed digit first: register index = their mixed-radix number. */
  readonly registers: readonly Atom[];
  /** Atoms spread over the threads, the first running fastest along the lanes. */
  readonly threads: readonly Atom[];
  /** Each thread is two of these. */
  readonly fold?: Fold;
}

/**
 * A Hermitian step takes a frequency k and its mirror, the length less k, together. Beside a digit that is the heaviest part of k all
 * else, of `size` values, lies on threads, one of its steps `below` threads apart. One thread has the butterfly of t and that of
 * size - t, and so all mirrors; of 0 it has that of size / 2, or where there is none no other. In numbers: of 2048 frequencies in radix 8
 * a thread holds 5 + 256 r and 251 + 256 r, and 2048 - (5 + 256 r) = 251 + 256 (7 - r).
 */
export interface Fold {
  readonly end: "input" | "output";
  readonly below: number;
  readonly size: number;
  /**
   * Where t is the number of a column and so many times something, or where rows across other dimensions are columns: of all of them a
   * tile has `near` and their mirrors.
   */
  readonly columns?: { readonly kind: MirroredColumns["kind"]; readonly rows: MirroredRows; readonly near: number };
}

/** Values of t in a tile, or of t and a row. */
export function foldedSpan({ size, columns }: Pick<Fold, "size" | "columns">): number {
  if (columns === undefined) return size;
  const { kind, near, rows } = columns;
  return 2 * near * (kind === "across" ? size * rowsInBlock(rows) : size / columnCount(rows.counts));
}

/** Threads that do what so many would do one by one. */
export const foldedCount = (fold: Pick<Fold, "size" | "columns">): number => Math.ceil(foldedSpan(fold) / 2);

/** Percent, where the schedule does not say. */
const USUAL_SECTORS = 125;

export interface PhaseRequest {
  readonly tile: Tile;
  /** In the order of execution. */
  readonly digits: readonly TransformedDigit[];
  readonly threads: number;
  readonly input: MemoryLayout;
  readonly output: MemoryLayout;
  /** Bytes of an element in memory, before the kernel and after it. */
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Neighbours that one access moves, at most; where threads compute on their own, as many as each access to global memory moves. */
  readonly longestRun: number;
  /** Percent of the fewest sectors that loading from the first butterfly, or storing from the last, may touch. Absent: the usual. */
  readonly sectors?: number | undefined;
  readonly folded?: FoldRequest | undefined;
  /** Nothing is stored: the way back begins in the registers of the last butterflies. */
  readonly turns?: boolean;
  /** Nothing is loaded either: the first butterflies gather what others have loaded (gathered.ts). */
  readonly gathers?: boolean;
}

/** The end at which there is a Hermitian step, and the digits of its axis. */
export interface FoldRequest extends Pick<Fold, "end"> {
  readonly along: ReadonlySet<string>;
  /** Where a tile has a part of each row. */
  readonly columns: Columns;
}

/** The phases of a kernel, extra load and store phases included where the accesses need them. */
export function choosePhases(request: PhaseRequest): Result<readonly Phase[]> {
  const { digits, input, output, tile, longestRun } = request;
  const [loaded, stored] = [neighbours(tile.atoms, input, longestRun), neighbours(tile.atoms, output, longestRun)];
  if (product(loaded) < longestRun || product(stored) < longestRun)
    return failure(`vectors of ${longestRun}: a tile has not so many neighbours in memory`);
  const phases: Phase[] = [];
  const { folded } = request;
  const foldAt = folded?.end === "input" ? 0 : digits.length - 1;
  for (const [index, digit] of digits.entries()) {
    if (folded !== undefined && index === foldAt) {
      const phase = placeFolded(request, digit, folded);
      if (!phase.ok) return phase;
      phases.push(phase.value);
      continue;
    }
    // Lanes follow the layout of the memory access that the phase does; between two exchanges the input's order is as good.
    const order = index === digits.length - 1 && index > 0 ? output : input;
    const kept = [...(index === 0 ? loaded : []), ...(index === digits.length - 1 ? stored : [])];
    const phase = placePhase(request, digit, order, kept);
    if (!phase.ok) return phase;
    phases.push(phase.value);
  }
  if (digits.length === 0) {
    // A copy: what there is of axes has one element.
    const copy = placePhase(request, undefined, output, [...loaded, ...stored]);
    if (!copy.ok) return copy;
    phases.push(copy.value);
  }
  const first = phases[0];
  const last = phases.at(-1);
  if (first === undefined || last === undefined) return failure("a kernel needs at least one sub-computation");

  if (request.gathers === true) return success(phases);
  const load = coalescedInstead(request, first, input, request.inputBytes, loaded);
  if (!load.ok) return load;
  if (request.turns === true) return success([...load.value, ...phases]);
  const store = coalescedInstead(request, last, output, request.outputBytes, stored);
  if (!store.ok) return store;
  return success([...load.value, ...phases, ...store.value]);
}

/** The extra phase that accesses global memory in place of a butterfly's phase, if that one is wasteful and it is less so. */
function coalescedInstead(
  request: PhaseRequest,
  butterfly: Phase,
  layout: MemoryLayout,
  elementBytes: number,
  kept: readonly Atom[],
): Result<readonly Phase[]> {
  const waste = (phase: Phase): number => {
    const { sectors, ideal } = sectorsPerRequest(phase, layout, elementBytes, product(kept) * elementBytes);
    return sectors / ideal;
  };
  if (butterfly.fold !== undefined || 100 * waste(butterfly) <= (request.sectors ?? USUAL_SECTORS)) return success([]);
  const phase = placePhase(request, undefined, layout, kept);
  if (!phase.ok) return phase;
  if (waste(phase.value) < waste(butterfly)) return success([phase.value]);
  // Of smaller digits other numbers of threads are as good.
  if (butterfly.digit === undefined || butterfly.digit.radix <= LARGEST_RADIX) return success([]);
  // In numbers: 128 threads hold 61 elements each of 128 rows, which are a row again; 64 in each of 122 are of all rows alike.
  const fewer = placePhase({ ...request, threads: fewerThreads(request) }, undefined, layout, kept);
  return success(fewer.ok && waste(fewer.value) < waste(butterfly) ? [fewer.value] : []);
}

/** Such that each has a power of two of the elements. */
function fewerThreads({ tile, threads }: PhaseRequest): number {
  const elements = product(tile.atoms);
  return Math.max(1, Math.floor(elements / 2 ** Math.ceil(Math.log2(elements / threads))));
}

/**
 * One phase: the digit in registers, with what a thread is to keep, and as few other atoms as leave enough threads; the rest on
 * threads, in this order.
 */
export function placePhase(
  request: Pick<PhaseRequest, "tile" | "threads" | "folded">,
  digit: TransformedDigit | undefined,
  order: MemoryLayout,
  kept: readonly Atom[] = [],
): Result<Phase> {
  const { tile, threads, folded } = request;
  const beside = tile.atoms.filter((atom) => atom.digit !== digit?.name);
  const isKept = (atom: Atom): boolean => kept.some((other) => sameAtom(other, atom));
  const own = [...tile.atoms.filter((atom) => atom.digit === digit?.name), ...beside.filter(isKept)];
  const others = beside.filter((atom) => !isKept(atom));
  const needed = Math.ceil(product(tile.atoms) / (threads * product(own)));
  // Where the mirror of a column is, or of a row that blocks share, only a thread can tell.
  const { columns } = folded ?? { columns: NONE };
  const told: readonly Atom[] = [...columns.atoms, ...(sharesRows(columns) ? columns.inside : [])];
  const mayStay = others.filter((atom) => !told.some((other) => sameAtom(other, atom)));
  const extras = chooseExtras(mayStay, needed, order, digit !== undefined);
  if (extras === undefined) return failure(`${threads} threads cannot hold a tile of ${product(tile.atoms)} elements`);
  const onThreads = others
    .filter((atom) => !extras.some((extra) => sameAtom(extra, atom)))
    .toSorted((a, b) => atomStride(order, a) - atomStride(order, b));
  return success({ digit, vector: [], registers: [...own, ...extras], threads: onThreads });
}

/**
 * Atoms whose sizes multiply to the least product not below `needed`: the heaviest ones, so that lanes keep the contiguous
 * elements. Beside a butterfly, parts of the batch only where nothing else is left, because those need a guard per register.
 */
function chooseExtras(
  atoms: readonly Atom[],
  needed: number,
  order: MemoryLayout,
  spareBatch: boolean,
): readonly Atom[] | undefined {
  if (needed <= 1) return [];
  const heaviestFirst = atoms.toSorted(
    (a, b) =>
      (spareBatch ? Number(a.digit === BATCH) - Number(b.digit === BATCH) : 0) ||
      atomStride(order, b) - atomStride(order, a),
  );
  const best = bestProduct(
    heaviestFirst.map((atom) => atom.size),
    needed,
  );
  if (best === undefined) return undefined;
  const chosen: Atom[] = [];
  let rest = best;
  for (const atom of heaviestFirst) {
    if (rest % atom.size === 0 && rest > 1) {
      chosen.push(atom);
      rest /= atom.size;
    }
  }
  return chosen.toSorted((a, b) => atomStride(order, a) - atomStride(order, b));
}

function bestProduct(sizes: readonly number[], needed: number): number | undefined {
  const products = new Set<number>([1]);
  for (const size of sizes) for (const known of [...products]) if (known < needed) products.add(known * size);
  const enough = [...products].filter((value) => value >= needed);
  return enough.length === 0 ? undefined : Math.min(...enough);
}

/** A phase whose threads have the digit for t and for its mirror: everything else of the axis on threads, in the order of frequencies. */
export function placeFolded(
  { tile, threads, input, output }: Pick<PhaseRequest, "tile" | "threads" | "input" | "output">,
  digit: TransformedDigit,
  { end, along: axis, columns }: FoldRequest,
): Result<Phase> {
  if (!axis.has(digit.name))
    return failure(`a Hermitian step is next to butterflies of its rows, and these are along ${digit.dimension}`);
  const order = end === "input" ? input : output;
  const byStride = (a: Atom, b: Atom): number => atomStride(order, a) - atomStride(order, b);
  const others = tile.atoms.filter((atom) => atom.digit !== digit.name).toSorted(byStride);
  const isOfAxis = (atom: Atom): boolean => axis.has(atom.digit);
  const isIn = (some: readonly Atom[], atom: Atom): boolean => some.some((other) => sameAtom(other, atom));
  const isColumn = (atom: Atom): boolean => isIn(columns.atoms, atom);
  const rest = others.filter((atom) => isOfAxis(atom) && !isColumn(atom));
  const isAcross = columns.kind === "across";
  if (isAcross && product(rest) % 2 !== 0)
    return failure(
      `${product(rest)} butterflies of a row: an odd number has no half for the row that is its own mirror`,
    );
  const { near } = columnsOf(columns, tile);
  // Of rows that blocks share, what this one has.
  const inside = columns.inside.filter((atom) => isIn(tile.atoms, atom));
  const isInside = (atom: Atom): boolean => isIn(inside, atom);
  const side = sideOf(columns);
  const along = [...(isAcross ? [...rest, ...inside, ...near] : [...near, ...rest]), ...(side ? [side] : [])];
  const [nearest] = along;
  if (nearest === undefined) return failure("the Hermitian step of a row wants two digits at least");
  const isBeside = (atom: Atom): boolean => !isOfAxis(atom) && !isColumn(atom) && !isInside(atom);
  const isBelow = (atom: Atom): boolean => isBeside(atom) && atomStride(order, atom) < atomStride(order, nearest);
  const below = others.filter(isBelow);
  const placed = [...below, ...along, ...others.filter((atom) => isBeside(atom) && !isBelow(atom))];
  const fold: Fold = {
    end,
    below: product(below),
    size: product(rest) * (columns.kind === "along" ? columnCount(columns.rows.counts) : 1),
    ...(columns.kind === "none" ? {} : { columns: { kind: columns.kind, rows: columns.rows, near: product(near) } }),
  };
  const phase: Phase = {
    digit,
    vector: [],
    registers: tile.atoms.filter((atom) => atom.digit === digit.name),
    threads: placed,
    fold,
  };
  const active = activeThreads(phase);
  return active > threads
    ? failure(`a Hermitian step has two butterflies of ${digit.radix} in each thread, and that takes ${active} threads`)
    : success(phase);
}

/** Elements each thread holds in a phase. */
export const registersPerThread = ({ registers, fold }: Phase): number =>
  product(registers) * (fold === undefined ? 1 : 2);

/** Threads that take part in a phase. */
export const activeThreads = ({ threads, fold }: Phase): number =>
  fold === undefined ? product(threads) : (product(threads) / foldedSpan(fold)) * foldedCount(fold);
