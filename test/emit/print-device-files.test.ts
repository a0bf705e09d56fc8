// What the kernels of a package say of their notation.
import { expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";

const gpu = findGpu("H200");

function kernelsOf(points: number, notation: string): string {
  const plan = { transform: makeTransform([points], "f32"), kernels: parseKernels(notation) };
  const complete = completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  const files = linkPackage([compilePlan("named", complete.plan, gpu)]);
  return files.find(({ path }) => path.endsWith("named_kernels.cuh"))?.text.replaceAll("\n// ", " ") ?? "";
}

test("Y of a transform of X alone counts the rows that X is cut into", () => {
  const text = kernelsOf(404, "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } { Y(1,4,1,4,pre-tw) }");
  expect(text).toContain(
    "Four-step decomposition of X into 4 rows of 101, indexed by Y: element n of the input is element n / 4 of row n % 4",
  );
  expect(text).toContain("frequency k is element k / 101 along Y of column k % 101");
});

test("what is not cut says nothing of rows", () => {
  const text = kernelsOf(100, "{ X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }");
  expect(text).toContain("In the notation, X(count");
  expect(text).not.toContain("which Y counts");
});
