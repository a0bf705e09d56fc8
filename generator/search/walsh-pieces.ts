// The flat index of a Walsh-Hadamard transform in its smallest digits: the bits of each transformed dimension and, as its
// heaviest digit, a base order. What a kernel transforms is a range of them.
import type { WalshTransform } from "../plan/transform.js";
import { transformedAxes } from "../plan/axes.js";

export interface Piece {
  readonly axis: string;
  /** Elements from one value to the next. */
  readonly stride: number;
  /** 2, or a base order. */
  readonly size: number;
}

/** Lightest first. */
export function walshPieces(transform: WalshTransform): readonly Piece[] {
  return transformedAxes(transform).flatMap(({ name, step, length, base }) => {
    const bits = Math.log2(length / base);
    const pieces = Array.from({ length: bits }, (_, bit): Piece => ({ axis: name, stride: step * 2 ** bit, size: 2 }));
    return base === 1 ? pieces : [...pieces, { axis: name, stride: (step * length) / base, size: base }];
  });
}

/** Pieces that one digit may hold: neighbouring bits of one dimension, or a base order. */
export interface Run {
  readonly stride: number;
  readonly size: number;
  /** Number of bits; 0 for a base order. */
  readonly bits: number;
}

/** Lightest first. */
export function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: Run[] = [];
  let axis: string | undefined;
  for (const piece of pieces) {
    const { stride, size } = piece;
    const last = runs.at(-1);
    if (last !== undefined && last.bits > 0 && size === 2 && axis === piece.axis && last.stride * last.size === stride)
      runs[runs.length - 1] = { stride: last.stride, size: 2 * last.size, bits: last.bits + 1 };
    else runs.push({ stride, size, bits: size === 2 ? 1 : 0 });
    axis = piece.axis;
  }
  return runs;
}

export const sizeOf = (pieces: readonly Piece[]): number => pieces.reduce((total, { size }) => total * size, 1);
