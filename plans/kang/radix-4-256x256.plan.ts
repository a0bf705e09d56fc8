import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, section 5.3, table 5: two dimensions of radix 4. Every butterfly is a product of matrices whose inputs are
 * split into two halves, scaled by their largest magnitudes (algorithm 1).
 * What differs: two kernels, one for each dimension with all its levels, work along a dimension where it lies; the
 * paper permutes dimensions between transforms of rows, and has a kernel for the splitting, one for the product and
 * one for the sum of each level.
 */
export default plan({
  transform: { lengths: { Y: 256, X: 256 }, precision: "f32", batch: 256 },
  kernels: [
    "{ X(64,4@kang,64,256,tw) X(64,4@kang,16,64,tw) X(64,4@kang,4,16,tw) X(64,4@kang,1,4,no-tw) } on 256 threads, 8 columns, table",
    "{ Y(64,4@kang,64,256,tw) Y(64,4@kang,16,64,tw) Y(64,4@kang,4,16,tw) Y(64,4@kang,1,4,no-tw) } on 512 threads, 16 columns, table",
  ],
});
