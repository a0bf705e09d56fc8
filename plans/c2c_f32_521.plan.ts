import { plan } from "fftgen";

/**
 * 521 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 8 plans measured on NVIDIA H200.
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
    "{ rader X(26,20,26,520,no-tw) X(20,26,1,26,pre-tw) } on 104 threads, prefetch, distance 660, 4 columns, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:6a1d3a6fc1345f305c9648f9cd66dcabec6a3a016a33e2363fb1d6b5282f4df2",
      milliseconds: 0.3691,
      ratioToCopy: 1.445,
      ratioToCufft: 3.146,
      relativeL2Error: 1.5e-7,
    },
  ],
});
