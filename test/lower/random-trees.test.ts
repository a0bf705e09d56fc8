// Random trees of rules (plan/tree.ts), as their notation says and as lowered, against transforms by definition.
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { checkPlan } from "../../generator/plan/check.js";
import type { Plan, ScheduledPlan } from "../../generator/plan/plan.js";
import { resolve } from "../../generator/plan/resolve.js";
import type { Node } from "../../generator/plan/tree.js";
import { isHalfReal, isTrigonometric } from "../../generator/plan/transform.js";
import { completePlan } from "../../generator/search/search.js";
import { drawnTrees } from "../arbitrary/trees.js";
import { runs } from "../effort.js";
import { expectAgreement } from "./fourier-agreement.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";
import { BATCH, expectTrigonometricAgreement } from "./trigonometric-agreement.js";

/** Rules around one another, down to butterflies. */
function depthOf(node: Node): number {
  const within = (nodes: readonly Node[]): number => 1 + Math.max(0, ...nodes.map(depthOf));
  switch (node.rule) {
    case "butterflies":
      return 0;
    case "pairs":
    case "real":
      return within([node.inside]);
    case "cosine":
      return within(node.inside.map((along) => along.node));
    case "bluestein":
    case "rader":
      return within([node.forward, node.inverse]);
    case "good-thomas":
    case "four-step":
      return within([node.along, node.across]);
    case "by-axis":
      return within(node.parts.map((part) => part.node));
  }
}

/** Undefined where no schedule has room for it. */
function scheduled(plan: Plan): ScheduledPlan | undefined {
  try {
    return completePlan(plan, gpu).plan;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function expectAnyAgreement(plan: ScheduledPlan, seed: number): void {
  const { transform } = plan;
  if (isTrigonometric(transform)) expectTrigonometricAgreement({ ...transform, batch: BATCH }, plan);
  else if (isHalfReal(transform)) expectRealAgreement(plan, transform, { batch: transform.batch, seed });
  else expectAgreement(plan, transform.batch, seed);
}

test("rules compose", { timeout: 600_000 }, () => {
  const depths: number[] = [];
  fc.assert(
    fc.property(drawnTrees(), fc.integer({ min: 1, max: 1000 }), (drawn, seed) => {
      fc.pre(checkPlan(drawn).length === 0);
      const plan = scheduled(drawn);
      fc.pre(plan !== undefined);
      depths.push(depthOf(resolve(drawn)));
      expectAnyAgreement(plan, seed);
    }),
    { numRuns: runs(30, 600), seed: 48 },
  );
  // Of a hundred, some have one rule, more two, and some three.
  expect([1, 2, 3].filter((depth) => !depths.includes(depth))).toEqual([]);
});
