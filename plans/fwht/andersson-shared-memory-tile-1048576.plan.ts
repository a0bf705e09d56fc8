import { plan } from "fftgen";

/**
 * Andersson, "Efficient And Numerically Stable GPU Implementations of The Fast Walsh-Hadamard Transform", 2025,
 * section 3.3: the second folklore variant, whose chunks are as large as 32 KiB of shared memory: `block_steps` = 13
 * for f32 (12 for f64, 14 for 16-bit numbers), in blocks of 256 threads. The kernels make 13 and 7 steps of radix 2,
 * each on 2^13 elements in a block: the second takes 64 chunks of 2^7 elements together, which makes its accesses
 * contiguous over 256 bytes.
 * A thread holds 32 elements and computes 16 butterflies in registers between two exchanges through shared memory.
 */
export default plan({
  transform: { kind: "fwht", lengths: { X: 2 ** 20 }, precision: "f32", placement: "in-place" },
  kernels: [
    "{ H(524288,2,1,2) H(524288,2,2,4) H(524288,2,4,8) H(524288,2,8,16) H(524288,2,16,32) H(524288,2,32,64) H(524288,2,64,128) H(524288,2,128,256) H(524288,2,256,512) H(524288,2,512,1024) H(524288,2,1024,2048) H(524288,2,2048,4096) H(524288,2,4096,8192) } on 256 threads",
    "{ H(524288,2,8192,16384) H(524288,2,16384,32768) H(524288,2,32768,65536) H(524288,2,65536,131072) H(524288,2,131072,262144) H(524288,2,262144,524288) H(524288,2,524288,1048576) } on 256 threads, 64 columns",
  ],
});
