// What launches of few arrays take, whose blocks are all resident at once: neither throughput nor waves, but one thread's chain of
// instructions and meetings, and data that the L2 cache holds. Fitted to 171 plans of 35 transforms, for one array to as many as make
// 2^24 points, timed in CUDA graphs (H200): test/search/measured/h200-batches.tsv.
import type { Gpu } from "../gpu/gpu.js";

/** Of the L2 cache what a kernel may read and write and still find there at the next launch, and what it no longer does. */
const CACHED = { all: 0.53, none: 0.8 };

/** The share of the traffic that the L2 cache serves: all of 16 MB read and 16 MB written, none of 24 and 24 on an H200. */
const cachedShare = (bytes: number, { l2Bytes }: Gpu): number =>
  clamp((CACHED.none - bytes / l2Bytes) / (CACHED.none - CACHED.all));

/** The time of memory traffic, of which a share is served by the L2 cache. */
export const withCache = (milliseconds: number, bytes: number, gpu: Gpu): number =>
  milliseconds * (1 - cachedShare(bytes, gpu) * (1 - Math.min(1, gpu.copyBandwidth / gpu.l2Bandwidth)));

/** Of the blocks that are resident at once those of a launch that is one chain, and those that are waves. */
const WAVES = { chain: 0.3, many: 1 };

/** 1 for a launch whose time is that of one chain, 0 for one whose blocks come and go. */
export const chainShare = (waves: number): number => clamp((WAVES.many - waves) / (WAVES.many - WAVES.chain));

/** Clocks from one instruction of a thread to its next. */
const CLOCKS_PER_INSTRUCTION = { products: 1.9, sums: 1.3 };

/** What a meeting of a block's threads takes, the more the more warps they are. */
const MEETING_NANOSECONDS = { alone: 93, perWarp: 22, mostWarps: 16 };

/** Instructions of a thread that the caches of instructions hold; beyond, each is fetched as it is executed. */
const CACHED_INSTRUCTIONS = 1500;
const FETCHED_CLOCKS = 3;

export interface Chain {
  /** Of one thread. */
  readonly instructions: number;
  readonly multiplies: boolean;
  readonly meetings: number;
  /** Threads of a block. */
  readonly threads: number;
}

/** Milliseconds from the first instruction of a block to its last. */
export function chainMilliseconds(
  { instructions, multiplies, meetings, threads }: Chain,
  { clockGHz, warpSize }: Gpu,
): number {
  const clocks = instructions * (multiplies ? CLOCKS_PER_INSTRUCTION.products : CLOCKS_PER_INSTRUCTION.sums);
  const fetched = FETCHED_CLOCKS * Math.max(0, instructions - CACHED_INSTRUCTIONS);
  const { alone, perWarp, mostWarps } = MEETING_NANOSECONDS;
  const meeting = alone + perWarp * Math.min(mostWarps, threads / warpSize);
  return ((clocks + fetched) / clockGHz + meetings * meeting) / 1e6;
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
