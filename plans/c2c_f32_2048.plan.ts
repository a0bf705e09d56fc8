import { plan } from "fftgen";

/**
 * 2048 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 2048 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 8192,
  },
  kernels: [
    "{ X(256,8,256,2048,no-tw) X(512,4,64,256,pre-tw) X(256,8,8,64,pre-tw) X(256,8,1,8,pre-tw) } on 256 threads, 5 blocks/SM, table",
  ],
});
