import { plan } from "fftgen";

/**
 * 521 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 521 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 128807,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(20,26,20,520,no-tw) X(26,20,1,20,pre-tw) } on 104 threads, prefetch, 4 columns, 6 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:59c282a31ec2a16f11464e1db477a0a7815031d329b69a70fbbac5e0286b1e50",
      milliseconds: 0.3936,
      ratioToCopy: 1.543,
      ratioToCufft: 2.95,
      relativeL2Error: 1.58e-7,
    },
  ],
});
