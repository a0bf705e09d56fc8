import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, sections 3.1 and 4.2 and
 * figures 4 and 7(a): 131072 points by two merging kernels, of radices 512 and 256, each of which takes 16
 * neighbouring columns, 64 contiguous bytes (table 2 has 16 to 256). Twiddle factors stand before the butterflies, as
 * in its equation 3.
 * What differs: the paper does not say which merging comes first, nor is its "changing order" of intermediate data
 * kept: kernels read and write natural order. The radix-2 sub-merging computes in single precision.
 */
export default plan({
  transform: { lengths: { X: 131072 }, precision: "f16", batch: 128 },
  kernels: [
    "{ X(8192,16@mma,8192,131072,no-tw) X(8192,16@mma,512,8192,pre-tw) X(65536,2,256,512,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, table",
    "{ X(8192,16@mma,16,256,pre-tw) X(8192,16@mma,1,16,pre-tw) } on 128 threads, 16 columns, 4 blocks/SM, table, streaming stores",
  ],
});
