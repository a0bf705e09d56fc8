import { plan } from "fftgen";

/**
 * 67 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 50 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 67 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1001624,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(11,6,11,66,no-tw) X(6,11,1,11,pre-tw) } on 96 threads, prefetch, distance 1716, 16 columns, 13 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:f14711648acd37dfb4521ea09d844e559b64f30a3581386706b014bb4042d1a7",
      milliseconds: 0.3139,
      ratioToCopy: 1.23,
      ratioToCufft: 3.535,
      relativeL2Error: 1.27e-7,
    },
  ],
});
