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
    batch: 32,
  },
  gpu: "NVIDIA H200",
  upToBatch: 100,
  kernels: [
    "{ X(8,16,8,128,no-tw) X(16,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, 16 blocks/SM, table",
    "{ bluestein Y(16,14,16,224,no-tw) Y(14,16,1,16,pre-tw) } on 256 threads, 16 columns, 4 blocks/SM, table, streaming stores, early",
  ],
});
