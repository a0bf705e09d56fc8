import { plan } from "fftgen";

/**
 * 256x256 complex-to-complex FFT, f16, forward, natural order.
 * Two passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Y: 256, X: 256 },
    precision: "f16",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1024,
  },
  kernels: [
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(32,8,32,256,no-tw) } on 128 threads, 8 blocks/SM, table, short exchange",
    "{ Y(16,16,2,32,pre-tw) Y(128,2,1,2,pre-tw) } on 256 threads, 128 columns, 4 blocks/SM, powers, streaming stores, short exchange",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:9bd8bfa7d72135970fd388802b9b971e544f5ea35f8255a549411f69c0f0b23d",
      milliseconds: 0.2669,
      ratioToCopy: 2.038,
      ratioToCufft: 1.518,
      relativeL2Error: 0.000463,
    },
  ],
});
