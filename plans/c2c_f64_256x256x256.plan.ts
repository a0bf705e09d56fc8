import { plan } from "fftgen";

/**
 * 256x256x256 complex-to-complex FFT, f64, forward, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
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
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Z(8,32,8,256,no-tw) } on 256 threads, table",
    "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) Z(32,8,1,8,pre-tw) } on 512 threads, 4 columns, table, streaming stores",
  ],
});
