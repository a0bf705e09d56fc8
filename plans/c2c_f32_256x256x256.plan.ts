import { plan } from "fftgen";

/**
 * 256x256x256 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
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
    "{ Y(32,8,32,256,no-tw) Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 1024 threads, 8 columns, table",
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(8,32,1,32,pre-tw) } on 256 threads, 2 blocks/SM, table, streaming stores",
  ],
});
