import { plan } from "fftgen";

/**
 * 131072 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 131072 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1024,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(8192,16,8192,131072,no-tw) X(4096,32,256,8192,pre-tw) X(8192,16,16,256,pre-tw) X(8192,16,1,16,pre-tw) } on 512 threads, cluster 16 after 2, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:cc177e2facba186cb34aab80e7dd30c7a4be7ce5ea9790938bd980852ff81112",
      milliseconds: 0.7439,
      ratioToCopy: 1.469,
      ratioToCufft: 1.592,
      relativeL2Error: 1.65e-7,
    },
  ],
});
