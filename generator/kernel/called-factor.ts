// The factor of all outputs that the caller says with each call, where the scale is known at run time only.

/** Its parameter in functions and kernels. */
export const CALLED_FACTOR = "output_scale";

/** What verifications say for it: no power of two, and exact in every precision. */
export const VERIFIED_FACTOR = 0.75;
