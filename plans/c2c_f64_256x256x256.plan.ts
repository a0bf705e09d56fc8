import { plan } from "fftgen";

/**
 * 256x256x256 complex-to-complex FFT, f64, forward, natural order.
 * 2 passes over memory; fastest of 5 plans measured on NVIDIA H200.
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
      text: "sha256:51aeca3b67d185823c470008e832aebce4168fb602cd7bb9f7aeb87523a1e1f1",
      milliseconds: 0.3051,
      ratioToCopy: 2.361,
      ratioToCufft: 1.379,
      relativeL2Error: 3.09e-16,
    },
  ],
});
