import { plan } from "fftgen";

/**
 * 16777216 real-to-complex FFT, f32, natural order.
 * Two passes over memory; fastest of 40 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "r2c",
    lengths: { X: 16777216 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 8,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(262144,32,262144,8388608,no-tw) X(524288,16,16384,262144,pre-tw) X(262144,32,512,16384,pre-tw) } on 512 threads, cluster 16 after 2, 8 columns, powers, tiled",
    "{ pairs: X(262144,32,16,512,pre-tw) X(524288,16,1,16,pre-tw) } on 512 threads, 32 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:778ba8a5cdd3576bdcd90cfb37fbb021bc562ad2e246632620660906c171cf99",
      milliseconds: 0.7829,
      ratioToCopy: 3.022,
      ratioToCufft: 2.035,
      relativeL2Error: 3.03e-7,
    },
  ],
});
