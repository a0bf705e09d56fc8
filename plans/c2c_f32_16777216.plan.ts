import { plan } from "fftgen";

/**
 * 16777216 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 24 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 16777216 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 8,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(2097152,8,2097152,16777216,no-tw) X(2097152,8,262144,2097152,pre-tw) X(2097152,8,32768,262144,pre-tw) X(2097152,8,4096,32768,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers, tiled",
    "{ X(1048576,16,256,4096,pre-tw) X(1048576,16,16,256,pre-tw) X(1048576,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:f11eb7bb1815c627f36d782057b246e0b228d28c3c8728d307b993c3ba393018",
      milliseconds: 1.274,
      ratioToCopy: 2.505,
      ratioToCufft: 1.404,
      relativeL2Error: 2.41e-7,
    },
  ],
});
