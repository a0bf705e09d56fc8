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
      text: "sha256:c2e16b3bc534b25a927501f28ca235b9bba056ce0fd4f23aaa9c73f939a7f6fb",
      milliseconds: 0.5142,
      ratioToCopy: 1.013,
      ratioToCufft: 1.011,
      relativeL2Error: 8.84e-8,
    },
  ],
});
