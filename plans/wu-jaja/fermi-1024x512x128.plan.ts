import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.2.1: Fermi 1024x512x128.
 * The paper lists X first: 128x512x1024, X = 128. The first Z kernel, of radix 32, carries no step of X.
 */
export default plan({
  transform: { lengths: { Z: 1024, Y: 512, X: 128 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,2,64,128,tw) Y(16,32,16,512,tw) }",
    "{ X(16,8,8,64,tw) Y(32,16,1,16,no-tw) }",
    "{ Z(32,32,32,1024,tw) }",
    "{ X(16,8,1,8,no-tw) Z(32,32,1,32,no-tw) }",
  ],
});
