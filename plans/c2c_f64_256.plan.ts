import { plan } from "fftgen";

/**
 * 256 complex-to-complex FFT, f64, forward, natural order.
 * One pass over memory; fastest of 1 plan measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 256 },
    precision: "f64",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 262144,
  },
  kernels: ["{ X(32,8,32,256,no-tw) X(64,4,8,32,pre-tw) X(32,8,1,8,pre-tw) } on 32 threads, 16 blocks/SM, table"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:6f563bf38625e13c770cf3f7fc0089d690d8c76da927e5e6d8f87aae0d725160",
      milliseconds: 0.5099,
      ratioToCopy: 1.002,
      ratioToCufft: 0.9989,
      relativeL2Error: 1.82e-16,
    },
  ],
});
