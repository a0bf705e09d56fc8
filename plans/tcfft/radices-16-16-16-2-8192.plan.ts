import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, section 3.1: the radix-8192
 * merging kernel, the largest, whose last sub-merging is of radix 2. Twiddle factors stand before the butterflies, as
 * in its equation 3.
 * What differs: the radix-2 sub-merging computes in single precision where the paper's does in halves; output in
 * natural order; factors from a table.
 */
export default plan({
  transform: { lengths: { X: 8192 }, precision: "f16", batch: 2048 },
  kernels: [
    "{ X(512,16@mma,512,8192,no-tw) X(512,16@mma,32,512,pre-tw) X(512,16@mma,2,32,pre-tw) X(4096,2,1,2,pre-tw) } on 256 threads, 2 blocks/SM, table",
  ],
});
