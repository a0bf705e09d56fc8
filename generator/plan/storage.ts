// What numbers are stored in, and computed with.

/** What kernels compute with, unless they compute with what they store: IEEE single or double. */
export type Precision = "f32" | "f64";
/** What an array holds: besides these, IEEE half and bfloat16. */
export type Storage = Precision | "f16" | "bf16";

export const STORAGES = ["f32", "f64", "f16", "bf16"] as const satisfies readonly Storage[];

/** What numbers are computed with that are stored so: 16-bit ones in single precision, unless a plan says otherwise. */
export const computedIn = (storage: Storage): Precision => (storage === "f64" ? "f64" : "f32");

/** The smallest normal number of f16. Below, numbers lie in steps of 2^-24. */
export const LEAST_NORMAL_F16 = 2 ** -14;

/** Whether numbers have 16 bits. */
export const isShort = (storage: Storage): storage is "f16" | "bf16" => storageBytes(storage) === 2;

/** Bytes of one number. */
export const storageBytes = (storage: Storage): number => STORAGE_BYTES[storage];

const STORAGE_BYTES = { f64: 8, f32: 4, f16: 2, bf16: 2 } as const;
