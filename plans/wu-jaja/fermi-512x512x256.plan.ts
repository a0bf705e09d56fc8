import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.2.4: Fermi 512x512x256.
 * The paper lists X first: 256x512x512, X = 256. The second kernel only finishes Y; X rides in the other three.
 */
export default plan({
  transform: { lengths: { Z: 512, Y: 512, X: 256 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,4,64,256,tw) Y(32,16,32,512,tw) }",
    "{ Y(16,32,1,32,no-tw) }",
    "{ X(32,8,8,64,tw) Z(32,16,32,512,tw) }",
    "{ X(32,8,1,8,no-tw) Z(16,32,1,32,no-tw) }",
  ],
});
