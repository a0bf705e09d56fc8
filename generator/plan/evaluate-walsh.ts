// Runs a plan of Walsh-Hadamard steps on numbers, exactly as the notation says: in place, one step after the other, each
// butterfly as a product with its Hadamard matrix. This is what such a plan means; nothing generated uses it.
import { signsOf, stepMatrix } from "./hadamard-matrix.js";
import { at, invariant } from "../failure/errors.js";
import { checkPlan, problemText } from "./check.js";
import type { Plan } from "./plan.js";
import { placedSubComputations } from "./sub-computations.js";
import { elementCount, type WalshOrder, type WalshTransform } from "./transform.js";
import { walshAxes } from "./walsh.js";

/**
 * The plan's result for a batch of dense arrays, one after the other (`distance` plays no part). The number of `values` must be
 * a multiple of the transform's element count; they are left alone.
 */
export function evaluateWalshPlan(plan: Plan, values: Float64Array): Float64Array {
  const { transform } = plan;
  const problems = checkPlan(plan);
  invariant(
    problems.length === 0,
    () => `evaluateWalshPlan: an illegal plan:\n${problems.map(problemText).join("\n")}`,
  );
  invariant(
    transform.kind === "fwht" && values.length % elementCount(transform) === 0,
    () => `evaluateWalshPlan: ${values.length} numbers are no batch of ${elementCount(transform)} elements`,
  );
  const data = Array.from(values);
  for (const { subComputation } of placedSubComputations(plan)) {
    const { radix, stride } = subComputation;
    const matrix = signsOf(stepMatrix(transform, radix));
    for (let first = 0; first < data.length; first++) {
      if (Math.floor(first / stride) % radix !== 0) continue;
      const inputs = Array.from({ length: radix }, (_, member) => at(data, first + member * stride));
      matrix.forEach((row, output) => {
        data[first + output * stride] = row.reduce((sum, sign, member) => sum + sign * at(inputs, member), 0);
      });
    }
  }
  return Float64Array.from(inOrder(data, transform), (value) => value * transform.scale);
}

/** Moves every output from its natural place to the one that the order gives it. */
function inOrder(data: readonly number[], transform: WalshTransform): readonly number[] {
  if (transform.order === "natural") return data;
  const axes = walshAxes(transform);
  return data.map((_, position) => {
    let source = position;
    for (const { step, length } of axes) {
      const index = Math.floor(position / step) % length;
      source += (naturalIndex(index, Math.log2(length), transform.order) - index) * step;
    }
    return at(data, source);
  });
}

/** The row of Sylvester's matrix that stands at `index` of an output in another order. */
export function naturalIndex(index: number, bits: number, order: WalshOrder): number {
  switch (order) {
    case "natural":
      return index;
    case "dyadic":
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
