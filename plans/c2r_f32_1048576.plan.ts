import { plan } from "fftgen";

/**
 * 1048576 complex-to-real FFT, f32, natural order.
 * Two passes over memory; fastest of 60 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "c2r",
    lengths: { X: 1048576 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 128,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(32768,16,32768,524288,no-tw) X(32768,16,2048,32768,pre-tw) } on 512 threads, 64 columns, powers",
    "{ pairs: X(65536,8,256,2048,pre-tw) X(32768,16,16,256,pre-tw) X(32768,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 32 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:d3f22540f496d12565daad7db8423f7cbb4cd2c4ab3760816aeaa9355e4bdc83",
      milliseconds: 0.5834,
      ratioToCopy: 2.254,
      ratioToCufft: 1.609,
      relativeL2Error: 2.06e-7,
    },
  ],
});
