import { plan } from "fftgen";

/**
 * 4096x4096 real-to-complex FFT, f32, natural order.
 * Two passes over memory; fastest of 10 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "r2c",
    lengths: { Y: 4096, X: 4096 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 8,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: Y(512,8,512,4096,no-tw) Y(512,8,64,512,pre-tw) Y(1024,4,16,64,pre-tw) Y(512,8,2,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 32 columns, powers",
    "{ pairs: Y(2048,2,1,2,pre-tw) X(256,8,256,2048,no-tw) X(512,4,64,256,pre-tw) X(256,8,8,64,pre-tw) X(256,8,1,8,pre-tw) } on 512 threads, 2 columns, 2 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:85e2ca8145c99887b729c7373bea3952acb573a67e3f8895e900e7942f5d1d7f",
      milliseconds: 0.5976,
      ratioToCopy: 2.312,
      ratioToCufft: 1.406,
      relativeL2Error: 2.3e-7,
    },
  ],
});
