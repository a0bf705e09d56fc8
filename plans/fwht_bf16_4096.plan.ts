import { plan } from "fftgen";

/**
 * 4096 Walsh-Hadamard transform, bf16 in f32 arithmetic, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 4096 },
    precision: "bf16",
    arithmetic: "f32",
    order: "natural",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 65536,
  },
  kernels: ["{ H(256,16,256,4096) H(128,32,1,32) H(512,8,32,256) } on 64 threads, 10 blocks/SM, vectors of 4"],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:0bb1bf6c30dff6bd0940dc545a6e3bb97e3f011153f22b40339aff565449609e",
      milliseconds: 0.2868,
      ratioToCopy: 1.115,
      ratioToCufft: 2.214,
      relativeL2Error: 0.00168,
    },
  ],
});
