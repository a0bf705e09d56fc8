import { plan } from "fftgen";

/**
 * 1000003 complex-to-complex FFT, f32, forward, natural order.
 * 2 passes over memory; fastest of 7 plans measured on NVIDIA H200.
 */
export default plan({
  transform: {
    lengths: { X: 1000003 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 67,
  },
  gpu: "NVIDIA H200",
  kernels: [
    "{ bluestein X(65536,32,65536,2097152,no-tw) X(131072,16,4096,65536,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, powers",
    "{ bluestein X(262144,8,512,4096,pre-tw) X(65536,32,16,512,pre-tw) X(131072,16,1,16,pre-tw) } on 128 threads, 4 blocks/SM, powers, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:7a348089e3758e5d753dcd0c992e0c0895720211926ab9d4177133cdfc70dcba",
      milliseconds: 1.698,
      ratioToCopy: 6.691,
      ratioToCufft: 3.34,
      relativeL2Error: 3.51e-7,
    },
  ],
});
