// The convolution that the kernels of a pass compute together: of Bluestein's transform through a longer length, of Rader's through one
// point less, beside a factor that the prime does not divide; or none, where they are butterflies of the transform itself, and where each
// kernel along one of several axes has a convolution of its own.
import { isBluestein, paddedLength, paddedTransform } from "./bluestein.js";
import { coprimeFactor } from "./coprime.js";
import type { PlanKernel } from "./plan.js";
import { raderTransform } from "./rader.js";
import type { FourierTransform, Transform } from "./transform.js";

export type Convolution =
  | { readonly kind: "none" }
  | { readonly kind: "bluestein"; readonly inside: FourierTransform }
  | { readonly kind: "rader"; readonly inside: FourierTransform; readonly factor: number };

/** Its kind alone, which a search asks of each kernel that it places. */
export function convolutionKind(transform: Transform, kernels: readonly PlanKernel[]): Convolution["kind"] {
  if (isBluestein(transform, kernels)) return "bluestein";
  const [kernel, ...others] = kernels;
  const isAlone = transform.axes.length === 1 && others.length === 0 && kernel?.hermitian === undefined;
  return isAlone && kernel?.through === "rader" ? "rader" : "none";
}

export function convolutionOf(transform: Transform, kernels: readonly PlanKernel[]): Convolution {
  const kind = convolutionKind(transform, kernels);
  switch (kind) {
    case "none":
      return { kind };
    case "bluestein":
      return { kind, inside: paddedTransform(transform, paddedLength(kernels)) };
    case "rader": {
      const factor = coprimeFactor(transform, kernels);
      return { kind, inside: raderTransform(transform, factor), factor };
    }
  }
}
