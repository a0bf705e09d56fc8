import { plan } from "fftgen";

/**
 * 100003 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 3 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 100003 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 671,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(14336,14,14336,200704,no-tw) X(14336,14,1024,14336,pre-tw) } on 448 threads, 64 columns, 2 blocks/SM, powers",
    "{ bluestein X(6272,32,32,1024,pre-tw) X(6272,32,1,32,pre-tw) } on 32 threads, 16 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:21bb48d944e5c0f2234582155a073d989e2055126faf32ce458634de99058ccd",
      milliseconds: 1.47,
      ratioToCopy: 5.806,
      ratioToCufft: 3.594,
      relativeL2Error: 3.09e-7,
    },
  ],
});
