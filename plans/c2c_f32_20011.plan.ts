import { plan } from "fftgen";

/**
 * 20011 complex-to-complex FFT, f32, forward, natural order.
 * One pass over memory; fastest of 8 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 20011 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 3354,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(20480,2,20480,40960,no-tw) X(10240,4,5120,20480,pre-tw) X(2048,20,256,5120,pre-tw) X(2560,16,16,256,pre-tw) X(2560,16,1,16,pre-tw) } on 640 threads, cluster 2 after 1, undivided, prefetch, distance 132, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:230254ecc6a5149db43d5be6ef433902b09d71a7974edc636ddd4b376fd3cb9b",
      milliseconds: 1.177,
      ratioToCopy: 4.599,
      ratioToCufft: 3.431,
      relativeL2Error: 2.44e-7,
    },
  ],
});
