// Stages that go on in the blocks of others: one kernel transforms its digits in both directions, and its parts see the tile through
// maps. Convolutions, Bluestein's transform of any length and the heart of Rader's, against direct sums.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan, lowerStages } from "../../generator/compile.js";
import { printKernel } from "../../generator/emit/print-kernel.js";
import type { Kernel } from "../../generator/kernel/program.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluateStages, type Stage } from "../../generator/plan/stages.js";
import { elementCount } from "../../generator/plan/transform.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { bluesteinStages, isOneKernel, raderOutputs, raderStages } from "../arbitrary/stage-sequences.js";
import { canBeStage, constantsOf } from "../arbitrary/stages.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { namedPlan } from "../emit/named-plan.js";
import { runs } from "../effort.js";

const gpu = findGpu("H200");

/** Runs the program of stages on a batch of arrays that have so many elements before it and after it. */
function run(stages: readonly Stage[], input: ComplexNumbers, elements: number, batch: number, seed: number) {
  const host = lowerStages("stages", stages, gpu);
  const output = complexArray(elements * batch);
  evaluateHostProgram(host, { re: Float64Array.from(input.re), im: Float64Array.from(input.im) }, output, batch, seed);
  return { output, launches: host.launches.length };
}

const oneKernel = scheduledPlans({ maxElements: 96, maxRank: 2, scales: [1] })
  .filter(isOneKernel)
  .map((plan) => ({ ...plan, transform: { ...plan.transform, placement: "out-of-place" as const } }));

test("transforms of both directions, with products between them, in one kernel", () => {
  const cases = fc.record({
    plan: oneKernel.filter(canBeStage),
    directions: fc.array(fc.constantFrom("forward" as const, "inverse" as const), { minLength: 2, maxLength: 4 }),
    batch: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(cases, ({ plan, directions, batch, seed }) => {
      const elements = elementCount(plan.transform);
      const stages = directions.flatMap((direction, index): readonly Stage[] => [
        {
          kind: "transform",
          plan: {
            ...plan,
            transform: { ...plan.transform, kind: "c2c", planar: "none", shift: "none", direction, order: "natural" },
          },
          ...(index > 0 ? { fused: true } : {}),
        },
        ...(index % 2 === 0
          ? [{ kind: "pointwise", constants: constantsOf(plan, `factors_${index}`, seed % 1000) } as const]
          : []),
      ]);
      const input = { re: uniformNumbers(elements * batch, seed), im: uniformNumbers(elements * batch, seed + 1) };
      const { output, launches } = run(stages, input, elements, batch, seed);
      expect(launches).toBe(1);
      expect(relativeError(output, evaluateStages(stages, input.re, input.im))).toBeLessThan(1e-12);
    }),
    { seed: 20261122, numRuns: runs(7, 75) },
  );
});

test.each([true, false])("Bluestein's transform of any length, fused: %s", (fused) => {
  const cases = fc.record({
    plan: oneKernel,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    batch: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(cases, ({ plan, part, batch, seed }) => {
      const length = elementCount(plan.transform);
      const points = 1 + Math.floor(part * Math.floor((length - 1) / 2));
      const line = { ...plan, transform: { ...plan.transform } };
      fc.pre(line.transform.dimensions.length === 1 && points > 1);
      const stages = bluesteinStages(line, points, fused);
      const input = { re: uniformNumbers(points * batch, seed), im: uniformNumbers(points * batch, seed + 1) };
      const { output, launches } = run(stages, input, points, batch, seed);
      expect(launches).toBe(fused ? 1 : 2);
      expect(relativeError(output, directDft(input.re, input.im, [points], -1))).toBeLessThan(1e-11);
      expect(relativeError(evaluateStages(stages, input.re, input.im), output)).toBeLessThan(1e-11);
    }),
    { seed: 20261123, numRuns: runs(2, 60) },
  );
});

test.each([
  [5, "{ X(1,4,1,4,no-tw) } on 1 threads", true],
  [17, "{ X(4,4,4,16,tw) X(4,4,1,4,no-tw) } on 4 threads", true],
  [17, "{ X(4,4,4,16,tw) X(4,4,1,4,no-tw) } on 4 threads", false],
  [31, "{ X(6,5,6,30,tw) X(5,6,1,6,no-tw) } on 5 threads", true],
  [61, "{ X(12,5,12,60,tw) X(15,4,3,12,tw) X(20,3,1,3,no-tw) } on 15 threads, 4 columns", true],
] as const)("Rader's convolution for %i points, %s, fused: %s", (prime, kernel, fused) => {
  const { plan } = namedPlan("rader", [prime - 1], "f64", [kernel]);
  const stages = raderStages(plan, fused);
  const batch = 3;
  const input = { re: uniformNumbers(prime * batch, 1), im: uniformNumbers(prime * batch, 2) };
  for (let member = 0; member < batch; member++) input.re[member * prime] = input.im[member * prime] = 0;
  const { output } = run(stages, input, prime - 1, batch, 7);
  for (let member = 0; member < batch; member++) {
    const of = (part: Float64Array, count: number): Float64Array => part.slice(member * count, (member + 1) * count);
    const meant = raderOutputs({ re: of(input.re, prime), im: of(input.im, prime) });
    const found = { re: of(output.re, prime - 1), im: of(output.im, prime - 1) };
    expect(relativeError(found, meant)).toBeLessThan(1e-12);
  }
});

test("what cannot go on in the blocks of another is refused with its reason", () => {
  const stages = (first: string, second: string): readonly Stage[] => [
    { kind: "transform", plan: namedPlan("a", [256], "f64", [first]).plan },
    { kind: "transform", plan: namedPlan("b", [256], "f64", [second]).plan, fused: true },
  ];
  const whole = "{ X(16,16,16,256,tw) X(16,16,1,16,no-tw) } on 16 threads, 1 columns";
  for (const [second, reason] of [
    ["{ X(16,16,16,256,tw) X(16,16,1,16,no-tw) } on 32 threads, 2 columns", "one has 16 threads, the other 32"],
    [
      "{ X(16,16,16,256,tw) X(16,16,1,16,no-tw) } on 16 threads, 2 columns",
      "a block of one holds 1 transforms, of the other 2",
    ],
  ] as const)
    expect(() => lowerStages("stages", stages(whole, second), gpu)).toThrow(reason);
  const parts = namedPlan("c", [256], "f64", [
    "{ X(16,16,16,256,tw) } on 1 threads",
    "{ X(16,16,1,16,no-tw) } on 1 threads",
  ]).plan;
  const both: readonly Stage[] = [
    { kind: "transform", plan: parts },
    { kind: "transform", plan: parts, fused: true },
  ];
  expect(() => lowerStages("stages", both, gpu)).toThrow(
    "a block holds a part of a transform only: it needs more columns",
  );
});

test("what goes back along other dimensions is no way back, and tables of both directions have names of their own", () => {
  const plan = (lengths: readonly number[], kernel: string, direction: "forward" | "inverse") =>
    namedPlan("stage", lengths, "f64", [kernel], { direction }).plan;
  const stage = (own: ReturnType<typeof plan>, fused = false): Stage => ({
    kind: "transform",
    plan: own,
    ...(fused ? { fused } : {}),
  });
  const chain = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, table";
  const directions = ["inverse", "forward", "forward", "inverse"] as const;
  const stages = directions.map((direction, index) => stage(plan([64], chain, direction), index % 2 === 1));
  const { launches } = lowerStages("stages", stages, gpu);
  const named = new Map<string, string>();
  for (const { name, direction } of launches.flatMap(({ kernel }) => kernel.tables)) {
    expect(named.get(name) ?? direction).toBe(direction);
    named.set(name, direction);
  }
  expect(new Set(named.values()).size).toBe(2);
  const rows = "{ Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) } on 4 threads, 4 columns";
  const apart = [
    stage({
      ...plan([16, 4], rows, "forward"),
      transform: { ...plan([16, 4], rows, "forward").transform, axes: ["Y"] },
    }),
    stage(
      {
        ...plan([2, 16, 2], rows, "inverse"),
        transform: { ...plan([2, 16, 2], rows, "inverse").transform, axes: ["Y"] },
      },
      true,
    ),
  ];
  const input = { re: uniformNumbers(128, 1), im: uniformNumbers(128, 2) };
  const { output } = run(apart, input, 64, 2, 3);
  expect(relativeError(output, evaluateStages(apart, input.re, input.im))).toBeLessThan(1e-13);
});

test("a transform by convolution is no stage", () => {
  const { plan } = namedPlan("prime", [37], "f32", [
    "{ bluestein X(16,5,16,80,no-tw) X(5,16,1,16,pre-tw) } on 16 threads",
  ]);
  expect(() => lowerStages("stages", [{ kind: "transform", plan }], gpu)).toThrow(
    "a transform by `bluestein` is no stage: write its convolution as stages",
  );
});

/** Radices there, in the notation; those of the way back are the same the other way round. */
const chainText = (radices: readonly number[]): string => {
  const length = radices.reduce((product, radix) => product * radix, 1);
  let extent = length;
  const words = radices.map((radix, index) => {
    const text = `X(${length / radix},${radix},${extent / radix},${extent},${index === 0 ? "no-tw" : "pre-tw"})`;
    extent /= radix;
    return text;
  });
  return words.join(" ");
};

test.each([
  [100, [16, 16], "16 threads, 4 columns, 3 blocks/SM, table"],
  [67, [12, 12], "12 threads, powers"],
  [1000, [8, 16, 16], "256 threads, table, streaming stores"],
  [15, [32], "16 threads, 16 columns, table"],
] as const)(
  "a convolution with constants has the text of the kernel of Bluestein's %i points",
  (points, radices, on) => {
    const length = radices.reduce<number>((product, radix) => product * radix, 1);
    const bluestein = namedPlan("prime", [points], "f32", [`{ bluestein ${chainText(radices)} } on ${on}`]).plan;
    const there = namedPlan("there", [length], "f32", [`{ ${chainText(radices)} } on ${on}`]).plan;
    const back = namedPlan("back", [length], "f32", [`{ ${chainText(radices.toReversed())} } on ${on}`]).plan;
    const stages = bluesteinStages(there, points, true).map((stage): Stage => {
      const isBack = stage.kind === "transform" && stage.fused === true;
      return isBack ? { ...stage, plan: { ...stage.plan, kernels: back.kernels } } : stage;
    });
    const [kernel, ...others] = lowerStages("prime", stages, gpu).launches.map((launch) => launch.kernel);
    const [own] = lowerPlan("prime", bluestein, gpu).host.launches.map((launch) => launch.kernel);
    if (kernel === undefined || own === undefined) throw new Error("a program without a kernel");
    expect(others).toEqual([]);
    // Constants have names of their own: the chirp stands in one table, or in two.
    const called = (text: string): string =>
      text
        .replaceAll(new RegExp(`chirp_f32_${points}|last_chirp`, "g"), "chirp")
        .replaceAll(/spectrum_f32_[0-9]+_[0-9]+/g, "spectrum");
    const bodyOf = (of: Kernel): string => called(printKernel(of)).slice(printKernel(of).indexOf("__global__"));
    expect(bodyOf(kernel)).toBe(bodyOf(own));
    expect(kernel.roles.flatMap(({ steps }) => steps).length).toBeGreaterThan(0);
  },
);
