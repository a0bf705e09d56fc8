import { plan } from "fftgen";

/**
 * 256x256 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 1 plan measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Y: 256, X: 256 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1024,
  },
  kernels: [
    "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:5bd4cdd649dca5815689005727d10dfd325d9e587fe9675e521fd59008bc6adf",
      milliseconds: 0.2973,
      ratioToCopy: 1.152,
      ratioToCufft: 1.833,
      relativeL2Error: 1.58e-7,
    },
  ],
});
