// Boxes hold what they are asked for and keep to the driver's limits, for any part of any array; what they cannot do is refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digitSetOf, atomsOf, memoryLayout, type Atom } from "../../generator/layout/digits.js";
import { tensorBox, type BoxDimension } from "../../generator/layout/tensor-box.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { elementBytes, elementCount, makeTransform } from "../../generator/plan/transform.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { legalPlans } from "../arbitrary/plans.js";
import { namedPlan } from "../emit/named-plan.js";
import { boxCorner, boxElements } from "./boxes.js";
import { memoryWeight, offsetOf, placedPlan, sizeOf } from "./enumerated.js";
import { runs } from "../effort.js";

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** What cuTensorMapEncodeTiled and cp.async.bulk.tensor ask for, the batch being one dimension more; a number has 8 bytes at most. */
function expectLegal(box: readonly BoxDimension[], bytes: number): void {
  expect(box.length).toBeLessThanOrEqual(4);
  box.forEach(({ stride, extent, box: length }, dimension) => {
    expect(length * (dimension === 0 ? Math.max(1, bytes / 8) : 1)).toBeLessThanOrEqual(256);
    expect(length).toBeLessThanOrEqual(extent);
    if (dimension > 0) expect((stride * bytes) % 16).toBe(0);
  });
  expect(box[0]?.stride).toBe(1);
  expect(((box[0]?.box ?? 0) * bytes) % 16).toBe(0);
}

describe("any part of an array", () => {
  const parts = fc.record({
    plan: legalPlans({ primes: [2, 3], maxElements: 3000 }),
    wanted: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    bytes: fc.constantFrom(4, 8, 16),
    kernelsDone: fc.nat(2),
  });

  test("is a legal box of exactly its elements, or is refused for a reason that holds", () => {
    const counts = { boxes: 0, refusals: 0 };
    fc.assert(
      fc.property(parts, ({ plan, wanted, bytes, kernelsDone }) => {
        const set = digitSetOf(plan.transform, plan.kernels);
        const layout = memoryLayout(set, kernelsDone);
        const weight = memoryWeight(layout);
        const atoms = set.digits.flatMap(({ name, radix }) => atomsOf(name, radix));
        const part = atoms.filter((_, index) => wanted[index % wanted.length] === true);
        const box = tensorBox(set, layout, [], part, bytes);
        const byWeight = atoms.toSorted((a, b) => weight(a) - weight(b));
        if (!box.ok) {
          counts.refusals += 1;
          if (box.reason.includes("contiguous"))
            expect(contiguousRun(byWeight, part) * bytes).not.toSatisfy(multipleOf16);
          else expect(box.reason).toMatch(/^a bulk copy of the tile would need [6-9]|1\d dimensions, more than 5$/);
          return;
        }
        counts.boxes += 1;
        expectLegal(box.value, bytes);
        expect(box.value.reduce((total, { extent }) => total * extent, 1)).toBe(elementCount(plan.transform));
        const elements = upTo(sizeOf(part)).map((index) => offsetOf(part, index, weight));
        expect(sorted(boxElements(box.value, new Map()))).toEqual(sorted(elements));
      }),
      { seed: 31, numRuns: runs(110, 150) },
    );
    expect(Math.min(counts.boxes, counts.refusals)).toBeGreaterThan(40);
  });

  /** Elements that follow each other from the part's beginning. */
  function contiguousRun(byWeight: readonly Atom[], part: readonly Atom[]): number {
    const end = byWeight.findIndex((atom) => !part.includes(atom));
    return sizeOf(end < 0 ? byWeight : byWeight.slice(0, end));
  }
  const multipleOf16 = (value: number): boolean => value % 16 === 0;
});

test("long runs are cut where a box ends", () => {
  const { transform, kernels } = namedPlan("long", [4096], "f32", [
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 256 threads, table",
  ]).plan;
  const set = digitSetOf(transform, kernels);
  const everything = set.digits.flatMap(({ name, radix }) => atomsOf(name, radix));
  const shape = (bytes: number) => {
    const box = tensorBox(set, memoryLayout(set, 0), [], everything, bytes);
    return box.ok ? box.value.map(({ stride, extent, box: length }) => [stride, extent, length]) : box.reason;
  };
  expect(shape(8)).toEqual([
    [1, 256, 256],
    [256, 16, 16],
  ]);
  expect(shape(16)).toEqual([
    [1, 128, 128],
    [128, 32, 32],
  ]);
});

test("arrays too long for the coordinates of a copy are refused", () => {
  const reasonFor = (bytes: number, length: number): string => {
    const half = length / 2;
    const kernels = parseKernels(`{ X(${half},2,${half},${length},tw) } { X(2,${half},1,${half},no-tw) }`);
    const set = digitSetOf(makeTransform([length], "f32"), kernels);
    const [top, low] = [atomsOf("X1", 2), atomsOf("X2", half).slice(0, 4)];
    const box = tensorBox(set, memoryLayout(set, 0), [], [...top, ...low], bytes);
    return box.ok ? "none" : box.reason;
  };
  const reason = "a bulk copy counts up to 2147483648 numbers along a dimension";
  expect(reasonFor(8, 2 ** 32)).toBe("none");
  expect(reasonFor(8, 2 ** 33)).toBe(reason);
  expect(reasonFor(16, 2 ** 32)).toBe(reason);
});

test("the boxes of random plans are legal, and begin at multiples of 16 bytes: a GPU stops where one does not", () => {
  let inside = 0;
  fc.assert(
    fc.property(clusterPlans({ maxElements: 2048 }), (plan) => {
      const bytes = elementBytes(plan.transform);
      for (const { tile, team: cluster } of placedPlan(plan).geometries) {
        if (cluster.kind !== "cluster") continue;
        expectLegal(cluster.box, bytes);
        // One atom at a time is enough: what all of them add is a sum of these.
        for (const atom of [...tile.grid, ...cluster.rankBefore, ...cluster.group]) {
          const corner = boxCorner(cluster.box, new Map([[`${atom.digit}/${atom.weight}`, 1]]));
          expect(((corner[0] ?? NaN) * bytes) % 16).toBe(0);
          if (corner[0] !== 0) inside += 1;
          corner.forEach((start, dimension) => expect(start % (cluster.box[dimension]?.box ?? NaN)).toBe(0));
        }
      }
    }),
    { seed: 32, numRuns: runs(30, 60) },
  );
  expect(inside).toBeGreaterThan(50);
});
