import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.1: Tesla 256x256x256.
 * The paper's running example: each of Y and Z takes two kernels, and the three steps of X ride in the last three.
 */
export default plan({
  transform: { lengths: { Z: 256, Y: 256, X: 256 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ Y(16,16,16,256,tw) }",
    "{ X(64,4,64,256,tw) Y(16,16,1,16,no-tw) }",
    "{ X(32,8,8,64,tw) Z(16,16,16,256,tw) }",
    "{ X(32,8,1,8,no-tw) Z(16,16,1,16,no-tw) }",
  ],
});
