import { plan } from "fftgen";

/**
 * 1001 real-to-complex FFT, f32, natural order.
 * One pass over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "r2c",
    lengths: { X: 1001 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 134083,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(77,13,77,1001,no-tw) X(143,7,11,77,pre-tw) X(91,11,1,11,pre-tw) } on 182 threads, prefetch, 2 columns, 6 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:4a13a39353cb9f7c62a9d3f34c75197708924f3a2e08b3078530b9ea2b9b646a",
      milliseconds: 0.3239,
      ratioToCopy: 1.267,
      ratioToCufft: 3.054,
      relativeL2Error: 1.09e-7,
    },
  ],
});
