import { plan } from "fftgen";

/**
 * 1001 complex-to-real FFT, f32, natural order.
 * One pass over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "c2r",
    lengths: { X: 1001 },
    precision: "f32",
    placement: "out-of-place",
    scale: 1,
    batch: 134083,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ X(91,11,91,1001,no-tw) X(143,7,13,91,pre-tw) X(77,13,1,13,pre-tw) } on 154 threads, prefetch, 2 columns, 6 blocks/SM, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:91e74035486009a9af32d9ae8eb7ef8017fd2386a1db1eb8c0cded35f9bc8595",
      milliseconds: 0.3064,
      ratioToCopy: 1.196,
      ratioToCufft: 3.378,
      relativeL2Error: 1.23e-7,
    },
  ],
});
