import { plan } from "fftgen";

/**
 * 1048576 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1048576 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 128,
  },
  kernels: [
    "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } on 512 threads, 16 columns, table",
    "{ X(32768,32,32,1024,pre-tw) X(32768,32,1,32,pre-tw) } on 512 threads, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:a319f2057f4a0cc7fad99834e89fbbd5acb2d6a3169685fa73536e777f07dbc3",
      milliseconds: 1.081,
      ratioToCopy: 2.118,
      ratioToCufft: 1.19,
      relativeL2Error: 2.09e-7,
    },
  ],
});
