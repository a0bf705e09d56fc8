// The weights that come with fftgen, against the measured plans that they were fitted to; and what fits to other lengths say of a length.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { accuracyOf, heldOut } from "../../generator/fit/folds.js";
import { fittedWeights, predictedRow } from "../../generator/fit/fitted-weights.js";
import { fitRows } from "../../generator/fit/rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { FEATURES_VERSION } from "../../generator/gpu/weights.js";
import { COORDINATES } from "../../generator/search/model.js";
import { isDefault, isThorough } from "../effort.js";
import { tablesOf } from "./tables.js";

const gpu = findGpu("H200");
const { weights } = gpu;
const tables = tablesOf("h200");
const all = tables.flatMap(({ plans }) => plans);

/** Launches of few arrays are predicted less well, and had no part in what was asked of the others. */
const isOfManyArrays = ({ file }: { readonly file: string }): boolean => file !== "h200-batches.jsonl";

test("the weights are for these features, and were fitted to these tables", () => {
  expect(weights.features).toBe(FEATURES_VERSION);
  expect(weights.trees.coordinates).toEqual(COORDINATES.map(({ name }) => name));
  expect(weights.tables.map(({ file, sha256 }) => [file, sha256])).toEqual(
    tables.map(({ file, sha256 }) => [file, sha256]),
  );
  expect(weights.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(9800);
});

/** In an order that has nothing to do with what they are of, and that plans which are added later hardly change. */
const drawn = <T>(plans: readonly T[]): readonly T[] =>
  plans
    .map((plan) => ({ plan, key: createHash("sha256").update(JSON.stringify(plan)).digest("hex") }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ plan }) => plan);

test.runIf(isDefault)("400 drawn plans take what is predicted, off by 5 % (RMS), unbiased within 1 %", () => {
  const rows = fitRows(drawn(all.filter(isOfManyArrays)).slice(0, 400), gpu);
  expect(rows.length).toBeGreaterThan(380);
  const errors = rows.map((row) => Math.log(predictedRow(row, weights, gpu) / row.milliseconds));
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(0.05);
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.01);
});

test.runIf(isThorough)(
  "lengths held out: off by 8.5 % (RMS) at most, first choices lose 2.3 %, 19 of 20 less than 10.5 %",
  () => {
    const rows = fitRows(all, gpu);
    const predicted = heldOut(rows, gpu);
    const { error, loss, late, groups } = accuracyOf(rows.filter(isOfManyArrays), (row) => predicted.get(row) ?? NaN);
    expect(groups).toBeGreaterThan(850);
    expect(error).toBeLessThan(0.085);
    expect(loss).toBeLessThan(0.023);
    expect(late).toBeLessThan(0.105);
  },
);

/** `npm run weights` writes them anew. */
test.runIf(isThorough)("the same rows give the same weights: those that are shipped", async () => {
  const rows = fitRows(all, gpu);
  const used = tables.map(({ file, sha256 }) => ({
    ...{ file, sha256 },
    rows: rows.filter((row) => row.file === file).length,
  }));
  const text = `${JSON.stringify(fittedWeights(rows, used, gpu))}\n`;
  await expect(text).toMatchFileSnapshot("../../generator/gpu/h200.weights.json");
});
