import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.2: Tesla 256x256x512.
 * The paper lists X first: 512x256x256, X = 512. X is cut into four, 4*2*8*8, so that every kernel carries a step of
 * it.
 */
export default plan({
  transform: { lengths: { Z: 256, Y: 256, X: 512 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(128,4,128,512,tw) Y(16,16,16,256,tw) }",
    "{ X(256,2,64,128,tw) Y(16,16,1,16,no-tw) }",
    "{ X(64,8,8,64,tw) Z(16,16,16,256,tw) }",
    "{ X(64,8,1,8,no-tw) Z(16,16,1,16,no-tw) }",
  ],
});
