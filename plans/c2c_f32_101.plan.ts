import { plan } from "fftgen";

/**
 * 101 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 9 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 101 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 664444,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 7 blocks/SM, powers"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:5a342be10902fbbb0ab55c9a5499708d6861d4c7b544f790829bbb1fbf325525",
      milliseconds: 0.3085,
      ratioToCopy: 1.21,
      ratioToCufft: 5.561,
      relativeL2Error: 1.45e-7,
    },
  ],
});
