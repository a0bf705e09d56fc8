// What a kernel is whatever its structure, from the geometry and the schedule.
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { Kernel } from "../kernel/program.js";
import { atomsOfSet, atomStride, BATCH, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { computedIn } from "../plan/transform.js";
import type { Products } from "./lower-phase.js";
import type { KernelTexts } from "./texts.js";

const TWO_TO_32 = 2 ** 32;

/** Elements from the first place of a transform to behind its last. */
const placesIn = (set: DigitSet, layout: MemoryLayout): number =>
  atomsOfSet(set).reduce((span, atom) => span + (atom.size - 1) * atomStride(layout, atom), 1);

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
  const { transform } = geometry.set;
  const { reads, writes, input, output, tile } = geometry;
  const parameters = [reads, writes].flatMap((reach) =>
    [...reach.parameters.values()].map(({ parameter }) => parameter),
  );
  return {
    name: texts.name,
    notation: texts.notation,
    elements: geometry.elements,
    precision: computedIn(transform.precision),
    direction: transform.direction,
    threads: geometry.threads,
    blocksPerSm: schedule.blocksPerSm,
    sharedBytes: geometry.sharedBytes,
    source: { distance: reads.distance, planar: reads.planar },
    target: { distance: writes.distance, planar: writes.planar },
    parameters: [...new Set(parameters)],
    // Strides that the caller says may be any.
    wideOffsets:
      parameters.length > 0 ||
      Math.max(...[input, output].flatMap((layout) => [placesIn(geometry.set, layout), layout.get(BATCH) ?? 0])) *
        Math.max(1, tile.batchTile) >
        TWO_TO_32,
    tables: [...tables.values()],
    constants: [before, after].flatMap((table) => (table === undefined ? [] : [table])),
    places: [geometry.reads, geometry.writes].flatMap(({ map }) => (map?.kind === "gather" ? [map.table] : [])),
    matrices: [...matrices.values()],
    overlap: texts.overlap,
  };
}
