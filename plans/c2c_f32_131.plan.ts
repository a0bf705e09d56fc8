import { plan } from "fftgen";

/**
 * 131 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 7 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 131 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 512281,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(10,13,10,130,no-tw) X(13,10,1,10,pre-tw) } on 160 threads, prefetch, distance 660, 16 columns, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:af699a2a16177ae8305fa636b9b584c84d96334331e2bf988b5d7b24672b5478",
      milliseconds: 0.3176,
      ratioToCopy: 1.247,
      ratioToCufft: 2.6,
      relativeL2Error: 1.38e-7,
    },
  ],
});
