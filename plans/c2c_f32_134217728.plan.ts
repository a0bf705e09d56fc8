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
    "{ X(16777216,8,16777216,134217728,no-tw) X(8388608,16,1048576,16777216,pre-tw) X(16777216,8,131072,1048576,pre-tw) X(8388608,16,8192,131072,pre-tw) } on 1024 threads, cluster 16 after 2, 8 columns, powers, streaming stores, tiled",
    "{ X(16777216,8,1024,8192,pre-tw) X(8388608,16,64,1024,pre-tw) X(16777216,8,8,64,pre-tw) X(16777216,8,1,8,pre-tw) } on 1024 threads, cluster 16 after 2, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:0953809452ab06891da8190803e7e034b1a33bcd61690898a6b609eeb330d475",
      milliseconds: 1.563,
      ratioToCopy: 3.075,
      ratioToCufft: 1.266,
      relativeL2Error: 2.74e-7,
    },
  ],
});
