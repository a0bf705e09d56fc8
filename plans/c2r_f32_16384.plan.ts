import { plan } from "fftgen";

/**
 * 16384 complex-to-real FFT, f32, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "c2r", lengths: { X: 16384 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 8192 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(512,16,512,8192,no-tw) X(512,16,32,512,pre-tw) X(256,32,1,32,pre-tw) } on 256 threads, 2 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:74f2014631d79104389bbea113afa4c0407f0f07b89f2c4d75469a7c02fc2477",
      milliseconds: 0.2704,
      ratioToCopy: 1.045,
      ratioToCufft: 1.069,
      relativeL2Error: 1.88e-7,
    },
  ],
});
