import { plan } from "fftgen";

/**
 * 512x512 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 40 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Y: 512, X: 512 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 512,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ Y(16,32,16,512,no-tw) Y(32,16,1,16,pre-tw) X(16,32,16,512,no-tw) X(32,16,1,16,pre-tw) } on 512 threads, cluster 16 after 2, undivided, prefetch, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:7dbb67d202dca8075d0181e62d3ef7843fd7c5e8841caa64d15a447da07c620b",
      milliseconds: 0.9365,
      ratioToCopy: 1.848,
      ratioToCufft: 1.127,
      relativeL2Error: 1.74e-7,
    },
  ],
});
