import { plan } from "fftgen";

/**
 * 10007 complex-to-complex FFT, f64, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 10007 },
    precision: "f64",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 3353,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(10080,2,10080,20160,no-tw) X(1008,20,504,10080,pre-tw) X(840,24,21,504,pre-tw) X(960,21,1,21,pre-tw) } on 504 threads, cluster 2 after 1, undivided, prefetch, distance 132, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:11227249a20422d902926454c5f2af5191cf0149701aa68d5796fa2fd901ac35",
      milliseconds: 1.11,
      ratioToCopy: 4.349,
      ratioToCufft: 3.061,
      relativeL2Error: 3.84e-16,
    },
  ],
});
