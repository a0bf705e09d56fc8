import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.4: Tesla 128x128x128.
 * Three kernels instead of four: the middle one holds a step of every dimension, the radix-4 steps of Y and Z among
 * them, and the radix-32 steps stand in the outer two.
 */
export default plan({
  transform: { lengths: { Z: 128, Y: 128, X: 128 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(32,4,32,128,tw) Y(4,32,4,128,tw) }",
    "{ X(16,8,4,32,tw) Y(32,4,1,4,no-tw) Z(32,4,32,128,tw) }",
    "{ X(32,4,1,4,no-tw) Z(4,32,1,32,no-tw) }",
  ],
});
