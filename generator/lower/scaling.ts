// Which kernel multiplies by how much of the transform's scale, and which of its phases.
import { transformedDigits } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import { isFragment } from "../layout/fragment-phases.js";
import { hasTwiddles, isShort } from "../plan/transform.js";

/**
 * The factor of one kernel; over all kernels the factors multiply to the scale. The last kernel has it all, except where 16-bit
 * data lies between kernels: there each takes a power of two in proportion to how much it can enlarge the data, so that what the
 * whole transform leaves small enough does not overflow on the way.
 */
export function kernelScale({ set, index }: Stretch): number {
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

/** Whether a kernel multiplies by the factor that the caller says: the last one. */
export const takesFactor = ({ set: { transform, kernelCount }, index }: Stretch): boolean =>
  transform.scaling === "run-time" && index === kernelCount - 1;

/** The factors of a kernel's phases before their butterflies, and what is left of the kernel's after the last of them. */
export interface PhaseScales {
  readonly before: readonly number[];
  readonly after: number;
}

/** Rounded to 16 bits as they are, these matrices have no room for a scale. */
const multipliesDftMatrices = ({ set, phases }: Stretch): boolean =>
  hasTwiddles(set.transform) && phases.some(isFragment);

/**
 * Everything after the last butterfly, except where 16-bit numbers lie between butterflies: there each phase takes a power of two
 * beforehand, in proportion to how much its butterflies can enlarge the data. Powers of two cost no digits.
 */
export function phaseScales(geometry: Stretch): PhaseScales {
  const scale = kernelScale(geometry);
  const { phases, elements } = geometry;
  const bits = phases.map(({ digit }) => (digit === undefined ? 0 : Math.log2(digit.radix)));
  const total = bits.reduce((sum, own) => sum + own, 0);
  const isShrunk = isShort(elements.exchanged.storage) && Math.abs(scale) < 1;
  // A copy, and a kernel whose butterflies lie within vectors, have no phase to take a share.
  const isSpread = isShrunk && total > 0 && !multipliesDftMatrices(geometry);
  if (!isSpread) return { before: bits.map(() => 1), after: scale };
  const share = Math.log2(Math.abs(scale)) / total;
  const upTo = (count: number): number => Math.round(share * bits.slice(0, count).reduce((sum, own) => sum + own, 0));
  const before = bits.map((_, phase) => 2 ** (upTo(phase + 1) - upTo(phase)));
  return { before, after: scale / 2 ** upTo(bits.length) };
}
