import { plan } from "fftgen";

/**
 * 12 inverse Walsh-Hadamard transform, f32, natural order.
 * One pass over memory; chosen by prediction for NVIDIA H200, not measured.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 12 },
    precision: "f32",
    direction: "inverse",
    hadamard: "standard",
    order: "natural",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 1398101,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ H(1,12,1,12) } on 96 threads, 128 columns, 16 blocks/SM"],
});
