// Where outputs lie along an axis once its digits have been transformed in place, for each order that a transform can ask for.
import type { Axis } from "./axes.js";
import { digitReversedPositions, digitsOf } from "./digits.js";
import type { Plan } from "./plan.js";
import { traitsOf, type Order, type Transform, type WalshOrder } from "./transform.js";

/** Whether outputs go elsewhere than butterflies leave them. */
export const reorders = (transform: Pick<Transform, "kind" | "order">): boolean =>
  transform.order !== traitsOf(transform).orderInPlace;

/** Element k: the place, along the axis, of what stands at k of the output. Undefined where everything stays. */
export function outputPositions({ transform, kernels }: Plan, axis: Axis): readonly number[] | undefined {
  const { name, length, group } = axis;
  switch (group) {
    case "idle":
      return undefined;
    case "cyclic":
      return transform.order === "natural"
        ? digitReversedPositions(digitsOf({ transform, kernels }, name).map(({ radix }) => radix))
        : undefined;
    case "dyadic": {
      const { order } = transform;
      if (order === "natural") return undefined;
      return Array.from({ length }, (_, index) => naturalIndex(index, Math.log2(length), order));
    }
  }
}

/** The row of Sylvester's matrix that stands at `index` of an output in another order. */
function naturalIndex(index: number, bits: number, order: Order | WalshOrder): number {
  switch (order) {
    case "natural":
      return index;
    case "dyadic":
    case "digit-reversed":
      return reversedBits(index, bits);
    case "sequency":
      // The Gray code of the number of sign changes, in Paley's order.
      return reversedBits(index ^ (index >>> 1), bits);
  }
}

function reversedBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = reversed * 2 + (Math.floor(value / 2 ** bit) % 2);
  return reversed;
}
