// Lengths whose butterflies no threads share out evenly: of 3 * 29 * 47 points, for example. They go through longer ones, as primes do.
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { wordsOf, type Request } from "../../generator/definition/request.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { usualTransform } from "../../generator/plan/families.js";
import { makeRealTransform, makeWalshTransform, type Transform } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { dealt } from "../effort.js";
import { asked, faultIn } from "../requests/judge.js";

test.each<readonly [Transform["kind"], readonly number[]]>([
  ["dct-1", [4090]],
  ["dct-3", [4089, 2]],
  ["dst-4", [4089]],
  ["c2r", [1457, 6]],
])("%s of %j has a legal plan", (kind, lengths) => {
  const found = searchPlans(usualTransform(kind, lengths, "f32"), findGpu("H200"), { keep: 1 });
  expect(found.plans.map(({ plan }) => checkPlan(plan).map(problemText))).toEqual([[]]);
});

test("rows of 2 * 37 * 37 real numbers go through longer ones as a whole, whatever their pairs would do", () => {
  const rows = makeRealTransform("r2c", [64, 2738], "f32", { axes: ["X"], batch: 64 });
  const found = searchPlans(rows, findGpu("H200"));
  expect(found.plans.flatMap(({ plan }) => checkPlan(plan).map(problemText))).toEqual([]);
});

test("a Hadamard transform has no others to go through: it is refused", () => {
  const apart = makeWalshTransform([4], "f16", { arithmetic: "native", outputStrides: { X: 2, batch: 11 } });
  expect(() => searchPlans(apart, findGpu("H200"))).toThrow(/^no legal plan for 4 on NVIDIA H200: /);
});

/** In f32 numbers of cosine transforms are taken in pairs, unless they go through others. */
const evaluated: readonly (readonly [Request["kind"], readonly number[], "f32" | "f64"])[] = [
  ["dst-1", [4088], "f32"],
  ["c2c", [6, 1457], "f64"],
  ["dct-2", [4089], "f64"],
  ["dct-3", [8178], "f32"],
  ["dct-4", [8178], "f32"],
  ["dst-1", [6, 4088], "f32"],
];

describe("and is right", () => {
  test.each(dealt(evaluated, (_, index) => index < 2))("%s of %j in %s", async (kind, lengths, precision) => {
    const request: Request = { kind, lengths, said: { precision }, arrays: 1, further: {} };
    const { transform, gpu } = await asked(wordsOf(request));
    const { plan } = at(searchPlans(transform, gpu, { keep: 1 }).plans, 0);
    expect(faultIn(request, lowerPlan("uneven", plan, gpu), 46)).toBeUndefined();
  });
});
