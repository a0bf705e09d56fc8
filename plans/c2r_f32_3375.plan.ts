import { plan } from "fftgen";

/**
 * 3375 complex-to-real FFT, f32, natural order.
 * One pass over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "c2r", lengths: { X: 3375 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 39768 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(125,27,125,3375,no-tw) X(675,5,25,125,pre-tw) X(135,25,1,25,pre-tw) } on 135 threads, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:f9b8f8c9fa546bc73514ddbdd2514689705a794c45cef1d3c34d04cf5f41d803",
      milliseconds: 0.3264,
      ratioToCopy: 1.279,
      ratioToCufft: 2.692,
      relativeL2Error: 1.28e-7,
    },
  ],
});
