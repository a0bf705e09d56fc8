import { plan } from "fftgen";

/**
 * 32768 Walsh-Hadamard transform, f32, natural order.
 * One pass over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 32768 },
    precision: "f32",
    order: "natural",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 8192,
  },
  kernels: [
    "{ H(1024,32,1024,32768) H(1024,32,1,32) H(1024,32,32,1024) } on 512 threads, cluster 2 after 1, prefetch, ticket, vectors of 2, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:9084c5fbf71a63720a07f78de2fc65f565ed143feb425776a81f4fe14eee8e07",
      milliseconds: 0.5223,
      ratioToCopy: 1.024,
      ratioToCufft: 1.739,
      relativeL2Error: 9.93e-8,
    },
  ],
});
