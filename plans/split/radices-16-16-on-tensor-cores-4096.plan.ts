import { plan } from "fftgen";

/**
 * Ours: single-precision data on tensor cores. Each butterfly's inputs share one power of two as scale and are the
 * sums of two halves, and so is its matrix: three products; the fourth, of the small parts, is left out. Unlike Sorna
 * et al. and Kang et al., whose radices are 4 and 2, 4, 8, radix 16 is as accurate as f32, because the matrix is
 * split too.
 * 4096 points in one kernel of three radix-16 steps, the first on CUDA cores: splitting takes more instructions than a
 * butterfly does, and with one split less it takes 0.631 ms instead of 0.731 for 2^27 points (H200).
 */
export default plan({
  transform: { lengths: { X: 4096 }, precision: "f32", batch: 4096 },
  kernels: [
    "{ X(256,16,256,4096,tw) X(256,16@split,16,256,tw) X(256,16@split,1,16,no-tw) } on 128 threads, 3 blocks/SM, table, streaming stores",
  ],
});
