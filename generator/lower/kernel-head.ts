// What kernels of every structure have in common, from the geometry and the schedule.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { KernelHead } from "../kernel/program.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { computedIn } from "../plan/transform.js";
import type { KernelTexts } from "./texts.js";

const TWO_TO_32 = 2 ** 32;

/** `tables` are those that the lowered phases have asked for. */
export function kernelHead(
  geometry: KernelGeometry,
  schedule: Schedule,
  texts: KernelTexts,
  tables: ReadonlyMap<string, TwiddleTable>,
  matrices: ReadonlyMap<string, MatrixOperand> = new Map(),
): KernelHead {
  const { transform, elements, batchStride } = geometry.set;
  return {
    name: texts.name,
    notation: texts.notation,
    elements: geometry.elements,
    precision: computedIn(transform.precision),
    direction: transform.direction,
    threads: geometry.threads,
    blocksPerSm: schedule.blocksPerSm,
    sharedBytes: geometry.sharedBytes,
    batchStride,
    wideOffsets: Math.max(elements, batchStride) * Math.max(1, geometry.tile.batchTile) > TWO_TO_32,
    tables: [...tables.values()],
    matrices: [...matrices.values()],
    overlap: texts.overlap,
  };
}
