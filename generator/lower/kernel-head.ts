// What a kernel is whatever its structure, from the geometry and the schedule.
import { takesFactor } from "./scaling.js";
import { at } from "../failure/errors.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { Kernel } from "../kernel/program.js";
import { atomsOfSet, atomStride, BATCH, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { Reach } from "../layout/reach.js";
import type { Stretch } from "../layout/stretch.js";
import { computedIn } from "../plan/transform.js";
import { kernelArrays } from "./kernel-arrays.js";
import { goesOn, type KernelPath, type PathPart } from "./path.js";

const TWO_TO_32 = 2 ** 32;

/** Elements from the first place of a transform to behind its last. */
const placesIn = (set: DigitSet, layout: MemoryLayout): number =>
  atomsOfSet(set).reduce((span, atom) => span + (atom.size - 1) * atomStride(layout, atom), 1);

/** The parts of a kernel that say which tiles it does, through which buffers and by which threads. */
export type Structure = Pick<Kernel, "cluster" | "tiles" | "buffers" | "barriers" | "roles">;

/** `tables` and `matrices` are those that the lowered phases have asked for. */
export function kernelHead(
  { placed, parts }: KernelPath,
  { buffers, tiles }: Structure,
  tables: ReadonlyMap<string, TwiddleTable>,
  matrices: ReadonlyMap<string, MatrixOperand>,
): Omit<Kernel, keyof Structure | "name"> {
  const [{ stretch: first, texts }, { stretch: last }] = [at(parts, 0), at(parts, parts.length - 1)];
  const { elements } = first;
  const ends = parts.flatMap(endsOf);
  const parameters = ends.flatMap((reach) => [...reach.parameters.values()].map(({ parameter }) => parameter));
  return {
    notation: notationOf(parts),
    elements: { held: elements.held, exchanged: elements.exchanged },
    precision: computedIn(first.set.transform.precision),
    threads: placed.threads,
    blocksPerSm: Math.min(...parts.map(({ schedule }) => schedule.blocksPerSm)),
    sharedBytes:
      tiles.order === "each"
        ? Math.max(0, ...buffers.map((buffer) => buffer.offset + buffer.elements * elementTypeBytes(buffer.type)))
        : placed.sharedBytes,
    arrays: kernelArrays(
      { input: elements.input, output: last.elements.output },
      { reads: first.reads, writes: last.writes },
    ),
    parameters: [...new Set(parameters)],
    takesFactor: parts.some(({ stretch }) => takesFactor(stretch)),
    // Strides that the caller says may be any.
    wideOffsets: parameters.length > 0 || parts.some(({ stretch }) => needsWideOffsets(stretch)),
    tables: [...tables.values()],
    constants: parts
      .flatMap(({ products }) => products)
      .flatMap((product) => (product.kind === "pointwise" ? [product.table] : [])),
    places: [...ends, ...parts.flatMap(({ beside }) => (beside === undefined ? [] : endsOf(beside)))]
      .flatMap(({ map, mapped }) => [...(map === undefined ? [] : [map]), ...mapped.map((axis) => axis.map)])
      .flatMap((map) => (map.kind === "gather" ? [map.table] : [])),
    matrices: [...matrices.values()],
    startsEarly: texts.startsEarly,
  };
}

const endsOf = ({ stretch: { reads, writes } }: Pick<PathPart, "stretch">): readonly Reach[] => [reads, writes];

/** Of all parts that compute, each once. */
function notationOf(parts: readonly PathPart[]): string {
  const others = parts.filter((part, index) => !goesOn(parts[index - 1], part));
  const computing = others.filter(({ stretch: { digits } }) => digits.length > 0);
  return (computing.length === 0 ? others : computing).map(({ texts }) => texts.notation).join(", then ");
}

/** Whether a place in a tile, from where the block begins in its array, has more than 32 bits. */
const needsWideOffsets = ({ set, input, output, tile }: Stretch): boolean =>
  Math.max(...[input, output].flatMap((layout) => [placesIn(set, layout), layout.digits.get(BATCH) ?? 0])) *
    Math.max(1, tile.batchTile) >
  TWO_TO_32;
