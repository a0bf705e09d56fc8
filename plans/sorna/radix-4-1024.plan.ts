import { plan } from "fftgen";

/**
 * Sorna, Cheng, D'Azevedo, Wong & Tomov, "Optimizing the Fast Fourier Transform using Mixed Precision on Tensor Core
 * Hardware", 2018, sections III and IV: radix 4, whose matrix halves hold exactly. Every butterfly is a product of
 * matrices whose inputs are split into two halves, each scaled by a power of two (section IV.A).
 * What differs: all levels run in one kernel, where the paper calls cuBLAS and kernels that split and transpose for
 * each; output in natural order without a transposition; twiddle factors follow the butterflies, real and imaginary
 * parts share scales.
 */
export default plan({
  transform: { lengths: { X: 1024 }, precision: "f32", batch: 16384 },
  kernels: [
    "{ X(256,4@sorna,256,1024,tw) X(256,4@sorna,64,256,tw) X(256,4@sorna,16,64,tw) X(256,4@sorna,4,16,tw) X(256,4@sorna,1,4,no-tw) } on 256 threads, 2 columns, table",
  ],
});
