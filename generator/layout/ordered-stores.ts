// How a block stores results that are neighbours in memory and not in its last butterflies: in order, through shared memory, or directly. A
// schedule says which; this is what may be in order, and what a schedule that does not say means on a GPU.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { elementTypeBytes, type KernelElements } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { DigitSet, MemoryLayout, TransformedDigit } from "./digits.js";
import { bytesInOrder, outOfOrder, storedInOrder } from "./in-order.js";
import type { Phase } from "./phases.js";
import type { Reach } from "./reach.js";
import type { Tile } from "./tile.js";
import { wholeLines } from "./whole-lines.js";

export type OrderedStores =
  /** Of a cosine or sine transform: the phase that stores numbers in their order (in-order.ts). */
  | { readonly kind: "numbers"; readonly phase: Phase }
  /** Of half a spectrum: so many elements of each member of the batch, in whole lines (whole-lines.ts). */
  | { readonly kind: "lines"; readonly elements: number }
  /** Threads store what their butterflies have, where the block could store it in order. */
  | { readonly kind: "direct" };

/**
 * Blocks for which a multiprocessor must have room, so that others work while one has all its threads meet twice more: r2c of 8192 with
 * four took 0.300 ms instead of 0.282. Of 126 plans measured on an H200 (test/search/measured/h200-whole-lines.tsv) those of powers of two
 * that have it take 5 % less in the mean; those of other lengths, in whose phases threads wait for each other anyway, 4 % more.
 */
const LEAST_BLOCKS = 8;

interface Storing {
  readonly index: number;
  readonly digits: readonly TransformedDigit[];
  readonly tile: Tile;
  readonly writes: Reach;
  readonly output: MemoryLayout;
  readonly elements: KernelElements;
}

/** Undefined where results that are neighbours in memory are so in butterflies. */
export function orderedStores(
  set: DigitSet,
  { index, digits, tile, writes, output, elements }: Storing,
  { storing, threads }: Schedule,
  gpu: Gpu,
): Result<OrderedStores | undefined> {
  const isOutOfOrder = digits.length > 1 && outOfOrder(set, index, tile, writes) !== undefined;
  if (isOutOfOrder) {
    if (storing === "direct") return success({ kind: "direct" });
    const phase = storedInOrder(tile, threads, output);
    if (phase.ok) return success({ kind: "numbers", phase: phase.value });
    return storing === "ordered" ? phase : success({ kind: "direct" });
  }
  const count = wholeLines(set, { digits, tile }, elements);
  if (count === undefined)
    return storing === "ordered"
      ? failure("ordered stores: results of this kernel are stored in order as they are; leave it out")
      : success(undefined);
  const bytes = count * tile.batchTile * elementTypeBytes(elements.held);
  const hasRoom = LEAST_BLOCKS * bytes <= gpu.sharedBytesPerSm && LEAST_BLOCKS * threads <= gpu.maxThreadsPerSm;
  const isUsual = hasRoom && digits.every(({ radix }) => isPowerOfTwo(radix));
  const puts = storing === undefined ? isUsual : storing === "ordered";
  return success(puts ? { kind: "lines", elements: count } : { kind: "direct" });
}

/** Of shared memory. */
export function orderedBytes(
  set: DigitSet,
  tile: Tile,
  { held }: KernelElements,
  ordered: OrderedStores | undefined,
): number {
  switch (ordered?.kind) {
    case "numbers":
      return bytesInOrder(set, tile, held);
    case "lines":
      return ordered.elements * tile.batchTile * elementTypeBytes(held);
    case "direct":
    case undefined:
      return 0;
  }
}

/** Whether a block puts its results into shared memory before it stores them. */
export const isOrdered = (
  ordered: OrderedStores | undefined,
): ordered is Exclude<OrderedStores, { readonly kind: "direct" }> => ordered !== undefined && ordered.kind !== "direct";

/** The phase that stores: the last one, unless another puts numbers in order. */
export function storingPhase({
  phases,
  ordered,
}: {
  readonly phases: readonly Phase[];
  readonly ordered: OrderedStores | undefined;
}): Phase {
  return ordered?.kind === "numbers" ? ordered.phase : at(phases, phases.length - 1);
}
