import { plan } from "fftgen";

/**
 * 32768x32768 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Y: 32768, X: 32768 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(4096,8,4096,32768,no-tw) X(2048,16,256,4096,pre-tw) X(2048,16,16,256,pre-tw) X(2048,16,1,16,pre-tw) Y(8192,4,8192,32768,no-tw) } on 1024 threads, cluster 16 after 2, powers, streaming stores",
    "{ Y(4096,8,1024,8192,pre-tw) Y(2048,16,64,1024,pre-tw) Y(4096,8,8,64,pre-tw) Y(4096,8,1,8,pre-tw) } on 1024 threads, cluster 16 after 2, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:44cc623478f2876c060930109793cf51821a571e9a467b1adfa5750396764f4f",
      milliseconds: 12.34,
      ratioToCopy: 3.088,
      ratioToCufft: 1.428,
      relativeL2Error: 3.69e-7,
    },
  ],
});
