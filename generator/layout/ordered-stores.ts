// How a block stores results that are neighbours in memory and not in its last butterflies: in order, through shared memory, or directly. A
// schedule says which; this is what may be in order, and what a schedule that does not say means on a GPU.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { failure, success, type Result } from "../failure/result.js";
import { elementTypeBytes, type KernelElements } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { DigitSet, MemoryLayout, TransformedDigit } from "./digits.js";
import type { Exit } from "./exchange.js";
import { bytesInOrder, outOfOrder, pitchInOrder, storedInOrder } from "./in-order.js";
import type { Reach } from "./reach.js";
import type { Tile } from "./tile.js";
import { wholeLines } from "./whole-lines.js";

/** What a kernel does, and how a schedule says it where there is a choice. */
export interface OrderedStores {
  readonly exit: Exclude<Exit, { readonly through: "cluster" }> | undefined;
  readonly storing: Schedule["storing"];
}

/**
 * Blocks for which a multiprocessor must have room, so that others work while one has all its threads meet twice more: r2c of 8192 with
 * four took 0.300 ms instead of 0.282. Of 126 plans measured on an H200 (test/search/measured/h200-whole-lines.jsonl) those of powers of two
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

export function orderedStores(
  set: DigitSet,
  { index, digits, tile, writes, output, elements }: Storing,
  { storing, threads }: Schedule,
  gpu: Gpu,
): Result<OrderedStores> {
  const isOutOfOrder = digits.length > 1 && outOfOrder(set, index, tile, writes) !== undefined;
  const direct = success({ exit: undefined, storing: "direct" } as const);
  if (isOutOfOrder) {
    if (storing === "direct") return direct;
    const phase = storedInOrder(tile, threads, output);
    if (!phase.ok) return storing === "ordered" ? phase : direct;
    const rows = { pitch: pitchInOrder(set), bytes: bytesInOrder(set, tile, elements.held) };
    return success({ exit: { through: "block", order: "numbers", phase: phase.value, ...rows }, storing: "ordered" });
  }
  const pitch = wholeLines(set, { digits, tile }, elements);
  if (pitch === undefined)
    return storing === "ordered"
      ? failure("ordered stores: results of this kernel are stored in order as they are; leave it out")
      : success({ exit: undefined, storing: undefined });
  const bytes = pitch * tile.batchTile * elementTypeBytes(elements.held);
  const hasRoom = LEAST_BLOCKS * bytes <= gpu.sharedBytesPerSm && LEAST_BLOCKS * threads <= gpu.maxThreadsPerSm;
  const isUsual = hasRoom && digits.every(({ radix }) => isPowerOfTwo(radix));
  const puts = storing === undefined ? isUsual : storing === "ordered";
  return puts ? success({ exit: { through: "block", order: "lines", pitch, bytes }, storing: "ordered" }) : direct;
}
