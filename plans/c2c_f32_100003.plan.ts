import { plan } from "fftgen";

/**
 * 100003 complex-to-complex FFT, f32, forward, natural order.
 * Two passes over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 100003 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 671,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(7168,28,7168,200704,no-tw) X(28672,7,1024,7168,pre-tw) } on 224 threads, 32 columns, 3 blocks/SM, powers",
    "{ bluestein X(6272,32,32,1024,pre-tw) X(6272,32,1,32,pre-tw) } on 32 threads, 16 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:72acbf8841bf2b00297ae2dd630ff980d6c5e1850723caa97323178b221af3cd",
      milliseconds: 1.364,
      ratioToCopy: 5.316,
      ratioToCufft: 3.806,
      relativeL2Error: 3.37e-7,
    },
  ],
});
