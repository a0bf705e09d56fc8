// Which kernel multiplies by how much of the transform's scale.
import { transformedDigits } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { isShort } from "../plan/transform.js";

/**
 * The factor of one kernel; over all kernels the factors multiply to the scale. The last kernel has it all, except where 16-bit
 * data lies between kernels: there each takes a power of two in proportion to how much it can enlarge the data, so that what the
 * whole transform leaves small enough does not overflow on the way.
 */
export function kernelScale({ set, index }: KernelGeometry): number {
  const { transform, kernelCount } = set;
  const { scale } = transform;
  const shared = isShort(transform.precision) && Math.abs(scale) < 1;
  if (!shared) return index === kernelCount - 1 ? scale : 1;
  const bits = (kernel: number): number =>
    transformedDigits(set)
      .filter((digit) => digit.kernel === kernel)
      .reduce((sum, digit) => sum + Math.log2(digit.subComputation.radix), 0);
  const kernels = Array.from({ length: kernelCount }, (_, kernel) => kernel);
  const total = kernels.reduce((sum, kernel) => sum + bits(kernel), 0);
  const power = (kernel: number): number => 2 ** Math.round((Math.log2(Math.abs(scale)) * bits(kernel)) / total);
  if (index < kernelCount - 1) return power(index);
  return kernels.slice(0, -1).reduce((rest, kernel) => rest / power(kernel), scale);
}
