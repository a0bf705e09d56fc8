import { plan } from "fftgen";

/**
 * 64x64x64 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 64, Y: 64, X: 64 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 512,
  },
  kernels: [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Z(8,8,8,64,no-tw) Z(8,8,1,8,pre-tw) } on 256 threads, 3 blocks/SM, table",
    "{ Y(16,4,16,64,no-tw) Y(16,4,4,16,pre-tw) Y(16,4,1,4,pre-tw) } on 1024 threads, 64 columns, table, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:f41c1adc77a2fc020e435bd01fa6a347effdc9b3bd2ede3a5ea45bde85ccbf31",
      milliseconds: 1.033,
      ratioToCopy: 2.03,
      ratioToCufft: 1.618,
      relativeL2Error: 1.6e-7,
    },
  ],
});
