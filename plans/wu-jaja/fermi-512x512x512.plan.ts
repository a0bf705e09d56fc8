import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", appendix A.2.6: Fermi 512x512x512.
 * X is cut into 8*8*8, three steps where the Tesla plan of this size has four; the first Z kernel carries none.
 */
export default plan({
  transform: { lengths: { Z: 512, Y: 512, X: 512 }, precision: "f32", order: "digit-reversed" },
  kernels: [
    "{ X(64,8,64,512,tw) Y(32,16,32,512,tw) }",
    "{ X(64,8,8,64,tw) Y(16,32,1,32,no-tw) }",
    "{ Z(32,16,32,512,tw) }",
    "{ X(64,8,1,8,no-tw) Z(16,32,1,32,no-tw) }",
  ],
});
