import { plan } from "fftgen";

/**
 * 1048576 complex-to-complex FFT, f32, inverse, natural order, in place, scaled by 9.5367431640625e-7.
 * 2 passes over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    lengths: { X: 1048576 },
    precision: "f32",
    direction: "inverse",
    order: "natural",
    placement: "in-place",
    scale: 9.5367431640625e-7,
    batch: 16,
  },
  kernels: [
    "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } on 512 threads, 16 columns, table",
    "{ X(32768,32,32,1024,pre-tw) X(32768,32,1,32,pre-tw) } on 512 threads, 16 columns, powers, streaming stores",
  ],
});
