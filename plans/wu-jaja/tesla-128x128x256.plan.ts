import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.1.5: Tesla 128x128x256.
 * The paper lists X first: 256x128x128, X = 256. Three kernels, the middle one with a step of every dimension: 144
 * GFlops on the C1060. For the GTX280 the paper tuned this size anew (section 5.1) but does not print that plan.
 */
export default plan({
  transform: { lengths: { Z: 128, Y: 128, X: 256 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,4,64,256,tw) Y(4,32,4,128,tw) }",
    "{ X(32,8,8,64,tw) Y(32,4,1,4,no-tw) Z(32,4,32,128,tw) }",
    "{ X(32,8,1,8,no-tw) Z(4,32,1,32,no-tw) }",
  ],
});
