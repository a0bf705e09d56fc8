// Weights of other GPUs, fitted to few plans and to many.
import { expect, test } from "vitest";
import { predictedRow } from "../../generator/fit/fitted-weights.js";
import { LEAST_ROWS, ownFit } from "../../generator/fit/own-fit.js";
import { fitRows } from "../../generator/fit/rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { fittedText } from "../../generator/gpu/weights.js";
import { parseTimedPlans } from "../../generator/bench/timed-plans.js";
import { tablesOf } from "./tables.js";

const h100 = findGpu("H100");
const plans = tablesOf("h100").flatMap((table) => table.plans);

test("below 60 plans the weights of the most similar GPU are scaled, so that half of the plans take longer than predicted", () => {
  const rows = fitRows(plans, h100);
  expect(rows.length).toBeLessThan(LEAST_ROWS);
  const { weights } = ownFit(rows, [], h100);
  expect(weights.gpu).toBe(h100.name);
  expect(weights.trees).toEqual(findGpu("H200").weights.trees);
  const longer = rows.filter((row) => row.milliseconds > predictedRow(row, weights, h100)).length;
  expect(Math.abs(longer / rows.length - 0.5)).toBeLessThan(0.15);
});

test("somewhat more plans rescale them, too, where a fit to these plans predicts lengths held out worse", () => {
  const gpu = findGpu("H200");
  const rows = fitRows(
    tablesOf("h200")
      .filter(({ file }) => file === "h200-mixed.jsonl")
      .flatMap((table) => table.plans),
    gpu,
  ).slice(0, 2 * LEAST_ROWS);
  const { weights, heldOutError } = ownFit(rows, [], gpu);
  expect(weights.rescaledFrom).toBe(gpu.name);
  expect(heldOutError).toBeLessThan(0.08);
});

test("a GPU without weights says whose it borrows", () => {
  expect(fittedText(findGpu("H200"))).toMatch(/^to \d{4,} measured plans$/);
  expect(fittedText(findGpu("A100"))).toMatch(
    /^to measurements on NVIDIA H200, scaled by the datasheets: .*A100.* has no weights of its own$/,
  );
});

test("files without a plan of the GPU are refused, and lines that are no measurement, by file and line", () => {
  expect(() => ownFit(fitRows(plans, findGpu("T4")), [], findGpu("T4"))).toThrow(
    /no plan of these files was measured on Tesla T4/,
  );
  expect(() => parseTimedPlans('{"platform":{"gpu":"NVIDIA H200"}}', "times.jsonl")).toThrow(/times\.jsonl:1/);
  expect(parseTimedPlans("\n", "times.jsonl")).toEqual([]);
});
