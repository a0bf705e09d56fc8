// Small whole numbers in every number format, and back: where a transform of them must be exact, bit for bit.
import type { NumberFormat } from "../../generator/plan/transform.js";
import type { Numbers } from "./emulated-packages.js";

/** The largest whole number up to which all can be stored. */
export const LARGEST_WHOLE = { f64: 2 ** 53, f32: 2 ** 24, f16: 2 ** 11, bf16: 2 ** 8 } as const satisfies Record<
  NumberFormat,
  number
>;

/** Numbers that the format holds exactly. */
export function encoded(storage: NumberFormat, numbers: readonly number[]): Numbers {
  switch (storage) {
    case "f64":
      return Float64Array.from(numbers);
    case "f32":
      return Float32Array.from(numbers);
    case "f16":
      return Uint16Array.from(numbers, halfBits);
    case "bf16":
      return Uint16Array.from(numbers, (value) => singleBits(value) >>> 16);
  }
}

export function decoded(storage: NumberFormat, numbers: Numbers): readonly number[] {
  switch (storage) {
    case "f64":
    case "f32":
      return Array.from(numbers);
    case "f16":
      return Array.from(numbers, halfValue);
    case "bf16":
      return Array.from(numbers, (bits) => fromSingleBits(bits << 16));
  }
}

const view = new DataView(new ArrayBuffer(4));

function singleBits(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

function fromSingleBits(bits: number): number {
  view.setInt32(0, bits);
  return view.getFloat32(0);
}

/** Of a normal number, or 0, that needs no rounding. */
function halfBits(value: number): number {
  if (value === 0) return Object.is(value, -0) ? 0x8000 : 0;
  const bits = singleBits(value);
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15;
  return ((bits >>> 16) & 0x8000) | (exponent << 10) | ((bits >>> 13) & 0x3ff);
}

function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  if (exponent === 0x1f) return mantissa === 0 ? sign * Infinity : Number.NaN;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25));
}
