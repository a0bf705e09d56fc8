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
      text: "sha256:8525c7b6e19aa1212aba719c3a5195c191f1432610cb24dab0e45a109ce3b152",
      milliseconds: 0.1331,
      ratioToCopy: 1.02,
      ratioToCufft: 1.162,
      relativeL2Error: 0.000294,
    },
  ],
});
