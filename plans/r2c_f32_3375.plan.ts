import { plan } from "fftgen";

/**
 * 3375 real-to-complex FFT, f32, natural order.
 * One pass over memory; fastest of 5 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "r2c", lengths: { X: 3375 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 39768 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ real: X(135,25,135,3375,no-tw) X(675,5,27,135,pre-tw) X(125,27,1,27,pre-tw) } on 135 threads, 5 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:414a6faf60e01dcb595000ffa37d343187127a4ac133e36928f500e310680690",
      milliseconds: 0.2994,
      ratioToCopy: 1.172,
      ratioToCufft: 2.762,
      relativeL2Error: 1.34e-7,
    },
  ],
});
