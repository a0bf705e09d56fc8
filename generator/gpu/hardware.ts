// What all GPUs have in common, by the PTX ISA.

/** Lanes of a warp. */
export const WARP = 32;

/** Bytes that caches and memory move together. */
export const LINE_BYTES = 128;

/** Bytes of a barrier in shared memory (mbarrier). */
export const MBARRIER_BYTES = 8;
