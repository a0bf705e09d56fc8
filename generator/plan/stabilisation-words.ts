// What titles and contracts say of rounding errors that are kept.
import { stabilisationOf, type Stabilisation, type Transform } from "./transform.js";

const METHODS: Readonly<Record<Stabilisation, string | undefined>> = {
  none: undefined,
  kahan: "Kahan-stabilised",
  neumaier: "Neumaier-stabilised",
  "semi-kahan": "Kahan-stabilised within kernels",
  "semi-neumaier": "Neumaier-stabilised within kernels",
};

export const stabilisationTitle = (transform: Transform): string | undefined => METHODS[stabilisationOf(transform)];

export function stabilisationSentence(transform: Transform): string | undefined {
  const stabilisation = stabilisationOf(transform);
  return stabilisation === "none"
    ? undefined
    : `Rounding errors of all additions are kept and applied (Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025, section ${stabilisation.endsWith("kahan") ? "3.3.1" : "3.3.2"})${stabilisation.startsWith("semi") ? ", within each kernel" : ""}.`;
}
