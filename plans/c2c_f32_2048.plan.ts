import { plan } from "fftgen";

/**
 * 2048 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 1 plan measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 2048 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 8192,
  },
  kernels: [
    "{ X(256,8,256,2048,no-tw) X(512,4,64,256,pre-tw) X(256,8,8,64,pre-tw) X(256,8,1,8,pre-tw) } on 256 threads, 5 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:adfbb6b9744d5d7b477e2ccead1bf2d52b7b83ba1d724604a51f5416f8656edc",
      milliseconds: 0.07101,
      ratioToCopy: 1.048,
      ratioToCufft: 1.036,
      relativeL2Error: 1.23e-7,
    },
  ],
});
