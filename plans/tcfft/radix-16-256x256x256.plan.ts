import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, section 3.1: its radix-256
 * merging kernel for each dimension. Twiddle factors stand before the butterflies, as in its equation 3.
 * What differs: the paper has one and two dimensions, this is the same in three.
 */
export default plan({
  transform: { lengths: { Z: 256, Y: 256, X: 256 }, precision: "f16" },
  kernels: [
    "{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 32 threads, 4 columns, 16 blocks/SM, table",
    "{ Y(16,16@mma,16,256,no-tw) Y(16,16@mma,1,16,pre-tw) } on 256 threads, 32 columns, 2 blocks/SM, table",
    "{ Z(16,16@mma,16,256,no-tw) Z(16,16@mma,1,16,pre-tw) } on 256 threads, 32 columns, 2 blocks/SM, table, streaming stores",
  ],
});
