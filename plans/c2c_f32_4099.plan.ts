import { plan } from "fftgen";

/**
 * 4099 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 40 plans measured on NVIDIA H200.
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
    "{ bluestein X(576,15,576,8640,no-tw) X(360,24,24,576,pre-tw) X(360,24,1,24,pre-tw) } on 360 threads, prefetch, distance 264, 2 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:676ea27e50a146ecfa46474e57271c77310d4743e3e4145b582f956ec696bdf3",
      milliseconds: 0.6984,
      ratioToCopy: 2.743,
      ratioToCufft: 5.557,
      relativeL2Error: 2.02e-7,
    },
  ],
});
