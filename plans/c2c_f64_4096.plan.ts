import { plan } from "fftgen";

/**
 * 4096 complex-to-complex FFT, f64, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 4096 },
    precision: "f64",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 4096,
  },
  kernels: [
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 256 threads, 2 blocks/SM, table",
  ],
});
