import { plan } from "fftgen";

/**
 * 120x120x120 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { Z: 120, Y: 120, X: 120 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 9,
  },
  kernels: [
    "{ Y(30,4,30,120,no-tw) Z(10,12,10,120,no-tw) Z(12,10,1,10,pre-tw) } on 360 threads, 24 columns, table",
    "{ X(12,10,12,120,no-tw) X(10,12,1,12,pre-tw) Y(4,30,1,30,pre-tw) } on 120 threads, 4 blocks/SM, table, streaming stores",
  ],
});
