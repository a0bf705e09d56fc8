import { plan } from "fftgen";

/**
 * 4097 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 9 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 4097 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 16380,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ good-thomas: rader Y(1,17,1,17,no-tw) X(16,15,16,240,no-tw) X(15,16,1,16,pre-tw) } on 272 threads, 4 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:021c4fb15a75cbc4279dbbb986d917aff9ec704b1f8699b0f35f5e661a8a194f",
      milliseconds: 0.4208,
      ratioToCopy: 1.64,
      ratioToCufft: 9.224,
      relativeL2Error: 1.74e-7,
    },
  ],
});
