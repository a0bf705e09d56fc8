// Tiles that have nothing to write are left out, and none that has: held against each of their elements, one by one.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray } from "../../generator/kernel/complex-array.js";
import { sumValue } from "../../generator/kernel/coordinates.js";
import { evaluateKernel, type ComplexArray } from "../../generator/kernel/evaluate.js";
import { coordinateValues } from "../../generator/kernel/evaluate-thread.js";
import type { Atom } from "../../generator/layout/digits.js";
import { presentTiles } from "../../generator/layout/present-tiles.js";
import { indexWeight } from "../../generator/layout/reach.js";
import { layouts } from "../arbitrary/layouts.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { namedPlan } from "../emit/named-plan.js";
import { inputArray, outputArray, type Kernel } from "../../generator/kernel/program.js";

const gpu = findGpu("H200");

/** For every value of some atoms, the first running fastest, what they add to each index. */
const sums = (atoms: readonly Atom[], indices: readonly ((atom: Atom) => number)[]): readonly (readonly number[])[] =>
  atoms.reduce<readonly (readonly number[])[]>(
    (all, atom) =>
      Array.from({ length: atom.size }, (_, value) => value).flatMap((value) =>
        all.map((sum) => sum.map((part, index) => part + value * (indices[index]?.(atom) ?? NaN))),
      ),
    [indices.map(() => 0)],
  );

test("tiles with something to write are done, and of the others as few as their coordinates tell", () => {
  const seen = { tiles: 0, needed: 0, done: 0 };
  // Small tiles, so that there are many.
  const cases = scheduledPlans({ maxElements: 256, minRank: 2, maxRank: 3, subsets: true }, { tileElements: 16 }).chain(
    (plan) =>
      layouts(plan.transform, 1).map(({ fields }) => ({
        ...plan,
        transform: { ...plan.transform, ...fields, inputStrides: {}, outputStrides: {}, strides: "fixed" as const },
      })),
  );
  fc.assert(
    fc.property(cases, (plan) => {
      const { host, geometries } = (() => {
        try {
          return lowerPlan("tiles", plan, gpu);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          return { host: { launches: [] }, geometries: [] };
        }
      })();
      host.launches.forEach(({ kernel: { tiles } }, index) => {
        const geometry = geometries[index];
        if (geometry === undefined) return;
        const { tile, writes } = geometry;
        const indices = writes.ranges.map((range) => (atom: Atom) => indexWeight(range, atom));
        const inside = sums(tile.atoms, indices);
        const needed = sums(tile.grid, indices).map((base) =>
          inside.some((own) =>
            writes.ranges.every(({ from, below }, at) => {
              const place = (base[at] ?? NaN) + (own[at] ?? NaN);
              return place >= from && place < below;
            }),
          ),
        );
        // Those without a number have nothing to write whatever else they have.
        const numbered = Array.from({ length: tiles.perGroup }, (_, number) => number);
        const count = numbered.filter((number) => {
          const values = coordinateValues(tiles.coordinates, number);
          return tiles.guards.every(({ sum, from, below }) => {
            const value = sumValue(sum, values);
            return value >= from && value < Number(below);
          });
        }).length;
        expect(count).toBeGreaterThanOrEqual(needed.filter(Boolean).length);
        expect(presentTiles(writes, tile)).toBe(count);
        seen.tiles += needed.length;
        seen.done += count;
        seen.needed += needed.filter(Boolean).length;
      });
    }),
    { seed: 20261122, numRuns: runs(60, 200) },
  );
  expect(seen.tiles - seen.done).toBeGreaterThan(0.75 * (seen.tiles - seen.needed));
  expect(seen.needed).toBeLessThan(0.9 * seen.tiles);
});

const arraysOf = (kernel: Kernel, read: ComplexArray, written: ComplexArray): ReadonlyMap<string, ComplexArray> =>
  new Map([
    [inputArray(kernel).name, read],
    [outputArray(kernel).name, written],
  ]);

test("rows that are not there are neither read nor written between kernels", () => {
  const { name, plan } = namedPlan(
    "rows",
    [8, 4],
    "f32",
    ["{ X(1,4,1,4,no-tw) } on 4 threads, 2 columns, table", "{ Y(1,8,1,8,no-tw) } on 4 threads, 4 columns, table"],
    { inputRange: { Y: [2, 4] }, outputRange: { X: [0, 1] } },
  );
  const [first, second] = lowerPlan(name, plan, gpu).host.launches;
  if (first === undefined || second === undefined) throw new Error("two kernels");
  const input = { re: new Float64Array(32).fill(1), im: new Float64Array(32) };
  const between = { re: new Float64Array(32).fill(NaN), im: new Float64Array(32).fill(NaN) };
  evaluateKernel(first.kernel, arraysOf(first.kernel, input, between), 1);
  const isThere = (place: number): boolean => place % 4 <= 1 && place >= 8 && place < 20;
  expect([...between.re].map((value) => !Number.isNaN(value))).toEqual(
    Array.from({ length: 32 }, (_, at) => isThere(at)),
  );
  const output = complexArray(32);
  evaluateKernel(second.kernel, arraysOf(second.kernel, between, output), 1);
  // The sum of three rows of four ones.
  expect(output.re[0]).toBe(12);
  expect(output.re.every((value, place) => (place % 4 <= 1 ? Number.isFinite(value) : value === 0))).toBe(true);
});
