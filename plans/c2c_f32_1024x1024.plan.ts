import { plan } from "fftgen";

/**
 * 1024x1024 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { Y: 1024, X: 1024 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16,
  },
  kernels: [
    "{ Y(64,16,64,1024,no-tw) Y(128,8,8,64,pre-tw) } on 512 threads, 64 columns, 2 blocks/SM, table",
    "{ X(32,32,32,1024,no-tw) X(32,32,1,32,pre-tw) Y(128,8,1,8,pre-tw) } on 256 threads, 2 blocks/SM, table, streaming stores",
  ],
});
