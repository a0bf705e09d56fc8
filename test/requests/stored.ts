// Numbers as a package takes them: bytes of the types of its arrays.
import { nearestShort, nearestShortBits, shortValue } from "../reference/short-floats.js";
import { unread } from "../../generator/definition/number-types.js";
import type { NumberType } from "../../generator/definition/request.js";

const NOT_A_NUMBER = { f16: 0x7e00, bf16: 0x7fc0 } as const;

const WHOLE = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array } as const;

/** To what the type holds. */
export function rounding(precision: NumberType): (value: number) => number {
  switch (precision) {
    case "f64":
      return (value) => value;
    case "f32":
      return Math.fround;
    case "f16":
    case "bf16":
      return (value) => (Number.isNaN(value) ? value : nearestShort(value, precision));
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return Math.round;
  }
}

export function stored(precision: NumberType, numbers: Float64Array): Uint8Array {
  switch (precision) {
    case "f64":
      return new Uint8Array(numbers.slice().buffer);
    case "f32":
      return new Uint8Array(Float32Array.from(numbers).buffer);
    case "f16":
    case "bf16":
      return new Uint8Array(
        Uint16Array.from(numbers, (value) =>
          Number.isNaN(value) ? NOT_A_NUMBER[precision] : nearestShortBits(value, precision),
        ).buffer,
      );
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return new Uint8Array(
        new WHOLE[precision](numbers.map((value) => (Number.isNaN(value) ? unread(precision) : value))).buffer,
      );
  }
}

export function read(precision: NumberType, bytes: Uint8Array): Float64Array {
  const { buffer } = Uint8Array.from(bytes);
  switch (precision) {
    case "f64":
      return new Float64Array(buffer);
    case "f32":
      return Float64Array.from(new Float32Array(buffer));
    case "f16":
    case "bf16":
      return Float64Array.from(new Uint16Array(buffer), (bits) =>
        precision === "bf16" && (bits & 0x7fff) > 0x7f80 ? NaN : shortValue(bits, precision),
      );
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return Float64Array.from(new WHOLE[precision](buffer));
  }
}
