import { plan } from "fftgen";

/**
 * 61 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 61 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1100144,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ X(1,61,1,61,no-tw) } on 64 threads, 64 columns, 4 blocks/SM, powers"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:6216b98a21ecb59e4f15aad4814ff08b769892888c0108e16a69756ffabbcb35",
      milliseconds: 0.2966,
      ratioToCopy: 1.156,
      ratioToCufft: 3.839,
      relativeL2Error: 9.56e-8,
    },
  ],
});
