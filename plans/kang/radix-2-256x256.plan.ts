import { plan } from "fftgen";

/**
 * Kang, Glaeser, D'Azevedo, Wong & Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU",
 * 2019, sections 5.3 and 5.4, table 4: two dimensions of radix 2. Every butterfly is a product of matrices whose
 * inputs are split into two halves, scaled by their largest magnitudes (algorithm 1).
 * What differs: two kernels, one for each dimension with all its levels, work along a dimension where it lies; the
 * paper permutes dimensions between transforms of rows, and has a kernel for the splitting, one for the product and
 * one for the sum of each level.
 */
export default plan({
  transform: { lengths: { Y: 256, X: 256 }, precision: "f32", batch: 256 },
  kernels: [
    "{ X(128,2@kang,128,256,tw) X(128,2@kang,64,128,tw) X(128,2@kang,32,64,tw) X(128,2@kang,16,32,tw) X(128,2@kang,8,16,tw) X(128,2@kang,4,8,tw) X(128,2@kang,2,4,tw) X(128,2@kang,1,2,no-tw) } on 256 threads, 8 columns, table",
    "{ Y(128,2@kang,128,256,tw) Y(128,2@kang,64,128,tw) Y(128,2@kang,32,64,tw) Y(128,2@kang,16,32,tw) Y(128,2@kang,8,16,tw) Y(128,2@kang,4,8,tw) Y(128,2@kang,2,4,tw) Y(128,2@kang,1,2,no-tw) } on 512 threads, 16 columns, table",
  ],
});
