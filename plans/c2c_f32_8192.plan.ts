import { plan } from "fftgen";

/**
 * 8192 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 8192 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 2048,
  },
  kernels: [
    "{ X(256,32,256,8192,no-tw) X(512,16,16,256,pre-tw) X(512,16,1,16,pre-tw) } on 256 threads, 2 blocks/SM, table",
  ],
});
