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
    batch: 1297,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(16,4,16,64,no-tw) X(16,4,4,16,pre-tw) X(16,4,1,4,pre-tw) } on 64 threads, 8 columns, 16 blocks/SM, table",
    "{ rader Y(5,20,5,100,no-tw) Y(20,5,1,5,pre-tw) } on 325 threads, prefetch, 65 columns, 2 blocks/SM, powers",
  ],
});
