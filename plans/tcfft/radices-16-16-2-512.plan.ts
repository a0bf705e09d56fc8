import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, section 3.2, algorithm 1: the
 * radix-512 merging kernel, two radix-16 sub-mergings on tensor cores and one of radix 2. Twiddle factors stand
 * before the butterflies, as in its equation 3.
 * What differs: the radix-2 sub-merging computes in single precision where the paper's does in halves; output in
 * natural order; factors from a table.
 */
export default plan({
  transform: { lengths: { X: 512 }, precision: "f16", batch: 32768 },
  kernels: [
    "{ X(32,16@mma,32,512,no-tw) X(32,16@mma,2,32,pre-tw) X(256,2,1,2,pre-tw) } on 32 threads, 2 columns, 16 blocks/SM, table",
  ],
});
