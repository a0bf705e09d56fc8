// Puts the kernels of several transforms into one host program: their products with constants are done by the kernel before or
// behind them, and none of them costs a pass over the array.
import { InputError } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { RESERVED_NAMES } from "../kernel/names.js";
import type { DigitSet, WholeMap } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import { isFragment } from "../layout/fragment-phases.js";
import { elementsAtOnce } from "../plan/elements.js";
import { denseArray, type Arrays, type ArraySpec } from "../plan/arrays.js";
import type { Constants, StageEnd, TransformStage } from "../plan/stages.js";
import { kernelsBack } from "../plan/bluestein.js";
import { computedIn, hasTwiddles, isComplex, type Transform } from "../plan/transform.js";
import type { Product } from "./product.js";

/** What kernel `index` of a stage multiplies by, whose stretch this is. */
export function productsOfKernel(stage: TransformStage, stretch: Stretch, index: number): readonly Product[] {
  const { plan, before, after } = stage;
  const product = (side: "before" | "after", constants: Constants | undefined): readonly Product[] => {
    if (constants === undefined) return [];
    requireMultipliable(constants.name, stretch);
    const { digits, input, output } = stretch;
    const [layout, end, digit] =
      side === "before" ? [input, stage.reads, digits[0]] : [output, stage.writes, digits.at(-1)];
    // Beside butterflies, wherever their elements are loaded and stored.
    const when = { side, ...(digit === undefined ? {} : { digit: digit.name }) };
    return [{ kind: "pointwise", when, table: tableOf(constants, plan.transform, end), layout }];
  };
  return [
    ...(index > 0 ? [] : product("before", before)),
    ...(index < plan.kernels.length - 1 ? [] : product("after", after)),
  ];
}

/** As many constants as there are elements at that end. */
function tableOf({ name, re, im }: Constants, transform: Transform, end: StageEnd | undefined): ConstantTable {
  const below = end !== undefined && isRange(denseArray(transform), end) ? end.below : re.length;
  const imaginary = isComplex(transform) ? (im ?? new Float64Array(re.length)) : undefined;
  return {
    name,
    ...(below < re.length ? { below } : {}),
    storage: computedIn(transform.precision),
    entries: { kind: "listed", re: re.slice(0, below), im: imaginary?.slice(0, below) },
  };
}

/** Constants are single numbers in single or double precision. */
function requireMultipliable(name: string, { elements, phases }: Stretch): void {
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
  const of = (end: StageEnd | undefined): ArraySpec => {
    if (end === undefined) return dense;
    // What is left of one axis is a range of it.
    const axes = isRange(dense, end) ? dense.axes.map((axis) => ({ ...axis, below: end.below })) : dense.axes;
    return { ...dense, axes, distance: end.elements };
  };
  return { input: of(reads), between: dense, output: of(writes) };
}

/** What arrays do not say of the ends of a stage: where places of whole transforms go. */
export function wholesOfStage({ plan: { transform }, reads, writes }: TransformStage): Pick<DigitSet, "wholes"> {
  const dense = denseArray(transform);
  const of = (end: StageEnd | undefined): WholeMap | undefined =>
    end === undefined || isRange(dense, end) ? undefined : { map: end.map, below: end.below };
  const [input, output] = [of(reads), of(writes)];
  return { wholes: { ...(input && { input }), ...(output && { output }) } };
}

const isRange = ({ axes }: ArraySpec, { map }: StageEnd): boolean => axes.length === 1 && map === undefined;

/**
 * Whether a stage goes back the way of the one before it, so that it begins in the registers where that ends: a convolution in one kernel. In
 * numbers: X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) forward, and the same backwards, whose radices are the same the other way round.
 */
export function isWayBack(there: TransformStage, back: TransformStage): boolean {
  const [first, ...others] = there.plan.kernels;
  const { transform, kernels } = back.plan;
  const areRanges = [there, back].every((stage) => Object.keys(wholesOfStage(stage).wholes ?? {}).length === 0);
  return (
    first !== undefined &&
    others.length === 0 &&
    back.fused &&
    there.writes === undefined &&
    back.reads === undefined &&
    areRanges &&
    hasTwiddles(transform) &&
    directionOf(transform) !== directionOf(there.plan.transform) &&
    JSON.stringify([transform.dimensions, transform.axes]) ===
      JSON.stringify([there.plan.transform.dimensions, there.plan.transform.axes]) &&
    computedBy(transform) === computedBy(there.plan.transform) &&
    JSON.stringify(kernelsBack([first])) === JSON.stringify(kernels)
  );
}

const computedBy = (transform: Transform): string | undefined =>
  "arithmetic" in transform ? transform.arithmetic : undefined;

const directionOf = (transform: Transform): string | undefined =>
  "direction" in transform ? transform.direction : undefined;
