import { plan } from "fftgen";

/**
 * 4194304 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 10 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 4194304 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(524288,8,524288,4194304,no-tw) X(524288,8,65536,524288,pre-tw) X(524288,8,8192,65536,pre-tw) X(524288,8,1024,8192,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers, tiled",
    "{ X(131072,32,32,1024,pre-tw) X(131072,32,1,32,pre-tw) } on 512 threads, cluster 8 after 1, prefetch, 64 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:49c42a1ac5575d0f2c90db94cc51c25cc8de2b2bf9febccc3b12d0a71bd9104d",
      milliseconds: 1.186,
      ratioToCopy: 2.336,
      ratioToCufft: 1.382,
      relativeL2Error: 2.46e-7,
    },
  ],
});
