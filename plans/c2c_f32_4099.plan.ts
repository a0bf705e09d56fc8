import { plan } from "fftgen";

/**
 * 4099 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 4099 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16372,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(576,15,576,8640,no-tw) X(360,24,24,576,pre-tw) X(360,24,1,24,pre-tw) } on 360 threads, 2 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:5f3821d06b6ef428e0fb90715f37b8c731a376d147364c1d4bd67862b54cc5d6",
      milliseconds: 0.7191,
      ratioToCopy: 2.817,
      ratioToCufft: 5.398,
      relativeL2Error: 2.02e-7,
    },
  ],
});
