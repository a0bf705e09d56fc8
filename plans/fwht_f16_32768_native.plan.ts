import { plan } from "fftgen";

/**
 * 32768 Walsh-Hadamard transform, f16 in f16 arithmetic, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 32768 },
    precision: "f16",
    arithmetic: "native",
    order: "natural",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 8192,
  },
  kernels: [
    "{ H(4096,8,4096,32768) H(4096,8,1,8) H(4096,8,8,64) H(4096,8,512,4096) H(4096,8,64,512) } on 512 threads, 2 blocks/SM, vectors of 8",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:b43415b45194da35d60a4f325fb8faef0cd6c057ff94e0e3e0630feb7467adad",
      milliseconds: 0.2628,
      ratioToCopy: 1.022,
      ratioToCufft: 4.055,
      relativeL2Error: 0.000787,
    },
  ],
});
