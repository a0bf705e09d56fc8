// What a plan means: its tree on numbers, exactly as the notation says. It is not fast, and nothing generated uses it.
import { InputError } from "../failure/errors.js";
import { checkPlan, problemText } from "./check.js";
import type { ComplexArrays, Evaluate } from "./complex-arrays.js";
import { evaluateButterflies } from "./evaluate-butterflies.js";
import type { Plan } from "./plan.js";
import { PAIR } from "./hermitian-step.js";
import { resolve } from "./resolve.js";
import { evaluateBluestein } from "./rules/bluestein.js";
import { evaluateByAxis } from "./rules/by-axis.js";
import { evaluateCosine } from "./rules/cosine.js";
import { evaluateDecimated } from "./rules/decimated.js";
import { evaluateFourStep } from "./rules/four-step.js";
import { evaluateGoodThomas } from "./rules/good-thomas.js";
import { evaluateRader } from "./rules/rader.js";
import { evaluatePairs, evaluateReal } from "./rules/real.js";

/**
 * The plan's result for a batch of dense inputs (a distance plays no part). The length of `re` and `im` must be a multiple of the
 * transform's element count and says how many inputs there are; they are left alone. Where real numbers are transformed the
 * imaginary ones are transformed likewise, and 0 stays 0. With order `digit-reversed`, output k of a dimension lies at
 * `digitReversedPositions(radices)[k]` along it. Of a real transform the arrays are those of its sides: the imaginary parts of real numbers
 * play no part, and are 0.
 * @throws InputError for an illegal plan, or numbers that are no batch
 */
export function evaluatePlan(
  plan: Plan,
  re: Float64Array,
  im: Float64Array = new Float64Array(re.length),
): ComplexArrays {
  const problems = checkPlan(plan);
  if (problems.length > 0)
    throw new InputError(`evaluatePlan: an illegal plan:\n${problems.map(problemText).join("\n")}`);
  return evaluateNode(resolve(plan), { re, im });
}

const evaluateNode: Evaluate = (node, numbers) => {
  switch (node.rule) {
    case "butterflies":
      return evaluateButterflies(node, numbers);
    case "pairs":
      return (node.radix === PAIR ? evaluatePairs : evaluateDecimated)(node, numbers, evaluateNode);
    case "real":
      return evaluateReal(node, numbers, evaluateNode);
    case "cosine":
      return evaluateCosine(node, numbers, evaluateNode);
    case "bluestein":
      return evaluateBluestein(node, numbers, evaluateNode);
    case "rader":
      return evaluateRader(node, numbers, evaluateNode);
    case "good-thomas":
      return evaluateGoodThomas(node, numbers, evaluateNode);
    case "four-step":
      return evaluateFourStep(node, numbers, evaluateNode);
    case "by-axis":
      return evaluateByAxis(node, numbers, evaluateNode);
  }
};
