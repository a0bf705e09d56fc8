import { plan } from "fftgen";

/**
 * 2049 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 9 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 2049 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32752,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader Y(1,3,1,3,no-tw) X(31,22,31,682,no-tw) X(22,31,1,31,pre-tw) } on 186 threads, prefetch, 2 columns, 3 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:e0dcb6e72cb8ab241f8a45ecb650d7973919f2828bc48612d88382aa483fa1c9",
      milliseconds: 0.6234,
      ratioToCopy: 2.439,
      ratioToCufft: 2.204,
      relativeL2Error: 1.77e-7,
    },
  ],
});
