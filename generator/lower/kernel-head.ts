// What kernels of every structure have in common, from the geometry and the schedule.
import type { KernelHead, TwiddleTable } from "../kernel/program.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import type { KernelTexts } from "./texts.js";

const TWO_TO_32 = 2 ** 32;

/** `tables` are those that the lowered phases have asked for. */
export function kernelHead(
  geometry: KernelGeometry,
  schedule: Schedule,
  texts: KernelTexts,
  tables: ReadonlyMap<string, TwiddleTable>,
): KernelHead {
  const { transform, elements, batchStride } = geometry.set;
  return {
    name: texts.name,
    notation: texts.notation,
    elements: geometry.elements,
    precision: transform.precision === "f64" ? "f64" : "f32",
    direction: transform.kind === "c2c" ? transform.direction : "forward",
    threads: geometry.threads,
    blocksPerSm: schedule.blocksPerSm,
    sharedBytes: geometry.sharedBytes,
    batchStride,
    wideOffsets: Math.max(elements, batchStride) * Math.max(1, geometry.tile.batchTile) > TWO_TO_32,
    tables: [...tables.values()],
    overlap: texts.overlap,
  };
}
