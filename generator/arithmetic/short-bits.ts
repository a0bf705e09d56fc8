// Numbers of 16 bits as bits: IEEE half precision and bfloat16.
import { invariant } from "../failure/errors.js";

const FORMATS = { f16: { digits: 10, bias: 15 }, bf16: { digits: 7, bias: 127 } } as const;

/** The exponent of a number's last digit in the format: that of subnormal numbers is the least. */
function lastDigit(size: number, storage: "f16" | "bf16"): number {
  const { digits, bias } = FORMATS[storage];
  return Math.max(Math.floor(Math.log2(size)), 1 - bias) - digits;
}

/** The nearest number of the format, ties to even. */
export function roundedToShort(value: number, storage: "f16" | "bf16"): number {
  if (value === 0) return 0;
  const unit = 2 ** lastDigit(Math.abs(value), storage);
  const steps = value / unit;
  const below = Math.floor(steps);
  const rest = steps - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) * unit;
}

/** The bits of a number that the format holds exactly. */
export function shortBits(value: number, storage: "f16" | "bf16"): number {
  const { digits, bias } = FORMATS[storage];
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return 0;
  const last = lastDigit(size, storage);
  const steps = size / 2 ** last;
  invariant(
    Number.isInteger(steps) && steps < 2 ** (digits + 1) && last + digits <= bias,
    () => `shortBits: ${value} is no number of ${storage}`,
  );
  // A subnormal number has no leading digit, and the exponent field that a normal one of the same last digit lacks.
  return sign + (last + digits + bias - 1) * 2 ** digits + steps;
}

/** `0x3c00u`: the bits as C++ writes them. */
export const shortLiteral = (value: number, storage: "f16" | "bf16"): string =>
  `0x${shortBits(value, storage).toString(16).padStart(4, "0")}u`;
