import { plan } from "fftgen";

/**
 * 32768 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 30 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 32768 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 4096,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(2048,16,2048,32768,no-tw) X(4096,8,256,2048,pre-tw) X(2048,16,16,256,pre-tw) X(2048,16,1,16,pre-tw) } on 1024 threads, cluster 4 after 2, prefetch, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:b200da5dedc54add11f025adaab14935642caa149ceba2a59dfa5a38a74d0f1c",
      milliseconds: 0.5836,
      ratioToCopy: 1.152,
      ratioToCufft: 1.722,
      relativeL2Error: 1.79e-7,
    },
  ],
});
