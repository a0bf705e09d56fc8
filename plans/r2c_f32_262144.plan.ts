import { plan } from "fftgen";

/**
 * 262144 real-to-complex FFT, f32, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "r2c", lengths: { X: 262144 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 512 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(8192,16,8192,131072,no-tw) X(4096,32,256,8192,pre-tw) X(8192,16,16,256,pre-tw) X(8192,16,1,16,pre-tw) } on 512 threads, cluster 16 after 2, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:815dbc7ca689e1366db80ef7dd6e4e23ce7747166318a4d99e31df21b8b69266",
      milliseconds: 0.4863,
      ratioToCopy: 1.884,
      ratioToCufft: 2.374,
      relativeL2Error: 2.05e-7,
    },
  ],
});
