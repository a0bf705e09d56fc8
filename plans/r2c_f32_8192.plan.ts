import { plan } from "fftgen";

/**
 * 8192 real-to-complex FFT, f32, natural order.
 * One pass over memory; fastest of 2 plans measured on NVIDIA H200.
 */
export default plan({
  transform: { kind: "r2c", lengths: { X: 8192 }, precision: "f32", placement: "out-of-place", scale: 1, batch: 16384 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ pairs: X(1024,4,1024,4096,no-tw) X(256,16,64,1024,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, 4 blocks/SM, powers, direct stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:c2802f71bc7a30a35500885c52ee324a2c709870b28cae1094484c2e02ff6b52",
      milliseconds: 0.2752,
      ratioToCopy: 1.075,
      ratioToCufft: 1.008,
      relativeL2Error: 1.76e-7,
    },
  ],
});
