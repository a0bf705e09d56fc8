import { plan } from "fftgen";

/**
 * 2049 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 30 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 2049 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32752,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader Y(1,3,1,3,no-tw) X(31,22,31,682,no-tw) X(22,31,1,31,pre-tw) } on 93 threads, prefetch, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:fdc5a38833f4cda94321ffe013f69c33f5c01536d7e8853d9e433a312e8afb51",
      milliseconds: 0.6433,
      ratioToCopy: 2.522,
      ratioToCufft: 2.136,
      relativeL2Error: 1.68e-7,
    },
  ],
});
