// Sees an array of numbers as an array of vectors: `width` neighbours become one element. The lightest digit loses what lies
// within a vector, and all strides count vectors.
import { failure, success, type Result } from "../failure/result.js";
import { isComplex } from "../plan/transform.js";
import type { Digit, DigitSet } from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";

/** A set of digits whose elements are vectors of `width` numbers. */
export const inVectors = rememberedOfTwo((set: DigitSet, width: number): Result<DigitSet> => {
  if (width === 1) return success(set);
  if (isComplex(set.transform)) return failure(`vectors of ${width}: a complex transform has none`);
  if (!Number.isInteger(Math.log2(width)) || width < 1) return failure(`vectors of ${width}: expected a power of two`);
  if (set.reorders) return failure(`vectors of ${width} need natural order: any other takes them apart`);
  if (set.batchStride % width !== 0)
    return failure(`vectors of ${width} do not divide the distance ${set.batchStride} between transforms`);
  const lightest = set.digits.find((digit) => digit.inPlaceWeight === 1);
  if (lightest === undefined || lightest.radix % width !== 0)
    return failure(`vectors of ${width} do not divide the lightest digit, of radix ${lightest?.radix ?? 1}`);
  if (lightest.kernel !== undefined && !Number.isInteger(Math.log2(lightest.radix)))
    return failure(`vectors of ${width} would cut a butterfly of radix ${lightest.radix}`);
  const unit = lightest.subComputation?.unit;
  if (lightest.kernel !== undefined && unit === "alman-rao")
    return failure(`vectors of ${width} would cut a butterfly by ${unit}, which is whole or nothing`);
  const digits = set.digits.map((digit): Digit => {
    if (digit === lightest) return { ...digit, radix: digit.radix / width };
    const inVectorUnits = { inPlaceWeight: digit.inPlaceWeight / width, naturalWeight: digit.naturalWeight / width };
    return { ...digit, ...inVectorUnits };
  });
  return success({
    ...set,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    elements: set.elements / width,
    batchStride: set.batchStride / width,
  });
});

/** Whether kernel `index` transforms the digit that vectors of `width` hold. */
export const transformsWithin = (set: DigitSet, width: number, index: number): boolean =>
  width > 1 && set.digits.some((digit) => digit.inPlaceWeight === 1 && digit.kernel === index);
