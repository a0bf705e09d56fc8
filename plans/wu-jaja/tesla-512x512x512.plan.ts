import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.6: Tesla 512x512x512.
 * X is cut into four, 4*4*8*4, so that every kernel carries a step of it. Radix 32, needed for Y and Z, fits into the
 * registers of one Tesla thread; a Fermi thread has half as many (section 4.2.1).
 */
export default plan({
  transform: { lengths: { Z: 512, Y: 512, X: 512 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(128,4,128,512,tw) Y(32,16,32,512,tw) }",
    "{ X(128,4,32,128,tw) Y(16,32,1,32,no-tw) }",
    "{ X(64,8,4,32,tw) Z(32,16,32,512,tw) }",
    "{ X(128,4,1,4,no-tw) Z(16,32,1,32,no-tw) }",
  ],
});
