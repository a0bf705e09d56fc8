import { plan } from "fftgen";

/**
 * 1024 complex-to-complex FFT, f64, forward, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 1024 },
    precision: "f64",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16384,
  },
  kernels: ["{ X(64,16,64,1024,no-tw) X(128,8,8,64,pre-tw) X(128,8,1,8,pre-tw) } on 64 threads, 8 blocks/SM, table"],
});
