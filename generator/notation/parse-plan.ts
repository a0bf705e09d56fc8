// Text to the plan of a transform: its kernels are legal, and lie inside the rules that the text says. What says none means what its numbers
// say, as plans did before rules had words.
import { InputError } from "../failure/errors.js";
import { checkPlan, problemText } from "../plan/check.js";
import { surroundingRules, type SurroundingRule } from "../plan/kernel-rules.js";
import type { Plan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { readKernel, readKernels, type ReadKernel } from "./parse.js";
import { printRules } from "./print.js";
import type { Origin } from "./source-text.js";

/**
 * The plan of a transform by all the kernels that `text` describes. `origin` says where the text begins in the user's file.
 * @throws InputError for text that is none, kernels that do not compute the transform, and rules that are not theirs
 */
export function parsePlan(transform: Transform, text: string, origin?: Origin): Plan {
  const read = readKernels(text, origin);
  const plan = { transform, kernels: read.map(({ kernel }) => kernel) };
  const problems = checkPlan(plan);
  if (problems.length > 0)
    throw new InputError(
      ["the plan is not legal", ...problems.map((problem) => `  ${problemText(problem)}`)].join("\n"),
    );
  requireRules(plan, read);
  return plan;
}

/**
 * Holds what is said of rules to what the kernels of a legal plan compute. `placed` is called around each kernel.
 * @throws InputError at the first word that is not right
 */
export function requireRules(
  plan: Plan,
  read: readonly ReadKernel[],
  placed: (kernel: number, judge: () => void) => void = (_, judge) => judge(),
): void {
  if (read.every(({ said }) => said === undefined)) return;
  const rules = surroundingRules(plan);
  for (const [kernel, one] of read.entries()) placed(kernel, () => requireSaid(one, rules[kernel] ?? []));
}

/** The texts of a plan's kernels, which say the rules around them where they said none. All else in them stays as it is. */
export function sayRules(plan: Plan, texts: readonly string[]): readonly string[] {
  const rules = surroundingRules(plan);
  return texts.map((text, index) => {
    const { said, inside } = readKernel(text);
    return said === undefined ? `${text.slice(0, inside)}${printRules(rules[index] ?? [])}${text.slice(inside)}` : text;
  });
}

function requireSaid({ said }: ReadKernel, right: readonly SurroundingRule[]): void {
  if (said === undefined) return;
  const longer = Math.max(said.rules.length, right.length);
  const wrong = Array.from({ length: longer }).findIndex((_, index) => said.rules[index] !== right[index]);
  if (wrong < 0) return;
  const text = printRules(said.rules).trim();
  throw said.mistakeOf(
    Math.min(wrong, said.rules.length - 1),
    right.length === 0
      ? `the text says \`${text}\`, but no rule lies around this kernel that its own words do not say: leave it out`
      : `the text says \`${text}\`, but by its numbers this kernel lies inside \`${printRules(right).trim()}\`: write that, or leave the rules out`,
  );
}
