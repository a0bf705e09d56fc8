import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, section 3.2: the radix-256
 * merging kernel, two radix-16 sub-mergings on tensor cores. Twiddle factors stand before the butterflies, as in its
 * equation 3.
 * What differs: output in natural order, factors from a table, and what sub-mergings exchange is rounded to halves,
 * as in the paper.
 */
export default plan({
  transform: { lengths: { X: 256 }, precision: "f16", batch: 65536 },
  kernels: ["{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 32 threads, 4 columns, 16 blocks/SM, table"],
});
