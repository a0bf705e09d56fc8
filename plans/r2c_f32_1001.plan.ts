import { plan } from "fftgen";

/**
 * 1001 real-to-complex FFT, f32, natural order.
 * One pass over memory; fastest of 30 plans measured on NVIDIA H200.
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
    "{ real: X(91,11,91,1001,no-tw) X(143,7,13,91,pre-tw) X(77,13,1,13,pre-tw) } on 154 threads, prefetch, distance 792, 2 columns, 6 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:1c998b05a2d8c43d064d2529d66876121976c15e0d927d035f3df75a3116f0c3",
      milliseconds: 0.2913,
      ratioToCopy: 1.139,
      ratioToCufft: 3.396,
      relativeL2Error: 1.22e-7,
    },
  ],
});
