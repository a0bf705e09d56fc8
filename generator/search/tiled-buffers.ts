// Lets what lies between two kernels lie tile by tile, where that is predicted to be faster: kernels are chosen for rows, and then
// weighed again.
import type { Gpu } from "../gpu/gpu.js";
import { digitSetOf } from "../layout/digits.js";
import { fittedGeometry } from "../layout/whole-geometry.js";
import type { ScheduledKernel } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { kernelCost, movedBytes } from "./cost.js";
import type { CostedKernel } from "./early-starts.js";

/**
 * Segments of what the first kernel writes that have something to gain. Measured, an H200: of 128 bytes 1 to 3 % of the transform, of 64
 * bytes 5 %; of 256 bytes between 1 % and -1 %.
 */
const SHORT_SEGMENT_BYTES = 128;
/**
 * The same where a second kernel reads columns and their mirrors, from two places of a tile: rows of 2^20 real numbers lost 14 % with
 * segments of 128 bytes, of 2^22 6 %; with such of 64 bytes these gained 8 %.
 */
const MIRRORED_SEGMENT_BYTES = 64;

/** The same kernels, the first of two writing tiles, if that is faster and needs no memory that they get along without. */
export function withTiledBuffer(
  transform: Transform,
  kernels: readonly CostedKernel[],
  gpu: Gpu,
): readonly CostedKernel[] {
  const [first, second] = kernels;
  if (first === undefined || second === undefined || second.geometry.blockLocal) return kernels;
  const { tile } = first.geometry;
  const longest = second.geometry.columns.kind === "none" ? SHORT_SEGMENT_BYTES : MIRRORED_SEGMENT_BYTES;
  if (tile.outputRun * movedBytes(first.geometry).output > longest) return kernels;
  const schedule = { ...first.kernel.schedule, tiled: true } as const;
  const changed: readonly ScheduledKernel[] = [
    { ...first.kernel, schedule },
    ...kernels.slice(1).map(({ kernel }) => kernel),
  ];
  const set = digitSetOf(transform, changed);
  const costed: CostedKernel[] = [];
  for (const [index, kernel] of changed.entries()) {
    const geometry = fittedGeometry(set, kernel, index, gpu);
    if (!geometry.ok) return kernels;
    costed.push({ kernel, geometry: geometry.value, cost: kernelCost(set, geometry.value, kernel.schedule, gpu) });
  }
  return timeOf(costed) < timeOf(kernels) ? costed : kernels;
}

const timeOf = (kernels: readonly CostedKernel[]): number =>
  kernels.reduce((sum, { cost }) => sum + cost.milliseconds, 0);
