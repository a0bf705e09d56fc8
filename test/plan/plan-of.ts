// Plans for tests, from lengths and the kernels' text.
import { parseKernels } from "../../generator/notation/parse.js";
import type { Plan } from "../../generator/plan/plan.js";
import { DIMENSION_NAMES, makeTransform } from "../../generator/plan/transform.js";

/** A forward f32 plan whose outputs stay digit-reversed. */
export function planOf(lengths: Readonly<Record<string, number>>, kernels: readonly string[]): Plan {
  const dimensions = DIMENSION_NAMES.flatMap((name) => {
    const length = lengths[name];
    return length === undefined ? [] : [{ name, length }];
  });
  return {
    transform: {
      ...makeTransform(dimensions.map(({ length }) => length).toReversed(), "f32"),
      dimensions,
      order: "digit-reversed",
    },
    kernels: kernels.flatMap((kernel) => parseKernels(kernel)),
  };
}
