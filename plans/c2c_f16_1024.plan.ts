import { plan } from "fftgen";

/**
 * 1024 complex-to-complex FFT, f16, forward, natural order.
 * Three passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1024 },
    precision: "f16",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 65536,
  },
  kernels: ["{ X(32,32,32,1024,no-tw) X(32,32,1,32,pre-tw) } on 32 threads, 16 blocks/SM, powers, short exchange"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:56128635e805a3dc8fa9aca0b5637ac931590a0045c539dba9f95037c02591ae",
      milliseconds: 0.1331,
      ratioToCopy: 1.02,
      ratioToCufft: 1.162,
      relativeL2Error: 0.000294,
    },
  ],
});
