import { plan } from "fftgen";

/**
 * 1024 complex-to-complex FFT, f16, forward, natural order.
 * Three passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1024 },
    precision: "f16",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 65536,
  },
  kernels: ["{ X(32,32,32,1024,no-tw) X(32,32,1,32,pre-tw) } on 32 threads, 16 blocks/SM, powers, short exchange"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:3f9c41821c3bc6b0c9a62a591709288c7367fb9533f68fbac1b6d1fff78ed937",
      milliseconds: 0.1331,
      ratioToCopy: 1.02,
      ratioToCufft: 1.162,
      relativeL2Error: 0.000294,
    },
  ],
});
