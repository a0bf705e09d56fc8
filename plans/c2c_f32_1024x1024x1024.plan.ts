import { plan } from "fftgen";

/**
 * 1024x1024x1024 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 1024, Y: 1024, X: 1024 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ Y(128,8,128,1024,no-tw) Z(32,32,32,1024,no-tw) Z(32,32,1,32,pre-tw) } on 512 threads, cluster 16 after 2, 16 columns, powers, tiled",
    "{ Y(128,8,16,128,pre-tw) Y(64,16,1,16,pre-tw) X(32,32,32,1024,no-tw) X(32,32,1,32,pre-tw) } on 512 threads, cluster 16 after 2, table, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:4bd5a17c92720e8a32e799d395f57718507a5f7ffdf94f2d3937d976174fe4a4",
      milliseconds: 10.79,
      ratioToCopy: 2.703,
      ratioToCufft: 1.368,
      relativeL2Error: 2.28e-7,
    },
  ],
});
