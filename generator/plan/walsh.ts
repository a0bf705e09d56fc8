// What a Walsh-Hadamard transform is made of: the ranges of the flat index that are transformed, and the matrix of each.
import { axesOf, type Axis } from "./axes.js";
import { baseOrders, isSymmetric, stepMatrix, type HadamardChoice } from "./hadamard-matrix.js";
import type { WalshTransform } from "./transform.js";

/** One transformed dimension. */
export interface WalshAxis extends Axis {
  /** Its heaviest digit, if that is no power of two: the length is `base` times one. 1 otherwise. */
  readonly base: number;
}

/** The length as a base order times a power of two; undefined if there is no such Hadamard matrix here. */
export function baseOrderOf(length: number, choice: HadamardChoice): number | undefined {
  return [1, ...baseOrders(choice)].find(
    (order) => length % order === 0 && Number.isInteger(Math.log2(length / order)),
  );
}

/** Why there is no transform of this length; undefined if there is one. */
export function walshLengthProblem(length: number, choice: HadamardChoice): string | undefined {
  if (baseOrderOf(length, choice) !== undefined) return undefined;
  const bases = baseOrders(choice).toSorted((a, b) => a - b);
  const named = [...(bases.length > 1 ? [bases.slice(0, -1).join(", ")] : []), bases.at(-1)].join(" or ");
  const doubled = choice === "standard" ? " (40 is 20 times 2)" : "";
  const known = `lengths are powers of two, or ${named} times a power of two${doubled}`;
  if (length > 2 && length % 4 !== 0)
    return `there is no Hadamard matrix of order ${length}: orders above 2 are multiples of 4; ${known}`;
  return choice !== "standard" && baseOrderOf(length, "standard") !== undefined
    ? `${choice} has no matrix for it; ${known}; the standard matrices have one`
    : `no Hadamard matrix of order ${length} is built in; ${known}`;
}

/** The transformed dimensions, the contiguous one first. */
export const walshAxes = ({
  hadamard,
  ...transform
}: Pick<WalshTransform, "dimensions" | "axes" | "hadamard">): readonly WalshAxis[] =>
  axesOf({ ...transform, kind: "fwht" }).flatMap((axis) =>
    axis.group === "dyadic" && axis.length > 1 ? [{ ...axis, base: baseOrderOf(axis.length, hadamard) ?? 1 }] : [],
  );

/** Numbers that the whole transform multiplies the array's size by: the product of the transformed lengths. */
export const transformedCount = (transform: Pick<WalshTransform, "dimensions" | "axes" | "hadamard">): number =>
  walshAxes(transform).reduce((product, axis) => product * axis.length, 1);

/** Whether it is its own inverse but for the scale. Other orders than natural have symmetric matrices, too. */
export const isOwnInverse = (transform: WalshTransform): boolean =>
  walshAxes(transform).every(({ base }) => isSymmetric(stepMatrix({ ...transform, direction: "forward" }, base)));
