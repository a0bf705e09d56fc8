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
      text: "sha256:9ad045659877d7dea1f075954ead31070c3d94a43f06194165d568c0472cad39",
      milliseconds: 1.081,
      ratioToCopy: 2.118,
      ratioToCufft: 1.19,
      relativeL2Error: 2.09e-7,
    },
  ],
});
