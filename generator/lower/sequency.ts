// The bit fields whose places sequency order rearranges: one for each transformed dimension.
import type { BitField } from "../kernel/access.js";
import { invariant } from "../failure/errors.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { walshAxes } from "../plan/walsh.js";

/** Empty for kernels that do not store in sequency order: all but the last, and those of other orders. */
export function sequencyFields({ set, index }: KernelGeometry): readonly BitField[] {
  const { transform, kernelCount } = set;
  if (transform.kind !== "fwht" || transform.order !== "sequency" || index < kernelCount - 1) return [];
  return walshAxes(transform).map(({ step, length }): BitField => {
    const field = { shift: Math.log2(step), bits: Math.log2(length) };
    invariant(
      Number.isInteger(field.shift) && Number.isInteger(field.bits),
      () => `lower: a dimension of ${length} elements that lie ${step} apart is no bit field`,
    );
    return field;
  });
}
