import { plan } from "fftgen";

/**
 * 3375 complex-to-real FFT, f32, natural order.
 * One pass over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "c2r", lengths: { X: 3375 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 39768 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ real: X(125,27,125,3375,no-tw) X(675,5,25,125,pre-tw) X(135,25,1,25,pre-tw) } on 135 threads, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:14af0dfe7ac2aa6955a2e1ff91744b8516575b4df2d89afc8a7c7c4b5963bd9d",
      milliseconds: 0.3264,
      ratioToCopy: 1.279,
      ratioToCufft: 2.692,
      relativeL2Error: 1.28e-7,
    },
  ],
});
