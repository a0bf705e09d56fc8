import { plan } from "fftgen";

/**
 * 120x120x120 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 120, Y: 120, X: 120 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 9,
  },
  kernels: [
    "{ X(12,10,12,120,no-tw) X(10,12,1,12,pre-tw) Y(30,4,30,120,no-tw) Y(12,10,3,30,pre-tw) } on 240 threads, 4 blocks/SM, powers",
    "{ Y(40,3,1,3,pre-tw) Z(15,8,15,120,no-tw) Z(8,15,1,15,pre-tw) } on 480 threads, 20 columns, 2 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:ab5ec84e1ec299a7f36f0ddfcabc9638cd7c8b6b18819d57059e70171e4b9cb0",
      milliseconds: 0.1441,
      ratioToCopy: 2.262,
      ratioToCufft: 1.464,
      relativeL2Error: 1.79e-7,
    },
  ],
});
