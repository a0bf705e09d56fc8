import { plan } from "fftgen";

/**
 * 4096 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 1 plan measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 4096 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32768,
  },
  kernels: [
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 256 threads, 4 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:4582c45a1db139ffa041af3138fe189d2eda22fbac7e85a9299a628850a1d872",
      milliseconds: 0.5169,
      ratioToCopy: 1.015,
      ratioToCufft: 1.003,
      relativeL2Error: 1.27e-7,
    },
  ],
});
