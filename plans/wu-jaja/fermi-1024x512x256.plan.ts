import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.2.5: Fermi 1024x512x256.
 * The paper lists X first: 256x512x1024, X = 256. It prints `Z(32,32,32,512,tw)` in the third kernel; Z has length
 * 1024, so `Z(32,32,32,1024,tw)` is meant.
 */
export default plan({
  transform: { lengths: { Z: 1024, Y: 512, X: 256 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,4,64,256,tw) Y(32,16,32,512,tw) }",
    "{ X(32,8,8,64,tw) Y(16,32,1,32,no-tw) }",
    "{ X(32,8,1,8,no-tw) Z(32,32,32,1024,tw) }",
    "{ Z(32,32,1,32,no-tw) }",
  ],
});
