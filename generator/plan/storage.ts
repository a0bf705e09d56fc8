// What arrays hold their numbers in, and what these are computed with.
import type { NumberFormat, Precision } from "./number-format.js";

/** What an array holds numbers in: of its input and of its output a kernel has each its own, whatever it computes with. */
export type Storage = NumberFormat;

/** What numbers are computed with that are stored so: 16-bit ones in single precision, unless a plan says otherwise. */
export const computedIn = (storage: Storage): Precision => (storage === "f64" ? "f64" : "f32");

/** The smallest normal number of f16. Below, numbers lie in steps of 2^-24. */
export const LEAST_NORMAL_F16 = 2 ** -14;

/** Whether numbers have 16 bits. */
export const isShort = (storage: Storage): storage is "f16" | "bf16" => storageBytes(storage) === 2;

/** Bytes of one number. */
export const storageBytes = (storage: Storage): number => STORAGE_BYTES[storage];

const STORAGE_BYTES = { f64: 8, f32: 4, f16: 2, bf16: 2 } as const satisfies Record<Storage, number>;
