import { plan } from "fftgen";

/**
 * 37 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 37 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1813752,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ X(1,37,1,37,no-tw) } on 64 threads, prefetch, distance 528, 64 columns, 4 blocks/SM, powers"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:7e4fbb092cdacf06ee9ef041d7c9885d5f09fdc35fd6d7c7ec97418a9364ddc2",
      milliseconds: 0.2626,
      ratioToCopy: 1.024,
      ratioToCufft: 3.186,
      relativeL2Error: 8.34e-8,
    },
  ],
});
