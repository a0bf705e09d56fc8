import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, section 5.3, table 8: three dimensions of radix 4. Every butterfly is a product of matrices whose inputs are
 * split into two halves, scaled by their largest magnitudes (algorithm 1).
 * What differs: three kernels, one for each dimension with all its levels, work along a dimension where it lies; the
 * paper permutes dimensions between transforms of rows, and has a kernel for the splitting, one for the product and
 * one for the sum of each level.
 */
export default plan({
  transform: { lengths: { Z: 64, Y: 64, X: 64 }, precision: "f32", batch: 64 },
  kernels: [
    "{ X(16,4@kang,16,64,tw) X(16,4@kang,4,16,tw) X(16,4@kang,1,4,no-tw) } on 256 threads, 32 columns, table",
    "{ Y(16,4@kang,16,64,tw) Y(16,4@kang,4,16,tw) Y(16,4@kang,1,4,no-tw) } on 256 threads, 32 columns, table",
    "{ Z(16,4@kang,16,64,tw) Z(16,4@kang,4,16,tw) Z(16,4@kang,1,4,no-tw) } on 256 threads, 32 columns, table",
  ],
});
