import { plan } from "fftgen";

/**
 * 101x101x101 complex-to-complex FFT, f32, forward, natural order.
 * 3 passes over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { Z: 101, Y: 101, X: 101 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 65,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
    "{ rader Y(10,10,10,100,no-tw) Y(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
    "{ rader Z(10,10,10,100,no-tw) Z(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:146511ef76039fafe6ab9ad759deb1afc97503beb62b05c1a0f1c966e9935490",
      milliseconds: 0.9782,
      ratioToCopy: 3.826,
      ratioToCufft: 4.412,
      relativeL2Error: 3.02e-7,
    },
  ],
});
