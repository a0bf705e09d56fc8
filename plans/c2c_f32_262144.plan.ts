import { plan } from "fftgen";

/**
 * 262144 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 262144 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 512,
  },
  kernels: [
    "{ X(8192,32,8192,262144,no-tw) X(16384,16,512,8192,pre-tw) X(16384,16,32,512,pre-tw) X(8192,32,1,32,pre-tw) } on 512 threads, cluster 16 after 2, undivided, prefetch, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:665e8dfe25f8fe2b5c3fb6fc5c6b768b22bd71f813aa5ff043655f5c0adae06f",
      milliseconds: 0.9622,
      ratioToCopy: 1.898,
      ratioToCufft: 1.228,
      relativeL2Error: 1.99e-7,
    },
  ],
});
