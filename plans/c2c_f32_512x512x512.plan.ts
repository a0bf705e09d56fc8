import { plan } from "fftgen";

/**
 * 512x512x512 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 1 plan measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 512, Y: 512, X: 512 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ Y(64,8,64,512,no-tw) Y(32,16,4,64,pre-tw) X(16,32,16,512,no-tw) X(32,16,1,16,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, powers",
    "{ Z(64,8,64,512,no-tw) Z(64,8,8,64,pre-tw) Z(64,8,1,8,pre-tw) Y(128,4,1,4,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 32 columns, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:4172bf37a701b74ba4e2cbba2fa3ccf93180c986a7eafd2c45c59dfeaa117089",
      milliseconds: 1.226,
      ratioToCopy: 2.404,
      ratioToCufft: 1.49,
      relativeL2Error: 2.61e-7,
    },
  ],
});
