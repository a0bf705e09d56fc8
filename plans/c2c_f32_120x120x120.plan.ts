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
    "{ Y(40,3,40,120,no-tw) Y(24,5,8,40,pre-tw) Y(30,4,2,8,pre-tw) X(10,12,10,120,no-tw) X(12,10,1,10,pre-tw) } on 225 threads, 2 blocks/SM, table",
    "{ Y(60,2,1,2,pre-tw) Z(10,12,10,120,no-tw) Z(12,10,1,10,pre-tw) } on 180 threads, 24 columns, 2 blocks/SM, table, streaming stores",
  ],
});
