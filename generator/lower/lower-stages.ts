// Puts the kernels of several transforms into one host program: their products with constants are done by the kernel before or
// behind them, and none of them costs a pass over the array.
import { InputError } from "../failure/errors.js";
import { RESERVED_NAMES } from "../kernel/names.js";
import type { MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { isFragment } from "../layout/fragment-phases.js";
import { elementsAtOnce } from "../plan/elements.js";
import { denseArray, type Arrays, type ArraySpec } from "../plan/arrays.js";
import type { Constants, StageEnd, TransformStage } from "../plan/stages.js";
import { computedIn, isComplex } from "../plan/transform.js";
import type { Product } from "./product.js";

/** What kernel `index` of a stage multiplies by, whose geometry this is. */
export function productsOfKernel(
  { plan, before, after }: TransformStage,
  geometry: KernelGeometry,
  index: number,
): readonly Product[] {
  const product = (
    side: "before" | "after",
    constants: Constants | undefined,
    layout: MemoryLayout,
  ): readonly Product[] => {
    if (constants === undefined) return [];
    const { name, re, im } = constants;
    requireMultipliable(name, geometry);
    const imaginary = isComplex(plan.transform) ? (im ?? new Float64Array(re.length)) : undefined;
    const storage = computedIn(plan.transform.precision);
    const table = { name, storage, entries: { kind: "listed", re, im: imaginary } } as const;
    return [{ kind: "pointwise", when: { side }, table, layout }];
  };
  return [
    ...(index > 0 ? [] : product("before", before, geometry.input)),
    ...(index < plan.kernels.length - 1 ? [] : product("after", after, geometry.output)),
  ];
}

/** Constants are single numbers in single or double precision. */
function requireMultipliable(name: string, { elements, phases }: KernelGeometry): void {
  if (RESERVED_NAMES.has(name))
    throw new InputError(`stages: constants cannot be called ${name}: kernels call something else so`);
  const { held } = elements;
  const reason =
    held.compensation !== undefined
      ? "its errors would need products of their own"
      : held.width > 1
        ? "its elements are vectors: leave out their width"
        : elementsAtOnce(held) > 1
          ? "16-bit arithmetic is too coarse for it: leave that out"
          : phases.some(isFragment)
            ? "on tensor cores elements are no single numbers: leave out the units"
            : undefined;
  if (reason !== undefined) throw new InputError(`stages: a kernel cannot multiply by ${name}: ${reason}`);
}

/** Where the arrays of a stage lie: one after the other, input and output in as many elements as its maps leave. */
export function arraysOfStage({ plan: { transform }, reads, writes }: TransformStage): Arrays {
  const dense = denseArray(transform);
  const of = (end: StageEnd | undefined): ArraySpec =>
    end === undefined ? dense : { ...dense, distance: end.elements };
  return { input: of(reads), between: dense, output: of(writes) };
}

/** A kernel with the maps of its stage at its ends. */
export function withEnds(geometry: KernelGeometry, { plan, reads, writes }: TransformStage): KernelGeometry {
  const { index, tile, phases } = geometry;
  const ends = [index === 0 ? reads : undefined, index === plan.kernels.length - 1 ? writes : undefined];
  const [read, written] = ends.map((end) => (end === undefined ? {} : { map: end.map, below: end.below }));
  if (ends.every((end) => end === undefined)) return geometry;
  // What goes through a map is written by the block that has read it only if that has all of it, and waits for it.
  const isWhole = tile.grid.length === 0 && phases.length > 1;
  const [source, target] = [geometry.reads, geometry.writes];
  return {
    ...geometry,
    reads: { ...source, ...read },
    writes: { ...target, ...written },
    blockLocal: isWhole && source.distance === target.distance,
  };
}
