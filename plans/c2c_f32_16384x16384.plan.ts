import { plan } from "fftgen";

/**
 * 16384x16384 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 16 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Y: 16384, X: 16384 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ Y(4096,4,4096,16384,no-tw) X(512,32,512,16384,no-tw) X(1024,16,32,512,pre-tw) X(512,32,1,32,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, powers",
    "{ Y(2048,8,512,4096,pre-tw) Y(2048,8,64,512,pre-tw) Y(2048,8,8,64,pre-tw) Y(2048,8,1,8,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:66c0677bdcf7b972a3a705ccfda8f88322cb24affc664a0a52c2f827963b0228",
      milliseconds: 2.707,
      ratioToCopy: 2.686,
      ratioToCufft: 1.329,
      relativeL2Error: 2.08e-7,
    },
  ],
});
