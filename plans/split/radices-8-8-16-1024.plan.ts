import { plan } from "fftgen";

/**
 * Ours: single-precision data on tensor cores. Each butterfly's inputs share one power of two as scale and are the
 * sums of two halves, and so is its matrix: three products; the fourth, of the small parts, is left out. Unlike Sorna
 * et al. and Kang et al., whose radices are 4 and 2, 4, 8, radix 16 is as accurate as f32, because the matrix is
 * split too.
 * 1024 = 8 * 8 * 16 points in one kernel.
 */
export default plan({
  transform: { lengths: { X: 1024 }, precision: "f32", batch: 16384 },
  kernels: [
    "{ X(128,8@split,128,1024,tw) X(128,8@split,16,128,tw) X(64,16@split,1,16,no-tw) } on 64 threads, 8 blocks/SM, table",
  ],
});
