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
      text: "sha256:47293c40c8fb7d578af486dc8dc61f0841fd5be4b01bdac1bf7f76fd1628634a",
      milliseconds: 0.2966,
      ratioToCopy: 1.156,
      ratioToCufft: 3.839,
      relativeL2Error: 9.56e-8,
    },
  ],
});
