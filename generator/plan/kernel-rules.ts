// The rules around the butterflies of each kernel, of which the notation says before a colon those that the kernel's own words do not say. In
// numbers: of 20014 real numbers a kernel with a convolution of 20160 points lies inside `pairs`, and says `bluestein` itself; the Hermitian
// step in a kernel beside it says `pairs` itself.
import type { Plan, PlanKernel } from "./plan.js";
import { resolve } from "./resolve.js";
import { RULES, type Node, type Rule } from "./tree.js";

/** What kernels say by words of their own. */
export type OwnRule = "bluestein" | "rader";

/** What is said of kernels before a colon. */
export type SurroundingRule = Exclude<Rule, OwnRule>;

export const SURROUNDING_RULES: readonly SurroundingRule[] = RULES.filter(isSurrounding);

function isSurrounding(rule: Rule): rule is SurroundingRule {
  return rule !== "bluestein" && rule !== "rader";
}

/** Of each kernel of a legal plan the rules around it that its own words do not say, the outermost first. */
export function surroundingRules(plan: Plan): readonly (readonly SurroundingRule[])[] {
  const around = rulesAround(resolve(plan));
  return plan.kernels.map((kernel, number) =>
    (around.get(number) ?? []).filter(isSurrounding).filter((rule) => rule !== "pairs" || !saysPairs(kernel)),
  );
}

const saysPairs = ({ through, hermitian }: PlanKernel): boolean => through === "pairs" || hermitian !== undefined;

/** By the numbers of kernels. */
function rulesAround(node: Node): ReadonlyMap<number, readonly Rule[]> {
  const own = ownRules(node);
  const inside = insideOf(node).map(rulesAround);
  return new Map(
    node.kernels.map((kernel) => {
      const inner = inside.flatMap((rules) => rules.get(kernel) ?? []);
      return [kernel, [...own, ...new Set(inner)]] as const;
    }),
  );
}

function ownRules(node: Node): readonly Rule[] {
  switch (node.rule) {
    case "butterflies":
      return [];
    case "cosine":
      return node.paired === undefined ? ["cosine"] : ["cosine", "pairs"];
    case "by-axis":
      return node.parts.length > 1 ? ["by-axis"] : [];
    case "pairs":
    case "real":
    case "bluestein":
    case "rader":
    case "good-thomas":
    case "four-step":
      return [node.rule];
  }
}

function insideOf(node: Node): readonly Node[] {
  switch (node.rule) {
    case "butterflies":
      return [];
    case "pairs":
    case "real":
      return [node.inside];
    case "cosine":
      return node.inside.map((along) => along.node);
    case "bluestein":
    case "rader":
      return [node.forward];
    case "good-thomas":
    case "four-step":
      return [node.along, node.across];
    case "by-axis":
      return node.parts.map((part) => part.node);
  }
}
