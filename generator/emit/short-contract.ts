// The contract for transforms of 16-bit numbers: where numbers are rounded, and when they overflow.
import { scheduledElements } from "../plan/elements.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { usualOutput } from "../plan/scale.js";
import { LEAST_NORMAL_F16 } from "../plan/storage.js";
import { computedWith, hasTwiddles, isShort, type Transform } from "../plan/transform.js";
import { addsInHalf, usesMatrices } from "../plan/units.js";

const LARGEST_F16 = 65504;

/** ` in f16 arithmetic`, after the name of a 16-bit format; empty for other formats. */
export const arithmeticNote = (transform: Pick<Transform, "precision" | "arithmetic">): string =>
  isShort(transform.precision) ? ` in ${computedWith(transform)} arithmetic` : "";

/** Empty for other numbers. */
export function shortContractLines({ transform, kernels }: ScheduledPlan): readonly string[] {
  const { precision } = transform;
  if (!isShort(precision)) return [];
  const isShared = kernels.some((kernel, index) =>
    isShort(scheduledElements(transform, kernel, index, kernels.length).exchanged.storage),
  );
  const inParts = isShared && !(hasTwiddles(transform) && kernels.some(usesMatrices));
  const rounding =
    computedWith(transform) === precision
      ? `Arithmetic is in ${precision}.`
      : `Arithmetic is in single precision; numbers are rounded to ${precision} when they are stored${isShared ? " and between the steps of a kernel" : ""}.`;
  const overflow = `Numbers beyond ${LARGEST_F16} overflow to infinity: with n inputs of magnitude 1 an output can reach n, though most stay near the square root of n. A scale below 1 is applied in parts, kernel by kernel${inParts ? " and butterfly by butterfly" : ""}.`;
  const usual = usualOutput(transform);
  const underflow =
    usual < LEAST_NORMAL_F16
      ? [
          `Outputs lose digits: of inputs in [-1, 1) they are about ${usual.toExponential(1)}, and numbers below 6.1e-5 lie in steps of 6.0e-8. The error bound allows for that; with a larger scale they would have 11 bits.`,
        ]
      : [];
  const inHalf = kernels.some(({ subComputations }) => subComputations.some(addsInHalf));
  const sums = inHalf ? ["Products on tensor cores are accumulated in f16."] : [];
  return [rounding, ...sums, ...(precision === "f16" ? [overflow, ...underflow] : [])];
}
