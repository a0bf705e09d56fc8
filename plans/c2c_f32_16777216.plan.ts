import { plan } from "fftgen";

/**
 * 16777216 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 6 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 16777216 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 8,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(2097152,8,2097152,16777216,no-tw) X(2097152,8,262144,2097152,pre-tw) X(2097152,8,32768,262144,pre-tw) X(2097152,8,4096,32768,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers, tiled",
    "{ X(2097152,8,512,4096,pre-tw) X(1048576,16,32,512,pre-tw) X(524288,32,1,32,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, 16 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:a5903de32d88da2719e5bf28deb6e8129bcfac84cb0170d1f4e31115afd5a913",
      milliseconds: 1.298,
      ratioToCopy: 2.554,
      ratioToCufft: 1.376,
      relativeL2Error: 2.37e-7,
    },
  ],
});
