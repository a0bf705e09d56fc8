import { plan } from "fftgen";

/**
 * Li, Cheng & Lin, "tcFFT: Accelerating Half-Precision FFT through Tensor Cores", 2021, sections 3.1 and 5.3 and
 * figure 5: a radix-256 merging kernel for the rows, and one for the columns of a 256x256 array with 32 neighbouring
 * columns in a block, the best choice of table 2. Twiddle factors stand before the butterflies, as in its equation 3.
 * What differs: output in natural order, factors from a table.
 */
export default plan({
  transform: { lengths: { Y: 256, X: 256 }, precision: "f16", batch: 256 },
  kernels: [
    "{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 32 threads, 4 columns, 16 blocks/SM, table",
    "{ Y(16,16@mma,16,256,no-tw) Y(16,16@mma,1,16,pre-tw) } on 256 threads, 32 columns, 2 blocks/SM, table, streaming stores",
  ],
});
