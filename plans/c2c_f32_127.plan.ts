import { plan } from "fftgen";

/**
 * 127 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 7 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 127 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 528416,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(9,14,9,126,no-tw) X(14,9,1,9,pre-tw) } on 144 threads, prefetch, distance 660, 16 columns, 5 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:c42318731cb53c3f2969a4ef372b428e76bd917bab0f6d3ad88955cac942c3a8",
      milliseconds: 0.3079,
      ratioToCopy: 1.21,
      ratioToCufft: 6.152,
      relativeL2Error: 1.57e-7,
    },
  ],
});
