// What arrays hold: floating-point numbers, or whole numbers with limits.
import type { NumberType, Precision, Said } from "./request.js";

export type WholeType = Exclude<NumberType, Precision>;

export const isWhole = (type: NumberType): type is WholeType => ["u8", "i8", "u16", "i16"].includes(type);

const LIMITS: Readonly<Record<WholeType, readonly [least: number, most: number]>> = {
  u8: [0, 255],
  i8: [-128, 127],
  u16: [0, 65535],
  i16: [-32768, 32767],
};

/** What both sides of a call hold. */
export interface HeldTypes {
  readonly input: NumberType;
  readonly output: NumberType;
}

export const heldTypes = ({ precision = "f32", inputType, outputType }: Said): HeldTypes => ({
  input: inputType ?? precision,
  output: outputType ?? precision,
});

/** Sums of many such are small enough for f16. */
const FEW = 3;

/** A whole number for a uniform one from -1 to 1: any that the type has, or a few of them. */
export function wholeFrom(uniform: number, type: WholeType, isSmall = false): number {
  const [lowest, highest] = LIMITS[type];
  const [least, most] = isSmall ? [Math.max(-FEW, lowest), FEW] : [lowest, highest];
  return Math.min(most, least + Math.floor(((uniform + 1) / 2) * (most - least + 1)));
}

/** What is nearest to a number within the limits of a type. */
export function within(value: number, type: NumberType): number {
  if (!isWhole(type)) return value;
  const [least, most] = LIMITS[type];
  return Math.min(most, Math.max(least, value));
}

/** By how much whole numbers may differ from what they stand for. */
export const halfStep = (type: NumberType): number => (isWhole(type) ? 0.5 : 0);

/** As many as the type has from 0 on. */
export const largestOf = (type: WholeType): number => LIMITS[type][1];

/** What memory has that nobody is to read: no number, or of whole numbers a large one. */
export const unread = (type: NumberType): number => (isWhole(type) ? largestOf(type) - 9 : NaN);

/** What memory has that nobody is to write, and every type of floating-point numbers has. */
export const unwritten = (type: NumberType): number => (isWhole(type) ? 77 : -24576);
