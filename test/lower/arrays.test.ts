// Kernels read and write whatever arrays: rows, planes and batches apart and in any order, parts of axes, strides that only the
// caller says. Whatever plan lies between, the numbers are those of the definition, and what is not written stays.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf } from "../../generator/plan/arrays.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { gathered, placesOf, roomFor, saidArrays, scattered } from "../arbitrary/arrays.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { raderPlans } from "../arbitrary/rader.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { runs } from "../effort.js";
import { namedPlan } from "../emit/named-plan.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { relativeError } from "../../generator/definition/direct-dft.js";

const gpu = findGpu("H200");

test.each([
  [
    "plans of any kind",
    scheduledPlans({ maxElements: 300, maxRank: 3, scales: [1, 0.25], subsets: true }),
    runs(40, 150),
  ],
  ["tensor cores", scheduledMatrixPlans({ maxElements: 256, maxRank: 2 }), runs(6, 40)],
] as const)("arrays of all kinds: %s", (kind, plans, numRuns) => {
  const seen = { ranges: 0, planar: 0, parameters: 0, copies: 0, refused: 0 };
  const cases = fc.tuple(plans, fc.integer({ min: 1, max: 4 })).chain(([drawn, batch]) => {
    const plan = { ...drawn, transform: { ...drawn.transform, placement: "out-of-place" as const } };
    return fc.record({
      plan: fc.constant(plan),
      batch: fc.constant(batch),
      of: saidArrays(plan.transform, batch),
      seed: fc.nat(),
    });
  });
  fc.assert(
    fc.property(cases, ({ plan, batch, of: { arrays, input: read, output: write, said }, seed }) => {
      const [from, to] = [placesOf(read, batch), placesOf(write, batch)];
      const input = { re: uniformNumbers(roomFor(from), seed), im: uniformNumbers(roomFor(from), seed + 1) };
      const output = { re: uniformNumbers(roomFor(to), seed + 2), im: uniformNumbers(roomFor(to), seed + 3) };
      const result = orderedDft(plan, gathered(from, input.re), gathered(from, input.im));
      const meant = scattered(to, result, output);
      try {
        const { host } = lowerPlan("arrays", plan, gpu, arrays);
        evaluateHostProgram(host, input, output, batch, seed, said);
        seen.copies += Number(host.workspace.arrays === 2);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message).toMatch(/cannot run on/);
        seen.refused++;
        return;
      }
      expect(relativeError(output, meant)).toBeLessThan(1e-12);
      seen.ranges += Number([read, write].some(({ array }) => array.axes.some((axis) => axis.below < axis.length)));
      seen.planar += Number([read, write].some(({ array }) => array.planar));
      seen.parameters += Number(said.size > 0);
    }),
    { seed: 20261122, numRuns },
  );
  for (const way of ["ranges", "planar", "parameters"] as const) expect(seen[way]).toBeGreaterThan(numRuns / 4);
  expect(seen.copies > 0).toBe(kind === "plans of any kind");
  expect(seen.refused).toBeLessThan(numRuns / 4);
});

test("arrays of all kinds: through one point less, beside other factors and dimensions", () => {
  let refused = 0;
  const numRuns = runs(20, 60);
  const cases = fc
    .tuple(raderPlans(), fc.integer({ min: 1, max: 4 }), fc.boolean())
    .chain(([plan, batch, parameters]) =>
      fc.record({
        plan: fc.constant(plan),
        batch: fc.constant(batch),
        of: saidArrays(plan.transform, batch, { ranges: false, parameters }),
        seed: fc.nat(),
      }),
    );
  fc.assert(
    fc.property(cases, ({ plan, batch, of: { arrays, input: read, output: write, said }, seed }) => {
      const [from, to] = [placesOf(read, batch), placesOf(write, batch)];
      const input = { re: uniformNumbers(roomFor(from), seed), im: uniformNumbers(roomFor(from), seed + 1) };
      const output = { re: uniformNumbers(roomFor(to), seed + 2), im: uniformNumbers(roomFor(to), seed + 3) };
      const meant = scattered(to, orderedDft(plan, gathered(from, input.re), gathered(from, input.im)), output);
      try {
        evaluateHostProgram(lowerPlan("arrays", plan, gpu, arrays).host, input, output, batch, seed, said);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message).toMatch(/strides (are those of the call|at run time)/);
        refused++;
        return;
      }
      // Constants are rounded.
      expect(relativeError(output, meant)).toBeLessThan(plan.transform.precision === "f64" ? 1e-12 : 1e-6);
    }),
    { seed: 20261123, numRuns },
  );
  expect(refused).toBeLessThan(numRuns / 2);
  const { name, plan } = namedPlan("parts", [7], "f32", ["{ rader X(1,6,1,6,no-tw) } on 1 threads"]);
  const { input, between, output } = arraysOf(plan.transform);
  const part = { ...output, axes: output.axes.map((axis) => ({ ...axis, below: 3 })) };
  expect(() => lowerPlan(name, plan, gpu, { input, between, output: part })).toThrow("reads and writes all elements");
});

test("arrays of all kinds: real numbers, vectors of them, errors beside them", () => {
  let [lowered, inVectors] = [0, 0];
  const cases = fc.tuple(walshPlans(), fc.integer({ min: 1, max: 3 })).chain(([drawn, batch]) => {
    const plan = { ...drawn, transform: { ...drawn.transform, placement: "out-of-place" as const } };
    // No vector lies across the end of a row.
    const forVectors = { ranges: false, parameters: false, inOrder: true, gaps: [0, 8] };
    const of = fc.oneof(saidArrays(plan.transform, batch), saidArrays(plan.transform, batch, forVectors));
    return fc.record({ plan: fc.constant(plan), batch: fc.constant(batch), of, seed: fc.nat() });
  });
  fc.assert(
    fc.property(cases, ({ plan, batch, of: { arrays, input: read, output: write, said }, seed }) => {
      const [from, to] = [placesOf(read, batch), placesOf(write, batch)];
      const input = uniformNumbers(roomFor(from), seed);
      const output = uniformNumbers(roomFor(to), seed + 1);
      // What plans mean is held to the definition elsewhere.
      const { re, im } = evaluatePlan(plan, gathered(from, input));
      const meant = scattered(to, { re, im }, { re: output, im: output }).re;
      try {
        evaluateHostProgram(lowerPlan("arrays", plan, gpu, arrays).host, input, output, batch, seed, said);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message).toMatch(/cannot run on|must be dense/);
        return;
      }
      meant.forEach((value, place) => expect(Math.abs(value - (output[place] ?? NaN))).toBeLessThan(1e-11));
      lowered++;
      inVectors += Number(plan.kernels.some(({ schedule }) => (schedule.width ?? 1) > 1));
    }),
    { seed: 20261122, numRuns: runs(25, 100) },
  );
  expect(lowered).toBeGreaterThan(20);
  expect(inVectors).toBeGreaterThan(0);
});

test("parts of axes on clusters, whose bulk copies bring zeros for what is not there", () => {
  const seen = { fetched: 0, late: 0, refused: 0 };
  const cases = clusterPlans({ maxElements: 1024, maxRank: 3, scales: [1], placements: ["out-of-place"] }).chain(
    (plan) => {
      const { dimensions } = plan.transform;
      // Ends that mostly lie between digits.
      const part = (length: number): fc.Arbitrary<readonly [number, number]> => {
        const quarters = [0, 1, 2, 3, 4].filter((quarter) => (quarter * length) % 4 === 0);
        const place = fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...quarters.map((quarter) => (quarter * length) / 4)) },
          { weight: 1, arbitrary: fc.nat(length) },
        );
        return fc
          .tuple(place, place)
          .map(([one, other]) => [Math.min(one, other, length - 1), Math.max(one, other, 1) - 1] as const)
          .map(([first, last]) => [first, Math.max(first, last)] as const);
      };
      const ranges = fc
        .tuple(...dimensions.map(({ length }) => part(length)))
        .map((parts) => Object.fromEntries(parts.map((ends, axis) => [dimensions[axis]?.name ?? "", ends] as const)));
      return fc.record({ plan: fc.constant(plan), inputRange: ranges, outputRange: ranges, seed: fc.nat() });
    },
  );
  fc.assert(
    fc.property(cases, ({ plan, inputRange, outputRange, seed }) => {
      const ranged = { ...plan, transform: { ...plan.transform, inputRange, outputRange } };
      const arrays = arraysOf(ranged.transform);
      const [from, to] = [arrays.input, arrays.output].map((array) => placesOf({ array, said: new Map() }, 2));
      if (from === undefined || to === undefined) return;
      const room = Math.max(roomFor(from), roomFor(to));
      const input = { re: uniformNumbers(room, seed), im: uniformNumbers(room, seed + 1) };
      const output = { re: uniformNumbers(room, seed + 2), im: uniformNumbers(room, seed + 3) };
      const meant = scattered(to, orderedDft(plan, gathered(from, input.re), gathered(from, input.im)), output);
      try {
        const { host, geometries } = lowerPlan("clusters", ranged, gpu);
        evaluateHostProgram(host, input, output, 2, seed);
        const read = geometries.flatMap(({ team, reads }) => (team.kind === "cluster" ? reads.ranges : []));
        seen.fetched += Number(read.length > 0);
        seen.late += Number(read.some(({ from }) => from > 0));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message).toMatch(
          /would (begin|end) within what it brings|would need \d dimensions|begins at a multiple of 16 bytes|strides of a multiple of 16 bytes|neighbours/,
        );
        seen.refused++;
        return;
      }
      expect(relativeError(output, meant)).toBeLessThan(1e-12);
    }),
    { seed: 20261122, numRuns: runs(12, 60) },
  );
  expect(seen.fetched).toBeGreaterThan(3);
  expect(seen.late).toBeGreaterThan(3);
});
