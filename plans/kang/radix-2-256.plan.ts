import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, sections 4.2 and 5.4, table 1: radix 2, two butterflies at a time, with their matrix twice on the diagonal of
 * one of four points. Every butterfly is a product of matrices whose inputs are split into two halves, scaled by
 * their largest magnitudes (algorithm 1).
 * What differs: all levels run in one kernel between one read and one write of device memory, where the paper has a
 * kernel for the splitting, one for the product and one for the sum of each level; real and imaginary parts go into
 * one product and share its scales; twiddle factors follow the butterflies.
 */
export default plan({
  transform: { lengths: { X: 256 }, precision: "f32", batch: 65536 },
  kernels: [
    "{ X(128,2@kang,128,256,tw) X(128,2@kang,64,128,tw) X(128,2@kang,32,64,tw) X(128,2@kang,16,32,tw) X(128,2@kang,8,16,tw) X(128,2@kang,4,8,tw) X(128,2@kang,2,4,tw) X(128,2@kang,1,2,no-tw) } on 256 threads, 8 columns, table",
  ],
});
