// How far a kernel is from measured ones: against the plain sum of differences; and how certain measured plans are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { fitRows } from "../../generator/fit/rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { seenBy } from "../../generator/search/model.js";
import {
  apartFromEachOther,
  BINS,
  distanceToNext,
  rowText,
  uncertaintyAt,
} from "../../generator/search/uncertainty.js";
import { tablesOf } from "../fit/tables.js";

const COORDINATES = 7;
const kernel = fc.array(fc.nat(BINS - 1), { minLength: COORDINATES, maxLength: COORDINATES });
const parts = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: COORDINATES, maxLength: COORDINATES })
  .map((raw) =>
    raw.map(
      (part) =>
        part /
        Math.max(
          1e-9,
          raw.reduce((sum, one) => sum + one, 0),
        ),
    ),
  );

const plainDistance = (one: readonly number[], other: readonly number[], weighed: readonly number[]): number =>
  one.reduce((sum, bin, place) => sum + at(weighed, place) * Math.abs(bin - at(other, place)), 0) / (BINS - 1);

test("the distance to the next kernel is the least of the weighted sums of differences, 1 at most", () => {
  fc.assert(
    fc.property(kernel, fc.array(kernel, { minLength: 1, maxLength: 20 }), parts, (own, others, weighed) => {
      const next = distanceToNext(own, { parts: weighed, rows: others.map(rowText) });
      expect(next).toBeCloseTo(Math.min(...others.map((other) => plainDistance(own, other, weighed))), 12);
      expect(next).toBeLessThan(1 + 1e-12);
    }),
  );
});

test("kernels that are kept lie apart, and every other one is near one of them", () => {
  fc.assert(
    fc.property(
      fc.array(kernel, { maxLength: 30 }),
      parts,
      fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      (all, weighed, least) => {
        const kept = apartFromEachOther(all, weighed, least).map((one) => Array.from(one));
        for (const [place, one] of kept.entries())
          for (const other of kept.slice(0, place))
            expect(plainDistance(one, other, weighed)).toBeGreaterThan(least - 1e-12);
        for (const one of all)
          expect(Math.min(...kept.map((other) => plainDistance(one, other, weighed)))).toBeLessThan(least + 1e-12);
      },
    ),
  );
});

test("of measured kernels the H200's weights are certain: within 0.02 of the least deviation", () => {
  const gpu = findGpu("H200");
  const { spread, terms } = gpu.weights;
  const plans = tablesOf("h200").flatMap((table) => table.plans);
  const rows = fitRows(
    plans.filter((_, index) => index % 250 === 0),
    gpu,
  );
  const deviations = rows.flatMap(({ kernels }) =>
    kernels.map((one) => uncertaintyAt(seenBy(one, gpu, terms).coordinates, gpu.weights)),
  );
  expect(deviations.length).toBeGreaterThan(40);
  expect(Math.max(...deviations)).toBeLessThan(spread.least + 0.02 * spread.perDistance);
});
