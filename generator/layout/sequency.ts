// How the last kernel of a transform in sequency order reaches its output.
import { invariant } from "../failure/errors.js";
import { transformedAxes } from "../plan/axes.js";
import type { DigitSet } from "./digits.js";
import { AS_IT_LIES, type BitField, type Reach } from "./place-map.js";

/** Each transformed dimension is a field of bits that sequency order rearranges; other kernels and orders store as they are. */
export function outputReach({ transform, kernelCount }: DigitSet, index: number): Reach {
  if (transform.order !== "sequency" || index < kernelCount - 1) return AS_IT_LIES;
  const fields = transformedAxes(transform).map(({ step, length }): BitField => {
    const field = { shift: Math.log2(step), bits: Math.log2(length) };
    invariant(
      Number.isInteger(field.shift) && Number.isInteger(field.bits),
      () => `layout: a dimension of ${length} elements that lie ${step} apart is no bit field`,
    );
    return field;
  });
  return { map: { kind: "sequency", fields }, below: undefined };
}
