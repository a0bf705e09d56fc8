import { plan } from "fftgen";

/**
 * 10007 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 10007 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 6706,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(720,28,720,20160,no-tw) X(672,30,24,720,pre-tw) X(840,24,1,24,pre-tw) } on 840 threads, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:95a087379d76aaa4b242dd39217397d7d152a6e70a30e2cbf3bcae15ae035b9e",
      milliseconds: 0.8626,
      ratioToCopy: 3.397,
      ratioToCufft: 5.408,
      relativeL2Error: 2.07e-7,
    },
  ],
});
