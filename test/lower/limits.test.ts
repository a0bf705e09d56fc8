// Of each rule that refuses a plan, the last plan that it lets through is evaluated, emitted and right, and the first that it refuses is
// refused by that rule. No rule of layouts is without such a pair.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { compilePlan, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { InputError } from "../../generator/failure/errors.js";
import { isDefault } from "../effort.js";
import { elementCount } from "../../generator/plan/transform.js";
import { expectAsDefined } from "./defined.js";
import { askedPlan, readLimits, type Asked } from "./limits.js";

const limits = readLimits();

/** Why a plan is refused; undefined if it is not. */
function reasonFor(asked: Asked): string | undefined {
  try {
    const { plan, gpu } = askedPlan(asked);
    lowerPlan("limit", plan, gpu);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

const MOST_ELEMENTS = 2048;

/** Several rules end at the same plan. */
const right = new Set<string>();

function expectRight(asked: Asked): void {
  const key = JSON.stringify(asked);
  if (right.has(key)) return;
  const { plan, gpu } = askedPlan(asked);
  // Those of few elements by default, all others in a thorough run.
  if (elementCount(plan.transform) <= MOST_ELEMENTS === isDefault) {
    expectAsDefined(plan, gpu);
    expect(linkPackage([compilePlan("limit", plan, gpu)])).not.toEqual([]);
  }
  right.add(key);
}

describe.each([...new Set(limits.map(({ group }) => group))])("%s", (group) => {
  test.each(limits.filter((limit) => limit.group === group))("$reason", ({ reason, accepted, refused }) => {
    expect(reasonFor(refused)).toContain(reason);
    expectRight(accepted);
  });
});

/** Rules that no plan in the notation breaks, because another one comes before; each with that, or with what asks for it as a value. */
const UNREACHED: readonly string[] = [
  // The notation has no empty braces, no number below 1, and no cluster that exchanges before anything is done (cluster.test.ts).
  "a kernel needs at least one sub-computation",
  "groups …: expected 1 at least",
  "… …: expected a positive integer",
  "no sub-computation comes before the exchange",
  "the schedule has no cluster",
  // 2^31 numbers along a dimension, and ranges that end within a box (tensor-box.test.ts).
  "a bulk copy counts up to … numbers along a dimension",
  "a bulk copy of … of … would end within what it brings at a time",
  "a bulk copy from … of … would begin within what it brings at a time",
  // What fills lanes is even where a tile is shared out evenly to whole warps.
  "on tensor cores four neighbouring lanes hold a digit: the tile lacks factors of two",
  "on tensor cores all threads of a cluster's role work: only … of … would",
  "a thread of … cannot keep a run of … elements",
  // Kernels beside rows of pairs transform one other dimension at most, whether on clusters or not.
  "on clusters a kernel with a Hermitian step transforms at most one other dimension",
  // The rules of plans refuse such numbers of columns before.
  "a tile of … columns has not all … that a Hermitian step takes together",
  // What is not complex, or has planes, has no tile by tile: the notation refuses the one, a dense array lies between kernels in the other case.
  "tiled: Fourier transforms can be",
  "tiled: what lies between kernels has planes, as the output has",
];

test.runIf(isDefault)("no rule of layouts is without such a pair", () => {
  const reasons = limits.map(({ refused }) => reasonFor(refused) ?? "");
  const missing = reasonsOfLayouts().filter(
    (text) =>
      !UNREACHED.includes(text) && !reasons.some((reason) => text.split("…").every((part) => reason.includes(part))),
  );
  expect(missing).toEqual([]);
});

/** What the rules say, `…` standing for what depends on the plan. */
function reasonsOfLayouts(): readonly string[] {
  const folder = join(import.meta.dirname, "..", "..", "generator", "layout");
  const found = new Set<string>();
  for (const name of readdirSync(folder)) {
    const source = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true);
    const texts = (node: ts.Node): void => {
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
        // Choices inside a text are parts of one.
        if (node.text.includes(" ")) found.add(node.text);
      } else if (ts.isTemplateExpression(node))
        found.add([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
      else ts.forEachChild(node, texts);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === "failure") node.arguments.forEach(texts);
      else ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found];
}
