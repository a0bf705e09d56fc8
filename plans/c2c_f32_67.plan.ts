import { plan } from "fftgen";

/**
 * 67 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 4 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 67 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1001624,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ rader X(11,6,11,66,no-tw) X(6,11,1,11,pre-tw) } on 96 threads, 16 columns, 12 blocks/SM, powers"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:bd660de145e6450942edfcc3622564c67f60f1dd3bbb9f9e1c1ebf2433de3340",
      milliseconds: 0.3265,
      ratioToCopy: 1.278,
      ratioToCufft: 3.396,
      relativeL2Error: 1.27e-7,
    },
  ],
});
