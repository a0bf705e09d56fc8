// What all GPUs have in common, by the PTX ISA.

/** Lanes of a warp. */
export const WARP = 32;

/** Bytes that memory moves at least. */
export const SECTOR_BYTES = 32;

/** Bytes that caches and memory move together. */
export const LINE_BYTES = 128;

/** Shared memory of a block of any GPU at most: compute capability 9.0 and 10.0 (CUDA C++ Programming Guide, Technical Specifications). */
export const MOST_SHARED_BYTES = 227 * 1024;

/** Bytes of a barrier in shared memory (mbarrier). */
export const MBARRIER_BYTES = 8;
