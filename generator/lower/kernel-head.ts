// What a kernel is whatever its structure, from the geometry and the schedule.
import { takesFactor } from "./scaling.js";
import { at } from "../failure/errors.js";
import { MBARRIER_BYTES } from "../gpu/hardware.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { Kernel } from "../kernel/program.js";
import { atomsOfSet, atomStride, BATCH, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { computedIn } from "../plan/transform.js";
import { kernelArrays } from "./kernel-arrays.js";
import type { KernelPart } from "./kernel-part.js";

const TWO_TO_32 = 2 ** 32;

/** Elements from the first place of a transform to behind its last. */
const placesIn = (set: DigitSet, layout: MemoryLayout): number =>
  atomsOfSet(set).reduce((span, atom) => span + (atom.size - 1) * atomStride(layout, atom), 1);

/** The parts of a kernel that say which tiles it does, through which buffers and by which threads. */
export type Structure = Pick<Kernel, "cluster" | "tiles" | "buffers" | "barriers" | "roles">;

/** `tables` and `matrices` are those that the lowered phases have asked for. */
export function kernelHead(
  parts: readonly KernelPart[],
  { buffers, barriers }: Structure,
  tables: ReadonlyMap<string, TwiddleTable>,
  matrices: ReadonlyMap<string, MatrixOperand>,
): Omit<Kernel, keyof Structure | "name"> {
  const [first, last] = [at(parts, 0), at(parts, parts.length - 1)];
  const { reads } = first.geometry;
  const { writes } = last.geometry;
  const { elements, threads } = first.geometry;
  const ends = parts.flatMap(({ geometry }) => [geometry.reads, geometry.writes]);
  const parameters = ends.flatMap((reach) => [...reach.parameters.values()].map(({ parameter }) => parameter));
  return {
    notation: parts
      .flatMap(({ geometry, texts, goesOn }) =>
        (geometry.digits.length === 0 && parts.length > 1) || goesOn === true ? [] : [texts.notation],
      )
      .join(", then "),
    elements: { held: elements.held, exchanged: elements.exchanged },
    precision: computedIn(first.geometry.set.transform.precision),
    threads,
    blocksPerSm: Math.min(...parts.map(({ schedule }) => schedule.blocksPerSm)),
    sharedBytes:
      parts.length === 1
        ? first.geometry.sharedBytes
        : Math.max(
            0,
            ...buffers.map((buffer) => buffer.offset + buffer.elements * elementTypeBytes(buffer.type)),
            ...barriers.map(({ offset }) => offset + MBARRIER_BYTES),
          ),
    arrays: kernelArrays({ input: elements.input, output: last.geometry.elements.output }, { reads, writes }),
    parameters: [...new Set(parameters)],
    takesFactor: parts.some(({ geometry }) => takesFactor(geometry)),
    // Strides that the caller says may be any.
    wideOffsets: parameters.length > 0 || parts.some(({ geometry }) => needsWideOffsets(geometry)),
    tables: [...tables.values()],
    constants: parts
      .flatMap(({ products }) => products)
      .flatMap((product) => (product.kind === "pointwise" ? [product.table] : [])),
    places: [...ends, ...parts.flatMap(({ beside }) => (beside === undefined ? [] : [beside.reads, beside.writes]))]
      .flatMap(({ map, mapped }) => [...(map === undefined ? [] : [map]), ...mapped.map((axis) => axis.map)])
      .flatMap((map) => (map.kind === "gather" ? [map.table] : [])),
    matrices: [...matrices.values()],
    startsEarly: first.texts.startsEarly,
  };
}

/** Whether a place in a tile, from where the block begins in its array, has more than 32 bits. */
const needsWideOffsets = ({ set, input, output, tile }: KernelGeometry): boolean =>
  Math.max(...[input, output].flatMap((layout) => [placesIn(set, layout), layout.digits.get(BATCH) ?? 0])) *
    Math.max(1, tile.batchTile) >
  TWO_TO_32;
