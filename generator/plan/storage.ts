// What arrays hold their numbers in, and what these are computed with.
import { NUMBER_FORMATS, type NumberFormat, type Precision } from "./number-format.js";

/** Whole numbers, unsigned or of both signs (two's complement). */
export const INTEGER_FORMATS = ["u8", "i8", "u16", "i16"] as const;
export type IntegerFormat = (typeof INTEGER_FORMATS)[number];

/** What an array holds numbers in: of its input and of its output a kernel has each its own, whatever it computes with. */
export type Storage = NumberFormat | IntegerFormat;
export const STORAGES = [...NUMBER_FORMATS, ...INTEGER_FORMATS] as const satisfies readonly Storage[];

export const isInteger = (storage: Storage): storage is IntegerFormat => INTEGER_FORMATS.some((one) => one === storage);

/** What numbers are computed with that are stored so: 16-bit ones in single precision, unless a plan says otherwise. */
export const computedIn = (storage: Storage): Precision => (storage === "f64" ? "f64" : "f32");

/** The smallest normal number of f16. Below, numbers lie in steps of 2^-24. */
export const LEAST_NORMAL_F16 = 2 ** -14;

/** Whether numbers are floating-point ones of 16 bits. */
export const isShort = (storage: Storage): storage is "f16" | "bf16" => storage === "f16" || storage === "bf16";

/** Bytes of one number. */
export const storageBytes = (storage: Storage): number => STORAGE_BYTES[storage];

const STORAGE_BYTES = { f64: 8, f32: 4, f16: 2, bf16: 2, u8: 1, i8: 1, u16: 2, i16: 2 } as const satisfies Record<
  Storage,
  number
>;

/** Bits of a number's magnitude that are held exactly: of whole numbers all. */
export const exactBits = (storage: Storage): number => EXACT_BITS[storage];

const EXACT_BITS = { f64: 53, f32: 24, f16: 11, bf16: 8, u8: 8, i8: 7, u16: 16, i16: 15 } as const satisfies Record<
  Storage,
  number
>;

/** The least and the largest whole number of a format. */
export const integerLimits = (format: IntegerFormat): readonly [least: number, largest: number] => {
  const bits = 8 * storageBytes(format);
  return format.startsWith("u") ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
};

/** As an integer array holds it: the nearest whole number, of two the even one, within the limits; 0 for NaN. */
export function roundedToInteger(value: number, format: IntegerFormat): number {
  if (Number.isNaN(value)) return 0;
  const [least, largest] = integerLimits(format);
  const below = Math.floor(value);
  const isUp = value - below > 0.5 || (value - below === 0.5 && below % 2 !== 0);
  return Math.min(largest, Math.max(least, isUp ? below + 1 : below));
}
