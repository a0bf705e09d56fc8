import { plan } from "fftgen";

/**
 * 101x101x101 complex-to-complex FFT, f32, forward, natural order.
 * 3 passes over memory; fastest of 12 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 101, Y: 101, X: 101 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 65,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ by-axis: rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
    "{ by-axis: rader Y(10,10,10,100,no-tw) Y(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
    "{ by-axis: rader Z(10,10,10,100,no-tw) Z(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:20ed99a96f203e0ab522a5a41ea1139523db9bf5f7e9fa5e79c9c5ba51c9ed10",
      milliseconds: 0.9779,
      ratioToCopy: 3.827,
      ratioToCufft: 4.412,
      relativeL2Error: 3.02e-7,
    },
  ],
});
