// How many registers the search leaves a kernel, so that ptxas spills none of them as far as can be told: what it is estimated to need
// (register-need.ts), and more where it is to be surer. What kernels need is spread about the estimate, by a logistic distribution of the logarithm.
import { needWeights } from "../gpu/register-weights.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { TwiddleSource } from "../plan/plan.js";
import { registersToFit } from "./register-need.js";

/** Registers over those needed with which such a share of kernels spills. */
export const overNeed = (spilling: number, spread = needWeights.spread): number =>
  Math.exp(spread * Math.log((1 - spilling) / spilling));

const registersWith = (spilling: number) => {
  const over = overNeed(spilling);
  return (kernel: KernelGeometry, twiddles: TwiddleSource): number =>
    Math.ceil(over * registersToFit(kernel, twiddles));
};

/** Of 11,000 kernels of lengths held out 2.0 % spill though this leaves them enough by the estimate, and 7.9 % would not with fewer. */
export const CAUTIOUS = 0.22;

/** What the search leaves to each thread. */
export const registersToLeave = registersWith(CAUTIOUS);

/** What is worth a try of blocks that would not fit a multiprocessor otherwise: most spill a little, some nothing. */
export const registersToTry = registersWith(0.8);

/** Of kernels that gather and ask for nothing ahead, which take longer with fewer registers and more blocks to a multiprocessor instead. */
export const registersAtEase = registersWith(0.05);
