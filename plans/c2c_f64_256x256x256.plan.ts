import { plan } from "fftgen";

/**
 * 256x256x256 complex-to-complex FFT, f64, forward, natural order.
 * 2 passes over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 256, Y: 256, X: 256 },
    precision: "f64",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ Y(16,16,16,256,no-tw) Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, 8 columns, powers",
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(16,16,1,16,pre-tw) } on 256 threads, 2 blocks/SM, table, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:b572cc5bc03a6b9050efec83bd840aa0045c6fc75ec5b620cd5e559d86851e38",
      milliseconds: 0.3042,
      ratioToCopy: 2.339,
      ratioToCufft: 1.386,
      relativeL2Error: 3.09e-16,
    },
  ],
});
