import { plan } from "fftgen";

/**
 * 8192 complex-to-complex FFT, f16 in f16 arithmetic, forward, natural order.
 * One pass over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 8192 },
    precision: "f16",
    arithmetic: "native",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 32768,
  },
  kernels: [
    "{ X(256,32,256,8192,no-tw) X(512,16,16,256,pre-tw) X(512,16,1,16,pre-tw) } on 128 threads, 3 blocks/SM, table",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:ad9c330faba08669e8581212077360568a32c001bfcbe040d83c36b0acd1252f",
      milliseconds: 0.5554,
      ratioToCopy: 1.101,
      ratioToCufft: 1.377,
      relativeL2Error: 0.00102,
    },
  ],
});
