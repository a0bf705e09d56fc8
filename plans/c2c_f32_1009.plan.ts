import { plan } from "fftgen";

/**
 * 1009 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1009 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 66510,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(112,9,112,1008,no-tw) X(144,7,16,112,pre-tw) X(63,16,1,16,pre-tw) } on 126 threads, 2 columns, 7 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:31730ca1b4fdddc741edef4697c57501f41a1c2e9f9f15b7b3150a8c8cd412d6",
      milliseconds: 0.4107,
      ratioToCopy: 1.61,
      ratioToCufft: 2.832,
      relativeL2Error: 2.02e-7,
    },
  ],
});
