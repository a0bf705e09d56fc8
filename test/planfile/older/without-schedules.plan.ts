import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.2.2: Fermi 1024x1024x128.
 * The paper lists X first: 128x1024x1024, X = 128. Every step of Y and Z has radix 32; the first Z kernel carries no
 * step of X.
 */
export default plan({
  transform: { lengths: { Z: 1024, Y: 1024, X: 128 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,2,64,128,tw) Y(32,32,32,1024,tw) }",
    "{ X(16,8,8,64,tw) Y(32,32,1,32,no-tw) }",
    "{ Z(32,32,32,1024,tw) }",
    "{ X(16,8,1,8,no-tw) Z(32,32,1,32,no-tw) }",
  ],
});
