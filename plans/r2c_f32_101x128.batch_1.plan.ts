import { plan } from "fftgen";

/**
 * 101x128 real-to-complex FFT, f32, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    kind: "r2c",
    lengths: { Y: 101, X: 128 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  gpu: "NVIDIA H200",
  upToBatch: 8,
  kernels: [
    "{ X(16,8,16,128,no-tw) X(32,4,4,16,pre-tw) X(32,4,1,4,pre-tw) } on 32 threads, prefetch, 2 columns, 16 blocks/SM, table",
    "{ bluestein Y(40,6,40,240,no-tw) Y(48,5,8,40,pre-tw) Y(30,8,1,8,pre-tw) } on 96 threads, 2 columns, 16 blocks/SM, table, streaming stores, early",
  ],
});
