// What titles and contracts say of rounding errors that are kept.
import type { Stabilisation, WalshTransform } from "./transform.js";

const METHODS: Readonly<Record<Stabilisation, string | undefined>> = {
  none: undefined,
  kahan: "Kahan-stabilised",
  neumaier: "Neumaier-stabilised",
  "semi-kahan": "Kahan-stabilised within kernels",
  "semi-neumaier": "Neumaier-stabilised within kernels",
};

export const stabilisationTitle = ({ stabilisation }: WalshTransform): string | undefined => METHODS[stabilisation];

export const stabilisationSentence = ({ stabilisation }: WalshTransform): string | undefined =>
  stabilisation === "none"
    ? undefined
    : `Rounding errors of all additions are kept and applied (Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025, section ${stabilisation.endsWith("kahan") ? "3.3.1" : "3.3.2"})${stabilisation.startsWith("semi") ? ", within each kernel" : ""}.`;
