// Numbers as a package takes them: bytes of its precision.
import { nearestShort, nearestShortBits, shortValue } from "../reference/short-floats.js";
import type { Precision } from "../../generator/definition/request.js";

const NOT_A_NUMBER = { f16: 0x7e00, bf16: 0x7fc0 } as const;

/** To what the precision holds. */
export function rounding(precision: Precision): (value: number) => number {
  switch (precision) {
    case "f64":
      return (value) => value;
    case "f32":
      return Math.fround;
    case "f16":
    case "bf16":
      return (value) => (Number.isNaN(value) ? value : nearestShort(value, precision));
  }
}

export function stored(precision: Precision, numbers: Float64Array): Uint8Array {
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
  }
}

export function read(precision: Precision, bytes: Uint8Array): Float64Array {
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
  }
}
