import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, sections 4.1 and 4.2, table 3: radix 8. Every butterfly is a product of matrices whose inputs are split into
 * two halves, scaled by their largest magnitudes (algorithm 1). The matrix of radix 8 is rounded to halves: errors of
 * about 1e-4.
 * What differs: all levels run in one kernel between one read and one write of device memory, where the paper has a
 * kernel for the splitting, one for the product and one for the sum of each level; real and imaginary parts go into
 * one product and share its scales; twiddle factors follow the butterflies.
 */
export default plan({
  transform: { lengths: { X: 512 }, precision: "f32", batch: 32768 },
  kernels: ["{ X(64,8@kang,64,512,tw) X(64,8@kang,8,64,tw) X(64,8@kang,1,8,no-tw) } on 256 threads, 4 columns, table"],
});
