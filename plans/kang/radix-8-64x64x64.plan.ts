import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, section 5.3, table 9: three dimensions of radix 8. Every butterfly is a product of matrices whose inputs are
 * split into two halves, scaled by their largest magnitudes (algorithm 1). The matrix of radix 8 is rounded to
 * halves: errors of about 1e-4.
 * What differs: three kernels, one for each dimension with all its levels, work along a dimension where it lies; the
 * paper permutes dimensions between transforms of rows, and has a kernel for the splitting, one for the product and
 * one for the sum of each level.
 */
export default plan({
  transform: { lengths: { Z: 64, Y: 64, X: 64 }, precision: "f32", batch: 64 },
  kernels: [
    "{ X(8,8@kang,8,64,tw) X(8,8@kang,1,8,no-tw) } on 256 threads, 32 columns, table",
    "{ Y(8,8@kang,8,64,tw) Y(8,8@kang,1,8,no-tw) } on 256 threads, 32 columns, table",
    "{ Z(8,8@kang,8,64,tw) Z(8,8@kang,1,8,no-tw) } on 256 threads, 32 columns, table",
  ],
});
