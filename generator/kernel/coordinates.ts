// Coordinates: named parts of the indices that a thread has, and the sums of them that addresses and exponents are.
import { invariant } from "../failure/errors.js";

/**
 * What coordinates are parts of: the thread in its block or group, the block in the grid, and in a pipelined kernel the tile of
 * the transform, the block's rank in the cluster and the group of threads in the block; where there are columns and their mirrors, the
 * number of a thread's column, which is computed, and where blocks share the rows of columns, that of its row inside; and where they are
 * sent to blocks, the mirror of what of it is not in registers.
 */
export type IndexSource = "thread" | "block" | "tile" | "rank" | "group" | "column" | "inside" | "mirror";

/** A named part of an index: `index / divisor % modulus`; no modulus when nothing lies above it. */
export interface Coordinate {
  readonly name: string;
  readonly source: IndexSource;
  readonly divisor: number;
  readonly size: number;
  /** False when it is the heaviest part of its index, so that the remainder need not be taken. */
  readonly reduce: boolean;
}

export interface Term {
  readonly coordinate: string;
  readonly weight: number;
  /** A stride that the caller says: the weight counts steps of it. */
  readonly by?: string;
}

/** The sum of coordinate times weight, and times the stride if there is one, over its terms. */
export type Sum = readonly Term[];

export const sumValue = (sum: Sum, coordinates: ReadonlyMap<string, number>): number =>
  sum.reduce((total, term) => {
    const value = coordinateOf(term.coordinate, coordinates);
    return total + value * term.weight * (term.by === undefined ? 1 : strideValue(term.by, coordinates));
  }, 0);

export function coordinateOf(name: string, coordinates: ReadonlyMap<string, number>): number {
  const value = coordinates.get(name);
  invariant(value !== undefined, () => `evaluate: coordinate ${name} is not defined`);
  return value;
}

/** Strides that the caller says stand among the coordinates. */
export function strideValue(by: string, coordinates: ReadonlyMap<string, number>): number {
  const stride = coordinates.get(by);
  invariant(stride !== undefined, () => `evaluate: nobody says ${by}`);
  return stride;
}
