import { plan } from "fftgen";

/**
 * 134217728 complex-to-complex FFT, f32, forward, natural order.
 * Three passes over memory; fastest of 10 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 134217728 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(16777216,8,16777216,134217728,no-tw) X(16777216,8,2097152,16777216,pre-tw) X(8388608,16,131072,2097152,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 64 columns, powers, streaming stores",
    "{ X(8388608,16,8192,131072,pre-tw) X(8388608,16,512,8192,pre-tw) } on 1024 threads, cluster 2 after 1, prefetch, ticket, 64 columns, powers",
    "{ X(8388608,16,32,512,pre-tw) X(4194304,32,1,32,pre-tw) } on 512 threads, cluster 2 after 1, prefetch, ticket, 32 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:3cd44339e5d1efc80f2733233ddd3929e4d45f03de8a9669548341f67a353724",
      milliseconds: 1.669,
      ratioToCopy: 3.284,
      ratioToCufft: 1.185,
      relativeL2Error: 3.1e-7,
    },
  ],
});
