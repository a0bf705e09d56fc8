import { plan } from "fftgen";

/**
 * 2049 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 9 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 2049 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32752,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ good-thomas: rader Y(1,3,1,3,no-tw) X(31,22,31,682,no-tw) X(22,31,1,31,pre-tw) } on 186 threads, prefetch, distance 396, 2 columns, 3 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:9e5d219830fa2a233aa8566eee69b9e7a93b9109a4f92b5913cbf5d882eb15f9",
      milliseconds: 0.6234,
      ratioToCopy: 2.439,
      ratioToCufft: 2.204,
      relativeL2Error: 1.77e-7,
    },
  ],
});
