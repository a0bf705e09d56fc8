// Where rows begin within a sector, warps touch one sector more; and thread counts that let unequal radices go round evenly.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { parseKernel, parseKernels } from "../../generator/notation/parse.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, makeTransform } from "../../generator/plan/transform.js";
import { kernelSchedules } from "../../generator/search/schedules.js";
import { DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { gapsMoved, sectorsWasted } from "../../generator/search/sector-waste.js";

const gpu = findGpu("H200");

function geometryOf(length: number, text: string): KernelGeometry {
  const { subComputations, schedule } = parseKernel(text);
  if (schedule === undefined) throw new Error(`no schedule: ${text}`);
  const kernels = [{ subComputations, schedule }];
  const geometry = kernelGeometry(digitSetOf(makeTransform([length], "f32"), kernels), at(kernels, 0), 0, gpu);
  if (!geometry.ok) throw new Error(geometry.reason);
  return geometry.value;
}

test("rows of 150 elements begin within a sector every second time, rows of 200 never", () => {
  const smallLast = geometryOf(
    3000,
    "{ X(150,20,150,3000,no-tw) X(300,10,15,150,pre-tw) X(200,15,1,15,pre-tw) } on 200 threads, table",
  );
  const largeLast = geometryOf(
    3000,
    "{ X(200,15,200,3000,no-tw) X(300,10,20,200,pre-tw) X(150,20,1,20,pre-tw) } on 200 threads, table",
  );
  expect(sectorsWasted(smallLast, "load", 8)).toBe(8.5 / 8);
  expect(sectorsWasted(smallLast, "store", 8)).toBe(1);
  expect(sectorsWasted(largeLast, "load", 8)).toBe(1);
  expect(sectorsWasted(largeLast, "store", 8)).toBe(8.5 / 8);
});

test("powers of two waste nothing where their lanes run along rows", () => {
  const geometry = geometryOf(
    4096,
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 256 threads, table",
  );
  expect([sectorsWasted(geometry, "load", 8), sectorsWasted(geometry, "store", 8)]).toEqual([1, 1]);
});

test("3000 = 20 * 10 * 15: as many threads as there are butterflies of 15 are tried", () => {
  const kernel = { subComputations: makeChain("X", [20, 10, 15], "pre-tw") };
  const set = digitSetOf(makeTransform([3000], "f32", { batch: 1000 }), [kernel]);
  const options = { twiddles: DEFAULT_TWIDDLES, keep: 1000, plainOnly: true };
  const found = kernelSchedules(set, kernel, 0, gpu, options)(1000);
  const threads = new Set(
    found.candidates.filter(({ schedule }) => schedule.columns === 1).map(({ schedule }) => schedule.threads),
  );
  expect([...threads]).toEqual(expect.arrayContaining([200, 150]));
  for (const { schedule, geometry } of found.candidates) expect(geometry.threads).toBe(schedule.threads);
});

test("half spectra with room behind each row, between kernels, move in bursts of 64 bytes", () => {
  const kernels = parseKernels(
    "{ X(1,32,1,32,no-tw) Y(1,32,1,32,no-tw) } on 32 threads, table { Z(4,8,4,32,no-tw) Z(8,4,1,4,pre-tw) } on 128 threads, 32 columns, table",
  );
  const set = digitSetOf(makeRealTransform("r2c", [32, 32, 32], "f32"), kernels);
  expect([0, 1, 2].map((done) => gapsMoved(set, done, 8))).toEqual([1, 192 / 136, 1]);
});
