import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.3: Tesla 256x256x1024.
 * The paper lists X first: 1024x256x256, X = 1024. X is cut into four, 4*4*8*8, so that every kernel carries a step
 * of it.
 */
export default plan({
  transform: { lengths: { Z: 256, Y: 256, X: 1024 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(256,4,256,1024,tw) Y(16,16,16,256,tw) }",
    "{ X(256,4,64,256,tw) Y(16,16,1,16,no-tw) }",
    "{ X(128,8,8,64,tw) Z(16,16,16,256,tw) }",
    "{ X(128,8,1,8,no-tw) Z(16,16,1,16,no-tw) }",
  ],
});
