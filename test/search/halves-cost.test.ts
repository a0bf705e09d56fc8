// The cost model against Fourier transforms of 16-bit numbers, and f32 on tensor cores, measured on an H200: the fastest by
// prediction must be nearly the fastest by measurement.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { parseSize } from "../../generator/notation/size.js";
import { makeTransform, type NumberFormat } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";

const gpu = findGpu("H200");

interface Measured {
  readonly group: string;
  readonly milliseconds: number;
  readonly predicted: number;
}

function readLine(line: string): Measured {
  const [precision, size, batch, milliseconds, , , , notation] = line.split("\t");
  const [storage, arithmetic = "usual"] = (precision ?? "").split(" ");
  const transform = {
    ...makeTransform(parseSize(size ?? ""), storage as NumberFormat, arithmetic === "native" ? { arithmetic } : {}),
    batch: Number(batch),
  };
  const plan = { transform, kernels: parseKernels(notation ?? "") };
  const ranked = completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  return {
    group: `${precision} ${size} x${batch}`,
    milliseconds: Number(milliseconds),
    predicted: ranked.milliseconds,
  };
}

const plans = readFileSync(new URL("measured/h200-halves.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map(readLine);
const groups = [...new Set(plans.map(({ group }) => group))]
  .map((group) => [group, plans.filter((plan) => plan.group === group)] as const)
  .filter(([, group]) => group.length > 1);

/** How much longer than the best the plan takes that is the first by prediction. */
function lossOf(group: readonly Measured[]): number {
  const best = Math.min(...group.map(({ milliseconds }) => milliseconds));
  return (
    at(
      group.toSorted((a, b) => a.predicted - b.predicted),
      0,
    ).milliseconds /
      best -
    1
  );
}

test("the table of measurements is whole", () => {
  expect(plans.length).toBe(307);
  expect(groups.length).toBe(65);
});

test.each(groups)("%s: the first choice by prediction loses less than 12 %% to the best", (_, group) => {
  expect(lossOf(group)).toBeLessThan(0.12);
});

test("first choices lose less than 4 % on average", () => {
  expect(groups.reduce((sum, [, group]) => sum + lossOf(group), 0) / groups.length).toBeLessThan(0.04);
});
