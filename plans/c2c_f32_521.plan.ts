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
    "{ rader X(26,20,26,520,no-tw) X(20,26,1,26,pre-tw) } on 104 threads, prefetch, 4 columns, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:9f26d3abbdec7609ce24dddc030aef0f95c3c0f7119d31cdcdaaff3201bcd307",
      milliseconds: 0.3691,
      ratioToCopy: 1.445,
      ratioToCufft: 3.146,
      relativeL2Error: 1.5e-7,
    },
  ],
});
