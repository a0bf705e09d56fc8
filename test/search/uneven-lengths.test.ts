// Lengths whose butterflies no threads share out evenly: of 3 * 29 * 47 points, for example. They go through longer ones, as primes do.
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { wordsOf, type Request } from "../../generator/definition/request.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { makeWalshTransform, usualTransform, type Transform } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { asked, faultIn } from "../requests/judge.js";

test.each<readonly [Transform["kind"], readonly number[]]>([
  ["dct-3", [4089, 2]],
  ["dst-4", [4089]],
  ["c2r", [1457, 6]],
])("%s of %j has a legal plan", (kind, lengths) => {
  const found = searchPlans(usualTransform(kind, lengths, "f32"), findGpu("H200"), { keep: 1 });
  expect(found.plans.map(({ plan }) => checkPlan(plan).map(problemText))).toEqual([[]]);
});

test("a Hadamard transform has no others to go through: it is refused", () => {
  const apart = makeWalshTransform([4], "f16", { arithmetic: "native", outputStrides: { X: 2, batch: 11 } });
  expect(() => searchPlans(apart, findGpu("H200"))).toThrow(/^no legal plan for 4 on NVIDIA H200: /);
});

describe("and is right", () => {
  test.each<Pick<Request, "kind" | "lengths">>([
    { kind: "dct-2", lengths: [4089] },
    { kind: "c2c", lengths: [6, 1457] },
  ])("%j", async ({ kind, lengths }) => {
    const request: Request = { kind, lengths, said: { precision: "f64" }, arrays: 1, further: {} };
    const { transform, gpu } = await asked(wordsOf(request));
    const { plan } = at(searchPlans(transform, gpu, { keep: 1 }).plans, 0);
    expect(faultIn(request, lowerPlan("uneven", plan, gpu), 46)).toBeUndefined();
  });
});
