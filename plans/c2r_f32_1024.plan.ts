import { plan } from "fftgen";

/**
 * 1024 complex-to-real FFT, f32, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "c2r",
    lengths: { X: 1024 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 131072,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(64,8,64,512,no-tw) X(128,4,16,64,pre-tw) X(32,16,1,16,pre-tw) } on 32 threads, 16 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:8e9860aebfb2577876ce0e2abb8e36ffc9d211bb49aaf138ccd45e40da5b3f74",
      milliseconds: 0.2642,
      ratioToCopy: 1.019,
      ratioToCufft: 0.9944,
      relativeL2Error: 1.21e-7,
    },
  ],
});
