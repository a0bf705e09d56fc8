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
    "{ rader X(9,14,9,126,no-tw) X(14,9,1,9,pre-tw) } on 144 threads, prefetch, 16 columns, 5 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:da82b1d88c980216da0711ce5bb134439d070789d2be562fc6b4f38a0e91368e",
      milliseconds: 0.3079,
      ratioToCopy: 1.21,
      ratioToCufft: 6.152,
      relativeL2Error: 1.57e-7,
    },
  ],
});
