import { plan } from "fftgen";

/**
 * Ours: single-precision data on tensor cores. Each butterfly's inputs share one power of two as scale and are the
 * sums of two halves, and so is its matrix: three products; the fourth, of the small parts, is left out. Unlike Sorna
 * et al. and Kang et al., whose radices are 4 and 2, 4, 8, radix 16 is as accurate as f32, because the matrix is
 * split too.
 * A kernel for each of two dimensions.
 */
export default plan({
  transform: { lengths: { Y: 256, X: 256 }, precision: "f32", batch: 256 },
  kernels: [
    "{ X(16,16@split,16,256,tw) X(16,16@split,1,16,no-tw) } on 64 threads, 4 columns, 8 blocks/SM, table",
    "{ Y(16,16@split,16,256,tw) Y(16,16@split,1,16,no-tw) } on 256 threads, 16 columns, 2 blocks/SM, table",
  ],
});
