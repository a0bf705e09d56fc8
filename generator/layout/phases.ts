// Places a tile's atoms on threads and registers, once per phase. A phase is what happens between two exchanges: the
// digit that is transformed sits in registers, everything else on threads. Does not choose shared-memory addresses.
import { failure, success, type Result } from "../failure/result.js";
import { atomStride, BATCH, product, sameAtom, type Atom, type MemoryLayout, type TransformedDigit } from "./digits.js";
import { sectorsPerRequest } from "./coalescing.js";
import { neighbours } from "./runs.js";
import type { Tile } from "./tile.js";

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
}

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
}

/** The phases of a kernel, extra load and store phases included where the accesses need them. */
export function choosePhases(request: PhaseRequest): Result<readonly Phase[]> {
  const { digits, input, output, tile, longestRun } = request;
  const [loaded, stored] = [neighbours(tile.atoms, input, longestRun), neighbours(tile.atoms, output, longestRun)];
  if (product(loaded) < longestRun || product(stored) < longestRun)
    return failure(`vectors of ${longestRun}: a tile has not so many neighbours in memory`);
  const phases: Phase[] = [];
  for (const [index, digit] of digits.entries()) {
    // Lanes follow the layout of the memory access that the phase does; between two exchanges the input's order is as good.
    const order = index === digits.length - 1 && index > 0 ? output : input;
    const kept = [...(index === 0 ? loaded : []), ...(index === digits.length - 1 ? stored : [])];
    const phase = placePhase(request, digit, order, kept);
    if (!phase.ok) return phase;
    phases.push(phase.value);
  }
  const first = phases[0];
  const last = phases.at(-1);
  if (first === undefined || last === undefined) return failure("a kernel needs at least one sub-computation");

  const load = coalescedInstead(request, first, input, request.inputBytes, loaded);
  if (!load.ok) return load;
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
  if (100 * waste(butterfly) <= (request.sectors ?? USUAL_SECTORS)) return success([]);
  const phase = placePhase(request, undefined, layout, kept);
  if (!phase.ok) return phase;
  return success(waste(phase.value) < waste(butterfly) ? [phase.value] : []);
}

/**
 * One phase: the digit in registers, with what a thread is to keep, and as few other atoms as leave enough threads; the rest on
 * threads, in this order.
 */
export function placePhase(
  request: Pick<PhaseRequest, "tile" | "threads">,
  digit: TransformedDigit | undefined,
  order: MemoryLayout,
  kept: readonly Atom[] = [],
): Result<Phase> {
  const { tile, threads } = request;
  const beside = tile.atoms.filter((atom) => atom.digit !== digit?.name);
  const isKept = (atom: Atom): boolean => kept.some((other) => sameAtom(other, atom));
  const own = [...tile.atoms.filter((atom) => atom.digit === digit?.name), ...beside.filter(isKept)];
  const others = beside.filter((atom) => !isKept(atom));
  const needed = Math.ceil(product(tile.atoms) / (threads * product(own)));
  const extras = chooseExtras(others, needed, order, digit !== undefined);
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

/** Elements each thread holds in a phase. */
export const registersPerThread = (phase: Phase): number => product(phase.registers);

/** Threads that take part in a phase. */
export const activeThreads = (phase: Phase): number => product(phase.threads);
