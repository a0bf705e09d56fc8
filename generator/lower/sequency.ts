// The bit fields whose places sequency order rearranges: one for each transformed dimension.
import type { BitField } from "../kernel/program.js";
import { invariant } from "../failure/errors.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { transformedAxes } from "../plan/axes.js";

/** Empty for kernels that do not store in sequency order: all but the last, and those of other orders. */
export function sequencyFields({ set, index }: KernelGeometry): readonly BitField[] {
  const { transform, kernelCount } = set;
  if (transform.order !== "sequency" || index < kernelCount - 1) return [];
  return transformedAxes(transform).map(({ step, length }): BitField => {
    const field = { shift: Math.log2(step), bits: Math.log2(length) };
    invariant(
      Number.isInteger(field.shift) && Number.isInteger(field.bits),
      () => `lower: a dimension of ${length} elements that lie ${step} apart is no bit field`,
    );
    return field;
  });
}
