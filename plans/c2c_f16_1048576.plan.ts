import { plan } from "fftgen";

/**
 * 1048576 complex-to-complex FFT, f16, forward, natural order.
 * Two passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1048576 },
    precision: "f16",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 64,
  },
  kernels: [
    "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } on 512 threads, 16 columns, powers, short exchange",
    "{ X(262144,4,256,1024,pre-tw) X(65536,16,16,256,pre-tw) X(65536,16,1,16,pre-tw) } on 256 threads, 8 columns, 2 blocks/SM, powers, streaming stores, short exchange",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:d93400ba7b10986014f68219f954441e34e703d016fbb9a99039e83fa93fe6e6",
      milliseconds: 0.3683,
      ratioToCopy: 2.841,
      ratioToCufft: 1.581,
      relativeL2Error: 0.000461,
    },
  ],
});
