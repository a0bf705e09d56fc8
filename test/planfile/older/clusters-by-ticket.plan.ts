import { plan } from "fftgen";

/**
 * 128x128x128 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 128, Y: 128, X: 128 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 64,
  },
  kernels: [
    "{ Y(16,8,16,128,no-tw) Y(16,8,2,16,pre-tw) X(8,16,8,128,no-tw) X(16,8,1,8,pre-tw) } on 1024 threads, cluster 2 after 2, prefetch, ticket, 2 columns, table",
    "{ Y(64,2,1,2,pre-tw) Z(16,8,16,128,no-tw) Z(8,16,1,16,pre-tw) } on 1024 threads, cluster 2 after 2, prefetch, ticket, 64 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:67fbd1395e1bb7077deb97eb42ec5f97ec5dd0a0f6bfcf5b4c0a6bcea41da758",
      milliseconds: 1.055,
      ratioToCopy: 2.083,
      ratioToCufft: 1.788,
      relativeL2Error: 1.94e-7,
    },
  ],
});
