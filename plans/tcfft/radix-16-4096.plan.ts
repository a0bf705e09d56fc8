import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, section 3.1: the radix-4096
 * merging kernel, three radix-16 sub-mergings on tensor cores. Twiddle factors stand before the butterflies, as in
 * its equation 3.
 * What differs: output in natural order, factors from a table.
 */
export default plan({
  transform: { lengths: { X: 4096 }, precision: "f16", batch: 4096 },
  kernels: [
    "{ X(256,16@mma,256,4096,no-tw) X(256,16@mma,16,256,pre-tw) X(256,16@mma,1,16,pre-tw) } on 128 threads, 4 blocks/SM, table",
  ],
});
