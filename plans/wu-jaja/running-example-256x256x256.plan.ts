import { plan } from "fftgen";

/**
 * Wu & JaJa, "Optimized Strategies for Mapping Three-dimensional FFTs onto CUDA GPUs", section 4.3.2: the running example, 256x256x256 on Tesla.
 * The paper prints `Z(16,16,16,156,tw)` in the third kernel; `Z(16,16,16,256,tw)` is meant, as in appendix A.1.1,
 * which is the same plan. The radix-4 and radix-8 steps of X ride in the kernels of Y and Z.
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
