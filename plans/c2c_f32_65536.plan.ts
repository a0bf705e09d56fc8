import { plan } from "fftgen";

/**
 * 65536 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 65536 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 2048,
  },
  kernels: [
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:bb70ebdaa1837283681d2ee5967f5dfefd2ab97d8a78fafd369234932caffdf8",
      milliseconds: 0.6296,
      ratioToCopy: 1.237,
      ratioToCufft: 1.838,
      relativeL2Error: 1.56e-7,
    },
  ],
});
