import { plan } from "fftgen";

/**
 * 256 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 256 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 65536,
  },
  kernels: [
    "{ X(32,8,32,256,no-tw) X(64,4,8,32,pre-tw) X(32,8,1,8,pre-tw) } on 64 threads, 2 columns, 16 blocks/SM, table",
  ],
});
