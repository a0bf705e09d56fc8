import { plan } from "fftgen";

/**
 * 16777216 Walsh-Hadamard transform, f32, natural order.
 * 2 passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    kind: "fwht",
    lengths: { X: 16777216 },
    precision: "f32",
    order: "natural",
    stabilisation: "none",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ H(2097152,8,2048,16384) H(524288,32,1,32) H(2097152,8,256,2048) H(2097152,8,32,256) } on 512 threads, vectors of 4",
    "{ H(524288,32,524288,16777216) H(524288,32,16384,524288) } on 256 threads, 8 columns, vectors of 4, streaming stores, early",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:5cb874ff21bc7f557b98295e37b8b7f490fdf898be370c3cddfa58f3f7464a61",
      milliseconds: 0.07888,
      ratioToCopy: 2.127,
      ratioToCufft: 2.115,
      relativeL2Error: 1.27e-7,
    },
  ],
});
