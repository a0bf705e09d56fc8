import { plan } from "fftgen";

/**
 * 1000 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 1000 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16777,
  },
  kernels: [
    "{ X(100,10,100,1000,no-tw) X(100,10,10,100,pre-tw) X(100,10,1,10,pre-tw) } on 400 threads, 4 columns, 3 blocks/SM, table",
  ],
});
