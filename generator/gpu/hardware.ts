// What all GPUs have in common, by the PTX ISA.

/** Lanes of a warp. */
export const WARP = 32;

/** Bytes of a barrier in shared memory (mbarrier). */
export const MBARRIER_BYTES = 8;
