import { plan } from "fftgen";

/**
 * 256x256 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; chosen by prediction for NVIDIA A100-SXM4-80GB, not measured.
 */
export default plan({
  transform: {
    lengths: { Y: 256, X: 256 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 256,
  },
  gpu: "NVIDIA A100-SXM4-80GB",
  kernels: [
    "{ X(64,4,64,256,no-tw) X(64,4,16,64,pre-tw) Y(64,4,64,256,no-tw) Y(64,4,16,64,pre-tw) } on 1024 threads, 16 columns, 2 blocks/SM, powers",
    "{ X(64,4,4,16,pre-tw) X(64,4,1,4,pre-tw) Y(64,4,4,16,pre-tw) Y(64,4,1,4,pre-tw) } on 1024 threads, 16 columns, 2 blocks/SM, table, streaming stores",
  ],
});
