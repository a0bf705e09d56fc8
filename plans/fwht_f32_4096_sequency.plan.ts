import { plan } from "fftgen";

/**
 * 4096 Walsh-Hadamard transform, f32, sequency order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 4096 },
    precision: "f32",
    order: "sequency",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 65536,
  },
  kernels: ["{ H(256,16,256,4096) H(256,16,1,16) H(256,16,16,256) } on 256 threads, 8 blocks/SM"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:d005a50b47bbf87017ece56cdf5d9202b54a58ee59740add13cadcc94597576e",
      milliseconds: 0.5142,
      ratioToCopy: 1.013,
      ratioToCufft: 1.011,
      relativeL2Error: 8.84e-8,
    },
  ],
});
