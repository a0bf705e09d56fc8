// How much longer a kernel takes that goes there before another turns, and back after it (plan/bluestein.ts), than one that does the same
// alone. Fitted to 45 plans of 8 lengths from 100,003 to 8,135,011 points on an H200 (test/search/measured/h200-bluestein-kernels.tsv).
import type { Gpu } from "../gpu/gpu.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import type { MovedBytes } from "./terms.js";

const THERE = { usual: 1.17, tables: 1.14 } as const;

/** KiB of shared memory that a multiprocessor of compute capability 9.0 sets apart (CUDA C++ Programming Guide); others have some of these. */
const CARVE_OUTS = [8, 16, 32, 64, 100, 132, 164, 196, 228] as const;

/** Of the L1 cache: what a line holds, what the largest shared memory leaves, and what has to be on its way to be as fast as memory. */
const CACHE = { lineBytes: 128, leftBytes: 28 << 10, neededBytes: 25 << 10, loads: 0.5 } as const;

/** Of so many blocks on each multiprocessor. */
export const goingThere = (
  geometry: KernelGeometry,
  schedule: Schedule,
  moved: MovedBytes,
  blocksPerSm: number,
  gpu: Gpu,
): number =>
  THERE.usual * (schedule.twiddles === "table" ? THERE.tables : 1) * fewLines(geometry, moved, blocksPerSm, gpu);

/**
 * Loads on their way each have a line of the L1 cache. A block with 224 KiB of shared memory leaves 28 KiB of it; in segments of 64 bytes,
 * which fill half a line each, 14 KiB are on their way: what loads took, half of all, takes 1.8 times as long. It loads what it reads on the
 * way there, and on the way back what it wrote.
 */
function fewLines(
  { tile, sharedBytes }: KernelGeometry,
  { input, output }: MovedBytes,
  blocksPerSm: number,
  gpu: Gpu,
): number {
  const used = blocksPerSm * (sharedBytes + gpu.sharedReservedPerBlock);
  const carveOut = (CARVE_OUTS.find((kibibytes) => kibibytes << 10 >= used) ?? 0) << 10;
  const left = CACHE.leftBytes + Math.max(0, gpu.sharedBytesPerSm - carveOut);
  const longer = (segmentBytes: number): number =>
    Math.max(1, CACHE.neededBytes / (left * Math.min(1, segmentBytes / CACHE.lineBytes)));
  const [there, back] = [longer(tile.inputRun * input), longer(tile.outputRun * output)];
  return 1 + CACHE.loads * ((input * there + output * back) / (input + output) - 1);
}
