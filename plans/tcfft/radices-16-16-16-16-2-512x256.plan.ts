import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, sections 3.1 and 5.3 and
 * figures 5 and 7(b): a radix-256 merging kernel for the rows and a radix-512 one for the columns, where the paper
 * gains most over cuFFT. Twiddle factors stand before the butterflies, as in its equation 3.
 * What differs: the radix-2 sub-merging computes in single precision; output in natural order; factors from a table.
 */
export default plan({
  transform: { lengths: { Y: 512, X: 256 }, precision: "f16", batch: 128 },
  kernels: [
    "{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 32 threads, 4 columns, 16 blocks/SM, table",
    "{ Y(32,16@mma,32,512,no-tw) Y(32,16@mma,2,32,pre-tw) Y(256,2,1,2,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, table, streaming stores",
  ],
});
