import { plan } from "fftgen";

/**
 * 8191 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 8191 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 8193,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(390,21,390,8190,no-tw) X(273,30,13,390,pre-tw) X(630,13,1,13,pre-tw) } on 390 threads, prefetch, distance 132, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:8e74f0417d3b15f3d137da98b66640e59bab26ce3a9de878ce1460d28862ed66",
      milliseconds: 0.7016,
      ratioToCopy: 2.748,
      ratioToCufft: 3.842,
      relativeL2Error: 2e-7,
    },
  ],
});
