import { plan } from "fftgen";

/**
 * 512x512x512 complex-to-complex FFT, f32, forward, natural order.
 * 3 passes over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { Z: 512, Y: 512, X: 512 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ Y(64,8,64,512,no-tw) Y(128,4,16,64,pre-tw) } on 256 threads, 64 columns, 5 blocks/SM, table",
    "{ X(16,32,16,512,no-tw) X(32,16,1,16,pre-tw) Y(32,16,1,16,pre-tw) } on 256 threads, 2 blocks/SM, table",
    "{ Z(16,32,16,512,no-tw) Z(32,16,1,16,pre-tw) } on 512 threads, 32 columns, table, streaming stores",
  ],
});
