// The contract of a generated Walsh-Hadamard transform in words: the signs of its matrix, and the order of its rows.
import { isOwnInverse, signMatrix, transformedAxes } from "../plan/axes.js";
import { transformedCount, type Order, type Transform, type WalshOrder } from "../plan/transform.js";
import { definedName, definitionLines } from "./hadamard-definition.js";

const SYLVESTER = "(-1)^popcount(j and k)";

const ORDERS: Readonly<Record<Exclude<Order | WalshOrder, "digit-reversed">, string>> = {
  natural: "Output is in natural order: row k of Sylvester's matrix.",
  dyadic: "Output is in dyadic order (Paley): the bits of k are reversed along each transformed dimension.",
  sequency:
    "Output is in sequency order (Walsh): output k along a transformed dimension is the row with k sign changes.",
};

/** Whether all lengths are powers of two, with Sylvester's matrix. */
const hasOneMatrix = (transform: Transform): boolean => transformedAxes(transform).every(({ base }) => base === 1);

/** The factor of the inputs. */
export const signFactor = (transform: Transform): string =>
  hasOneMatrix(transform) ? SYLVESTER : transform.direction === "inverse" ? "H[j][k]" : "H[k][j]";

/** The row of each output. */
export const rowOrderLine = (transform: Transform): string => {
  const { order } = transform;
  return hasOneMatrix(transform) && order !== "digit-reversed"
    ? ORDERS[order]
    : "Output is in natural order: output k belongs to row k of the matrix.";
};

/** The matrix along each dimension, and each base matrix once; empty where all are Sylvester's. */
export function matrixLines(transform: Transform): readonly string[] {
  const axes = transformedAxes(transform);
  if (hasOneMatrix(transform)) return [];
  const orders = [...new Set(axes.flatMap(({ base }) => (base > 1 ? [base] : [])))];
  const count = transformedCount(transform);
  return [
    ...axes.map(
      ({ name, length, base }) => `Along ${name}, of ${length} elements, H[k][j] = ${entryText(length, base)}.`,
    ),
    ...orders.flatMap((order) => definitionLines(signMatrix({ ...transform, direction: "forward" }, order))),
    isOwnInverse(transform)
      ? `H is symmetric: the transform is its own inverse, up to a factor of 1/${count}.`
      : `The ${transform.direction === "inverse" ? "forward" : "inverse"} transform has ${transform.direction === "inverse" ? "H[k][j] for H[j][k]" : "H[j][k] for H[k][j]"}. Without scaling, both in succession multiply by ${count}.`,
  ];
}

/** The Kronecker product of a base matrix and Sylvester's. */
function entryText(length: number, base: number): string {
  const rest = length / base;
  if (base === 1) return SYLVESTER;
  const name = definedName({ order: base });
  return rest === 1
    ? `${name}[k][j]`
    : `${name}[k / ${rest}][j / ${rest}] (-1)^popcount((j mod ${rest}) and (k mod ${rest})), quotients rounded down`;
}
