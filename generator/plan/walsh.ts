// What a Walsh-Hadamard transform is made of: the ranges of the flat index that are transformed, and the matrix of each.
import { BASE_ORDERS } from "./hadamard-matrix.js";
import type { WalshTransform } from "./transform.js";

/** One transformed dimension, as the flat index of the array sees it. */
export interface WalshAxis {
  readonly name: string;
  readonly length: number;
  /** Elements from one to the next along it. */
  readonly step: number;
  /** Its heaviest digit, if that is no power of two: the length is `base` times one. 1 otherwise. */
  readonly base: number;
}

/** The length as a base order times a power of two; undefined if there is no such Hadamard matrix here. */
export function baseOrderOf(length: number): number | undefined {
  return [1, ...BASE_ORDERS].find((order) => length % order === 0 && Number.isInteger(Math.log2(length / order)));
}

/** Why there is no transform of this length; undefined if there is one. */
export function walshLengthProblem(length: number): string | undefined {
  if (baseOrderOf(length) !== undefined) return undefined;
  const known = `lengths are powers of two, or ${BASE_ORDERS.slice(0, -1).join(", ")} or ${BASE_ORDERS.at(-1)} times a power of two (40 is 20 times 2)`;
  return length > 2 && length % 4 !== 0
    ? `there is no Hadamard matrix of order ${length}: orders above 2 are multiples of 4; ${known}`
    : `no Hadamard matrix of order ${length} is built in; ${known}`;
}

/** The transformed dimensions, the contiguous one first. */
export function walshAxes(transform: Pick<WalshTransform, "dimensions" | "axes">): readonly WalshAxis[] {
  let step = 1;
  return transform.dimensions.flatMap(({ name, length }): readonly WalshAxis[] => {
    const axis = { name, length, step, base: baseOrderOf(length) ?? 1 };
    step *= length;
    return transform.axes.includes(name) && length > 1 ? [axis] : [];
  });
}

/** Numbers that the whole transform multiplies the array's size by: the product of the transformed lengths. */
export const transformedCount = (transform: Pick<WalshTransform, "dimensions" | "axes">): number =>
  walshAxes(transform).reduce((product, axis) => product * axis.length, 1);
