import { plan } from "fftgen";

/**
 * Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025,
 * section 3.3: the first folklore variant, "one element per thread", as sections 3.2 and 3.3 describe it for 2^20
 * numbers. A block of 256 threads makes `block_steps` = 8 steps of radix 2 on 2^8 elements that lie 2^steps_made
 * apart, so the kernels make 8, 8 and 4 steps; blocks of the last one take several chunks, as the thesis has it when
 * fewer steps are left.
 * There, each thread holds one element and two threads compute one butterfly. Here, a thread computes a whole
 * butterfly in registers and so holds two elements: the same 256 elements make a block of 128 threads.
 */
export default plan({
  transform: { kind: "fwht", lengths: { X: 2 ** 20 }, precision: "f32", placement: "in-place" },
  kernels: [
    "{ H(524288,2,1,2) H(524288,2,2,4) H(524288,2,4,8) H(524288,2,8,16) H(524288,2,16,32) H(524288,2,32,64) H(524288,2,64,128) H(524288,2,128,256) } on 128 threads",
    "{ H(524288,2,256,512) H(524288,2,512,1024) H(524288,2,1024,2048) H(524288,2,2048,4096) H(524288,2,4096,8192) H(524288,2,8192,16384) H(524288,2,16384,32768) H(524288,2,32768,65536) } on 128 threads",
    "{ H(524288,2,65536,131072) H(524288,2,131072,262144) H(524288,2,262144,524288) H(524288,2,524288,1048576) } on 128 threads, 16 columns",
  ],
});
