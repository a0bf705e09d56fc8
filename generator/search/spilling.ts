// How many registers the search leaves a kernel: what it is estimated to need (register-need.ts), and more where that is faster. What kernels need is
// spread about the estimate, by a logistic distribution of the logarithm; so a share of kernels that spill says how many more.
import { needWeights } from "../gpu/register-weights.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { isTurning } from "../layout/turning.js";
import type { TwiddleSource } from "../plan/plan.js";
import { registersToFit } from "./register-need.js";

/** Registers over those needed with which such a share of kernels spills. */
export const overNeed = (spilling: number, spread = needWeights.spread): number =>
  Math.exp(spread * Math.log((1 - spilling) / spilling));

/** Registers with which such a share of kernels spills. */
export const registersWith = (spilling: number) => {
  const over = overNeed(spilling);
  return (kernel: KernelGeometry, twiddles: TwiddleSource): number =>
    Math.ceil(over * registersToFit(kernel, twiddles));
};

/**
 * Beyond, a kernel is said to spill: of 12,059 kernels of lengths held out 1.9 % spill though this leaves them enough by the estimate, and 8.1 %
 * would not with fewer.
 */
export const LIKELY = 0.22;

/** What blocks of a cluster need: there are as many of them as there are. */
export const registersOnClusters = registersWith(LIKELY);

/**
 * Other kernels are at ease with more, which leaves the compiler room to load ahead: dct-4 of 4096 took 0.280 ms in 7 blocks to a multiprocessor
 * and 0.319 in 9, neither of which spills (H200).
 */
const withEase = registersWith(0.03);

/**
 * What goes there and back has twice as much to wait for, and more blocks at once are worth a few registers spilled: 4071 points took 0.171 ms
 * on 256 threads in 2 blocks, of which each spills 80 bytes, and 0.208 on 512 without (H200).
 */
const squeezed = registersWith(0.6);

/** What the search leaves to each thread. */
export const registersToLeave = (kernel: KernelGeometry, twiddles: TwiddleSource): number =>
  (isTurning(kernel.set, kernel.index) ? squeezed : withEase)(kernel, twiddles);

/** What is worth a try of blocks that would not fit a multiprocessor otherwise: most spill a little, some nothing. */
export const registersToTry = registersWith(0.8);

/**
 * Branches on clusters save a pass, which outweighs what they spill: 10007 points in f64 took 1.11 ms on branches that spill 28 bytes, and 1.34
 * otherwise (H200). Of those that need 1.46 to 1.53 times what they have ptxas spilled 8 to 340 bytes, of 1.87 times 1052 and more.
 */
export const registersOnBranches = registersWith(0.99);

/** Of kernels that gather and ask for nothing ahead, which take longer with fewer registers and more blocks to a multiprocessor instead. */
export const registersAtEase = registersWith(0.05);
