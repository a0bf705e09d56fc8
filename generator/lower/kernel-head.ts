// What a kernel is whatever its structure, from the geometry and the schedule.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { Kernel } from "../kernel/program.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { computedIn } from "../plan/transform.js";
import type { Products } from "./lower-phase.js";
import type { KernelTexts } from "./texts.js";

const TWO_TO_32 = 2 ** 32;

/** The parts of a kernel that say which tiles it does, through which buffers and by which threads. */
export type Structure = Pick<Kernel, "cluster" | "tiles" | "buffers" | "barriers" | "roles">;

/** `tables` and `matrices` are those that the lowered phases have asked for. */
export function kernelHead(
  geometry: KernelGeometry,
  schedule: Schedule,
  texts: KernelTexts,
  tables: ReadonlyMap<string, TwiddleTable>,
  matrices: ReadonlyMap<string, MatrixOperand>,
  { before, after }: Products,
): Omit<Kernel, keyof Structure> {
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
    constants: [before, after].flatMap((table) => (table === undefined ? [] : [table])),
    places: [geometry.reads, geometry.writes].flatMap(({ map }) => (map?.kind === "gather" ? [map.table] : [])),
    matrices: [...matrices.values()],
    overlap: texts.overlap,
  };
}
