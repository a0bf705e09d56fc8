// Coordinates: named parts of a thread's indices, and sums of them, which give addresses and exponents.
import { invariant } from "../failure/errors.js";
import {
  compare,
  computedFor,
  constant,
  named,
  plus,
  quotient,
  remainder,
  select,
  type Integer,
} from "../plan/index-expression.js";

/**
 * The index of which a coordinate is a part: the thread in its block or group, the block in the grid, and in a pipelined kernel
 * the tile of the transform, the block's rank in the cluster and the group of threads in the block. Where there are columns and
 * their mirrors, also the computed number of a thread's column, and where blocks share the rows of columns, that of its row
 * inside; where columns are sent to blocks, the mirror of the part that is not in registers (lower/columns.ts).
 */
export type IndexSource = "thread" | "block" | "tile" | "rank" | "group" | "column" | "inside" | "mirror";

/** A named part of an index: `index / divisor % modulus`; no modulus for the heaviest part. */
export interface Coordinate {
  readonly name: string;
  readonly source: IndexSource;
  readonly divisor: number;
  readonly size: number;
  /** False when it is the heaviest part of its index, so that the remainder need not be taken. */
  readonly reduce: boolean;
  /** Values that nobody wants: those from one on are so many more. In numbers: of 32 the values 0 to 15, then 496 to 511. */
  readonly skips?: { readonly from: number; readonly count: number };
}

/** What a coordinate is of its index, which has the name of the source. */
export function coordinateExpression({ source, divisor, size, reduce, skips }: Coordinate): Integer {
  const index = quotient(named(source), divisor);
  const part = reduce ? remainder(index, size) : index;
  return skips === undefined
    ? part
    : plus(part, select(compare(part, ">=", skips.from), constant(skips.count), constant(0)));
}

/** The value of a coordinate, by the index of which it is a part. */
export const coordinateValue = (coordinate: Coordinate, index: number): number =>
  coordinateIn(coordinate, { get: () => index });

/** The same where its index has a value, too. */
export const coordinateIn = computedFor(coordinateExpression);

export interface Term {
  readonly coordinate: string;
  readonly weight: number;
  /** A stride that the caller supplies: the weight counts steps of it. */
  readonly by?: string;
}

/** The sum of coordinate times weight, and times the stride if there is one, over its terms. */
export type Sum = readonly Term[];

export const sumExpression = (sum: Sum): Integer =>
  plus(
    ...sum.map(({ coordinate, weight, by }): Integer => {
      const factors = [
        ...(weight === 1 ? [] : [constant(weight)]),
        ...[coordinate, ...(by === undefined ? [] : [by])].map(named),
      ];
      return factors.length === 1 ? named(coordinate) : { kind: "product", terms: factors };
    }),
  );

export const sumValue = computedFor<Sum>(sumExpression);

export function coordinateOf(name: string, coordinates: ReadonlyMap<string, number>): number {
  const value = coordinates.get(name);
  invariant(value !== undefined, () => `evaluate: coordinate ${name} is not defined`);
  return value;
}

/** Strides that the caller supplies are entries of the coordinates. */
export function strideValue(by: string, coordinates: ReadonlyMap<string, number>): number {
  const stride = coordinates.get(by);
  invariant(stride !== undefined, () => `evaluate: nobody says ${by}`);
  return stride;
}
