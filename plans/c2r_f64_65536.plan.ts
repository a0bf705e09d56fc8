import { plan } from "fftgen";

/**
 * 65536 complex-to-real FFT, f64, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "c2r", lengths: { X: 65536 }, precision: "f64", placement: "out-of-place", scale: 1, batch: 1024 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(2048,16,2048,32768,no-tw) X(2048,16,128,2048,pre-tw) X(4096,8,16,128,pre-tw) X(2048,16,1,16,pre-tw) } on 256 threads, cluster 8 after 1, prefetch, powers",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:8fb134edcc2b54b21e7d7022d471af6975972cb09130613fdb0c308dc0e1460b",
      milliseconds: 0.3952,
      ratioToCopy: 1.527,
      ratioToCufft: 2.026,
      relativeL2Error: 3.37e-16,
    },
  ],
});
