import { plan } from "fftgen";

/**
 * 4093 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 5 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 4093 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16396,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(512,16,512,8192,no-tw) X(256,32,16,512,pre-tw) X(512,16,1,16,pre-tw) } on 256 threads, 2 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:bc0eeeac74b664b75c1382777388b0eab4af4d4f5832999c3f10fd0b80ad67f4",
      milliseconds: 0.6426,
      ratioToCopy: 2.517,
      ratioToCufft: 2.21,
      relativeL2Error: 2.54e-7,
    },
  ],
});
