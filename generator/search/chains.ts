// Cuts what one kernel of a Fourier transform does into sub-computations: the order of the axes, and radices along each.
import type { SubComputation } from "../plan/plan.js";
import { MATRIX_RADICES } from "../plan/units.js";
import { matrixRadixLists } from "./matrix-radices.js";
import { digitsOfPart, digitStep, type Part } from "./parts.js";
import { promisingRadixLists } from "./radices.js";

/** How butterflies are computed: by fused multiply-adds, or where they can be as products of matrices on tensor cores. */
export type Butterflies = "fma" | "mma" | "split";

const RADIX_LISTS = 4;
const RADIX_ORDERS = 6;

const eachOnce = (lists: readonly (readonly number[])[]): readonly (readonly number[])[] => [
  ...new Map(lists.map((list) => [list.join(), list])).values(),
];

/** Every order of the parts in a kernel times the radix lists of each; `onClusters`: further ones of a length. */
export function chainLists(
  parts: readonly Part[],
  elements: number,
  butterflies: Butterflies,
  onClusters: (length: number) => readonly (readonly number[])[],
): readonly (readonly SubComputation[])[] {
  const orders = parts.length === 2 ? [parts, parts.toReversed()] : [parts];
  const [limit, radixOrders] = parts.length > 1 ? [2, 1] : [RADIX_LISTS, RADIX_ORDERS];
  return orders.flatMap((order) =>
    order.reduce<readonly (readonly SubComputation[])[]>(
      (lists, part) => {
        const cuts =
          butterflies !== "fma"
            ? matrixRadixLists(part.size)
            : parts.length > 1
              ? promisingRadixLists(part.size, limit, radixOrders)
              : eachOnce([...promisingRadixLists(part.size, limit, radixOrders), ...onClusters(part.size)]);
        const chains = cuts.map((radices) =>
          digitsOfPart(part, radices, "heavy").map((digit) => chainStep(digit, elements, butterflies)),
        );
        return lists.flatMap((list) => chains.map((chain) => [...list, ...chain]));
      },
      [[]],
    ),
  );
}

/**
 * A sub-computation in the style that suits the butterflies: fused ones merge the factors before them; to results of matrices, which
 * are not rounded yet, they are applied without another rounding.
 */
export function chainStep(digit: Part, elements: number, butterflies: Butterflies): SubComputation {
  if (butterflies === "fma") return digitStep(digit, elements, "pre-tw");
  const step = digitStep(digit, elements, "tw");
  return MATRIX_RADICES[butterflies].includes(step.radix) ? { ...step, unit: butterflies } : step;
}
