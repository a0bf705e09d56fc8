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
      text: "sha256:801943a136c26eaddcbd29ef7c3c40840f122d7eea72fa6f748d93d134f69060",
      milliseconds: 0.2628,
      ratioToCopy: 1.022,
      ratioToCufft: 4.055,
      relativeL2Error: 0.000787,
    },
  ],
});
