// The lengths that there are Hadamard matrices for.
import { baseOrders, type HadamardChoice } from "./hadamard-matrix.js";

/** The length as a base order times a power of two; undefined if there is no such Hadamard matrix here. */
export function baseOrderOf(length: number, choice: HadamardChoice): number | undefined {
  return [1, ...baseOrders(choice)].find(
    (order) => length % order === 0 && Number.isInteger(Math.log2(length / order)),
  );
}

/** Why there is no transform of this length; undefined if there is one. */
export function hadamardLengthProblem(length: number, choice: HadamardChoice): string | undefined {
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
