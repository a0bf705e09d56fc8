// What the documents say of error bounds is what packages are verified against.
import { expect, test } from "vitest";
import {
  completePlan,
  DEFAULT_TWIDDLES,
  errorBound,
  findGpu,
  makeTransform,
  parseKernels,
} from "../../generator/internals.js";
import { textOf } from "./documents.js";

const gpu = findGpu("H200");
test.each([
  [4096, "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }", "log2 N"],
  [101, "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }", "2 log2 m + 2"],
  [10007, "{ bluestein X(720,28,720,20160,no-tw) X(672,30,24,720,pre-tw) X(840,24,1,24,pre-tw) }", "2 log2 m + 3"],
])("%i points", (points, kernels, levels) => {
  const plan = { transform: makeTransform([points], "f32"), kernels: parseKernels(kernels) };
  const bound = errorBound(completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plan);
  const through = /log2 (\d+) \+/.exec(bound.text)?.[1];
  expect(bound.text).toBe(`1.5 * 2^-24 * sqrt(${levels.replace("m", through ?? "m")})`);
  const accuracy = textOf("templates/README.md")
    .split("\n## Accuracy\n")[1]
    ?.split("\n## ")[0]
    ?.replaceAll(/\s+/g, " ");
  expect(accuracy).toContain(`- \`${levels}\``);
  const number = bound.l2.toExponential(1);
  const row = through === undefined ? `| ${points} | f32 | ${number} |` : ` ${through} | f32 | ${number} |`;
  expect(accuracy).toContain(row);
});
