// Independent references for codelets: the definition of the transform, in f64, sharing no code with the generator.
import type { CodeletSpec } from "../../generator/codelet/codelet.js";
import { isThorough } from "../effort.js";

export interface ComplexValue {
  readonly re: number;
  readonly im: number;
}

const times = (a: ComplexValue, b: ComplexValue): ComplexValue => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});

/** exp(-2 pi i turns) forward, its conjugate inverse. */
export const twiddle = (turns: number, direction: CodeletSpec["direction"]): ComplexValue => {
  const angle = (direction === "forward" ? -2 : 2) * Math.PI * (turns - Math.floor(turns));
  return { re: Math.cos(angle), im: Math.sin(angle) };
};

/** The butterfly as CodeletSpec defines it, with w = twiddle(theta). */
export function directButterfly(spec: CodeletSpec, x: readonly ComplexValue[], theta: number): readonly ComplexValue[] {
  const { radix, direction } = spec;
  return Array.from({ length: radix }, (_, k) => {
    let [re, im] = [0, 0];
    x.forEach((value, j) => {
      const turns = ((j * k) % radix) / radix + (spec.twiddle === "pre" ? theta * j : 0);
      const term = times(value, twiddle(turns, direction));
      re += term.re;
      im += term.im;
    });
    return spec.twiddle === "post" ? times({ re, im }, twiddle(theta * k, direction)) : { re, im };
  });
}

/** || a - b || / || b ||. */
export function relativeError(a: readonly ComplexValue[], b: readonly ComplexValue[]): number {
  const square = (z: ComplexValue): number => z.re * z.re + z.im * z.im;
  const zero = { re: 0, im: 0 };
  const difference = b.reduce((sum, z, k) => {
    const other = a[k] ?? zero;
    return sum + square({ re: z.re - other.re, im: z.im - other.im });
  }, 0);
  return Math.sqrt(difference / b.reduce((sum, z) => sum + square(z), 0));
}

/** Numbers that look random, are multiples of 1/256 in [-1, 1), and are the same everywhere. */
export const sample = (seed: number): number => (((seed * 7919 + 104729) * (seed + 17)) % 512) / 256 - 1;

export const samples = (count: number, seed: number): readonly ComplexValue[] =>
  Array.from({ length: count }, (_, index) => ({
    re: sample(seed + 2 * index),
    im: sample(seed + 2 * index + 1),
  }));

export const RADICES: readonly number[] = [
  ...Array.from({ length: 31 }, (_, index) => index + 2),
  ...(isThorough ? [37, 41, 43, 47, 53, 59, 61] : [37]),
];

/** Every specification of a radix: without twiddles, and with them at either place from either source. */
export const specsOf = (radix: number, direction: CodeletSpec["direction"]): readonly CodeletSpec[] => [
  { radix, direction, twiddle: "none", source: "factors" },
  { radix, direction, twiddle: "pre", source: "factors" },
  { radix, direction, twiddle: "pre", source: "powers" },
  { radix, direction, twiddle: "post", source: "factors" },
  { radix, direction, twiddle: "post", source: "powers" },
];
