// What plain and pipelined kernels have in common, from the geometry and the schedule.
import type { KernelHead, TwiddleTable } from "../kernel/program.js";
import type { DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { elementCount } from "../plan/transform.js";
import type { KernelTexts } from "./texts.js";

const TWO_TO_32 = 2 ** 32;

/** `tables` are those that the lowered phases have asked for. */
export function kernelHead(
  { transform }: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  texts: KernelTexts,
  tables: ReadonlyMap<string, TwiddleTable>,
): KernelHead {
  return {
    name: texts.name,
    notation: texts.notation,
    precision: transform.precision,
    direction: transform.direction,
    threads: geometry.threads,
    blocksPerSm: schedule.blocksPerSm,
    sharedBytes: geometry.sharedBytes,
    batchStride: elementCount(transform),
    wideOffsets: elementCount(transform) * Math.max(1, geometry.tile.batchTile) > TWO_TO_32,
    tables: [...tables.values()],
    overlap: texts.overlap,
  };
}
