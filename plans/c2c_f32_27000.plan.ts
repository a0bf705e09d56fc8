import { plan } from "fftgen";

/**
 * 27000 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 27000 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 2485,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(2700,10,2700,27000,no-tw) X(2700,10,270,2700,pre-tw) X(1500,18,15,270,pre-tw) X(1800,15,1,15,pre-tw) } on 600 threads, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:2be77f969fa0e5bce598874875a88fcc06ed967ba306790dcd8e3e012439cec4",
      milliseconds: 0.4251,
      ratioToCopy: 1.666,
      ratioToCufft: 1.247,
      relativeL2Error: 1.5e-7,
    },
  ],
});
