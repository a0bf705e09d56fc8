// Formats of floating-point numbers: what is computed with, and to which numbers are rounded.

/** What kernels compute with, unless they compute with what they store: IEEE single or double. */
export type Precision = "f32" | "f64";

/** Besides these, IEEE half and bfloat16. */
export type NumberFormat = Precision | "f16" | "bf16";

export const NUMBER_FORMATS = ["f32", "f64", "f16", "bf16"] as const satisfies readonly NumberFormat[];
