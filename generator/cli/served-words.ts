// The words of `bundle --for`: programs and languages that are served, and whose part of a bundle serves them.

/** `ClientName`s of the bundle, which this file does not load: help is quick. */
export const SERVED = {
  torch: "python",
  jax: "python",
  cupy: "python",
  cufft: "cufft",
  cpp: "cpp",
  fortran: "fortran",
  rust: "rust",
  julia: "julia",
} as const;

export type ServedWord = keyof typeof SERVED;

export const SERVED_WORDS = Object.keys(SERVED) as readonly ServedWord[];
