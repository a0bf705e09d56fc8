// Sees an array of real numbers as an array of vectors: `width` neighbours become one element. The lightest digit loses what lies
// within a vector, and all strides count vectors. Complex numbers stay elements: their vectors are runs that one access moves.
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { isComplex } from "../plan/transform.js";
import { parametersOf, usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import type { Digit, DigitSet } from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";

/** A set of digits whose elements are vectors of `width` numbers. */
export const inVectors = rememberedOfTwo((set: DigitSet, width: number): Result<DigitSet> => {
  if (!Number.isInteger(Math.log2(width)) || width < 1) return failure(`vectors of ${width}: expected a power of two`);
  if (width === 1 || isComplex(set.transform)) return success(set);
  if (set.reorders) return failure(`vectors of ${width} need natural order: any other takes them apart`);
  const lightest = contiguousDigit(set);
  if (lightest === undefined || lightest.radix % width !== 0)
    return failure(`vectors of ${width} do not divide the lightest digit, of radix ${lightest?.radix ?? 1}`);
  if (lightest.kernel !== undefined && !Number.isInteger(Math.log2(lightest.radix)))
    return failure(`vectors of ${width} would cut a butterfly of radix ${lightest.radix}`);
  const unit = lightest.subComputation?.unit;
  if (lightest.kernel !== undefined && unit === "alman-rao")
    return failure(`vectors of ${width} would cut a butterfly by ${unit}, which is whole or nothing`);
  const arrays = arraysOfVectors(set.arrays, lightest.axis, width);
  if (!arrays.ok) return arrays;
  const digits = set.digits.map((digit): Digit => {
    if (digit === lightest) return { ...digit, radix: digit.radix / width };
    if (digit.axis !== lightest.axis) return digit;
    const inVectorUnits = { inPlaceWeight: digit.inPlaceWeight / width, naturalWeight: digit.naturalWeight / width };
    return { ...digit, ...inVectorUnits };
  });
  return success({
    ...set,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    elements: set.elements / width,
    arrays: arrays.value,
  });
});

/** The digit whose values lie side by side in what is read. */
export const contiguousDigit = ({ digits, arrays }: DigitSet): Digit | undefined =>
  digits.find(({ axis, inPlaceWeight }) => inPlaceWeight === 1 && arrays.input.axes[axis]?.stride === 1);

function arraysOfVectors({ input, between, output }: Arrays, contiguous: number, width: number): Result<Arrays> {
  const problem = [input, between, output]
    .map((array) => vectorProblem(array, contiguous, width))
    .find((one) => one !== undefined);
  if (problem !== undefined) return failure(`vectors of ${width} ${problem}`);
  // Arrays that are one stay one.
  const seen = new Map([input, between, output].map((array) => [array, inVectorUnits(array, contiguous, width)]));
  const of = (array: ArraySpec): ArraySpec => seen.get(array) ?? array;
  return success({ input: of(input), between: of(between), output: of(output) });
}

/** Why an array is none of vectors along this axis. */
function vectorProblem(array: ArraySpec, contiguous: number, width: number): string | undefined {
  if (parametersOf(array).length > 0) return "need strides that are known";
  const { length, stride, from, below } = at(array.axes, contiguous);
  if (usualStride(stride) !== 1) return `need neighbours, and there are elements ${usualStride(stride)} apart`;
  const distance = usualStride(array.distance);
  if (distance % width !== 0) return `do not divide the distance ${distance} between transforms`;
  const others = array.axes.filter((axis, index) => index !== contiguous && axis.length > 1);
  const cut = [length, from, below, ...others.map((axis) => usualStride(axis.stride))].find(
    (number) => number % width !== 0,
  );
  return cut === undefined ? undefined : `do not divide ${cut}, where a row ends or another begins`;
}

/** The array with its strides, and the ends of its contiguous axis, in vectors. */
const inVectorUnits = (array: ArraySpec, contiguous: number, width: number): ArraySpec => ({
  ...array,
  axes: array.axes.map((axis, index) =>
    index === contiguous
      ? { length: axis.length / width, stride: 1, from: axis.from / width, below: axis.below / width }
      : { ...axis, stride: usualStride(axis.stride) / width },
  ),
  distance: usualStride(array.distance) / width,
});

/** Whether kernel `index` transforms the digit that vectors of `width` hold. */
export const transformsWithin = (set: DigitSet, width: number, index: number): boolean =>
  width > 1 && !isComplex(set.transform) && contiguousDigit(set)?.kernel === index;
