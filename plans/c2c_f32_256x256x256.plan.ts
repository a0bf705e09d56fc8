import { plan } from "fftgen";

/**
 * 256x256x256 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 256, Y: 256, X: 256 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ Y(32,8,32,256,no-tw) Z(32,8,32,256,no-tw) Z(8,32,1,32,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, 32 columns, powers",
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(8,32,1,32,pre-tw) } on 256 threads, 2 blocks/SM, table, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:d5f078f4ea0d28b7f5fb4c424a37e7a5e00e2ee5194cc52df6791fbdde43839f",
      milliseconds: 0.1549,
      ratioToCopy: 2.262,
      ratioToCufft: 1.533,
      relativeL2Error: 1.92e-7,
    },
  ],
});
