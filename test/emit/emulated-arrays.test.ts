// Arrays of all kinds as the text that nvcc would compile: rows and planes apart, parts of axes, planar ones, strides that the caller
// says with each call.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { arraysOf } from "../../generator/plan/arrays.js";
import { errorBound } from "../../generator/verify/bound.js";
import { gathered, placesOf, roomFor, saidArrays, scattered, type SaidArrays } from "../arbitrary/arrays.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { describedCall, laid, unlaid } from "./array-calls.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved } from "./interleaved.js";
import { gpu, namedPlan, type NamedPlan } from "./named-plan.js";

interface Case extends NamedPlan {
  readonly batch: number;
  readonly of: SaidArrays;
}

const canBeLowered = ({ name, plan, of }: Case): boolean => {
  try {
    lowerPlan(name, plan, gpu, of.arrays);
    return true;
  } catch {
    return false;
  }
};

const drawn = fc
  .tuple(scheduledPlans({ maxElements: 200, maxRank: 3, scales: [1], subsets: true }), fc.integer({ min: 1, max: 3 }))
  .chain(([one, batch]) => {
    const plan = { ...one, transform: { ...one.transform, placement: "out-of-place" as const } };
    // Each side in a format of its own.
    const storages = plan.transform.precision === "f32" ? (["f32", "f16"] as const) : [plan.transform.precision];
    const of = saidArrays(plan.transform, batch, { storages });
    return fc.record({ plan: fc.constant(plan), batch: fc.constant(batch), of });
  });

const usual = runs(8, 40);

const possible = fc
  .sample(drawn, { seed: 20261124, numRuns: 400 })
  .map((one, index): Case => ({ name: `arrays_${index + 1}`, ...one }));

/** Copies of the data in the workspace. */
const copiesOf = ({ name, plan, of }: Case): number => lowerPlan(name, plan, gpu, of.arrays).host.workspace.arrays;

/** What its sides are stored in. */
const formatsOf = ({ of: { input, output } }: Case): string => `${input.array.storage} -> ${output.array.storage}`;

/** Few transforms need two copies, or have two formats: one of each kind comes with them. */
const WANTED: readonly ((one: Case) => boolean)[] = [
  (one) => copiesOf(one) === 2,
  (one) => formatsOf(one) === "f16 -> f32",
  (one) => formatsOf(one) === "f32 -> f16",
];

/** Blocks of a cluster on branches, each of which loads and stores planar numbers. */
const branches: Case = ((): Case => {
  const { name, plan } = namedPlan(
    "planar_branches",
    [37],
    "f32",
    [
      "{ bluestein X(40,2,40,80,no-tw) X(8,10,4,40,pre-tw) X(20,4,1,4,pre-tw) } on 10 threads, cluster 2 after 1, undivided",
    ],
    { planar: "both" },
  );
  const arrays = arraysOf(plan.transform);
  const said = new Map<string, number>();
  const of = { arrays, input: { array: arrays.input, said }, output: { array: arrays.output, said }, said };
  return { name, plan, batch: 2, of };
})();

const cases = [
  branches,
  ...possible.slice(0, usual).filter(canBeLowered),
  ...WANTED.flatMap((isWanted) => possible.slice(usual).find((one) => canBeLowered(one) && isWanted(one)) ?? []),
];

/** Numbers that the larger of the two arrays has room for. */
const roomOf = ({ of: { input, output }, batch }: Case): number =>
  Math.max(roomFor(placesOf(input, batch)), roomFor(placesOf(output, batch)));

function described(one: Case): string {
  const { name, plan, of, batch } = one;
  const { host } = lowerPlan(name, plan, gpu, of.arrays);
  const stored = { input: of.input.array.storage, output: of.output.array.storage };
  const call = { name, transform: plan.transform, host, batch, room: roomOf(one), said: of.said, stored };
  return describedCall({ ...call, filledWith: 0 });
}

describe.skipIf(hostCompiler === undefined)(`emulated arrays${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  const byName = new Map(cases.map((one) => [one.name, one]));
  const caseOf = (name: string): Case => {
    const one = byName.get(name);
    if (one === undefined) throw new Error(`${name} is no case`);
    return one;
  };
  beforeAll(async () => {
    packages = await buildPackages(cases, {
      emit: ({ name, plan }) => linkPackage([emitUnit(lowerPlan(name, plan, gpu, caseOf(name).of.arrays), gpu)]),
      described: (name) => described(caseOf(name)),
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan, batch, of } = one;
    const { precision } = plan.transform;
    const room = roomOf(one);
    const [from, to] = [placesOf(of.input, batch), placesOf(of.output, batch)];
    const drawn = (seed: number): Float64Array => {
      const all = uniformNumbers(room, seed);
      return of.input.array.storage === "f16" ? all.map((number) => Math.round(number * 2 ** 10) / 2 ** 10) : all;
    };
    const numbers = { re: drawn(1), im: drawn(2) };
    const input = interleaved(precision === "f64" ? "f64" : "f32", laid(of.input.array.planar, numbers));
    // To the driver all of it is one array.
    const whole = { name: one.name, plan: { ...plan, transform: { ...plan.transform, distance: room } } };
    const { output, complaints } = await packages.transform(whole, input, "out-of-place");
    expect(complaints).toBe("");
    const seen = unlaid(of.input.array.planar, input);
    const result = orderedDft(plan, gathered(from, seen.re), gathered(from, seen.im));
    const nothing = { re: new Float64Array(room), im: new Float64Array(room) };
    const written = unlaid(of.output.array.planar, output);
    expect(relativeError(written, scattered(to, result, nothing))).toBeLessThan(
      errorBound(plan).l2 + (of.output.array.storage === "f16" ? 2 ** -11 : 1e-14),
    );
  });

  test("headers promise nothing of arrays that do not lie alike", () => {
    for (const { name, plan, of } of cases) {
      const header = linkPackage([emitUnit(lowerPlan(name, plan, gpu, of.arrays), gpu)]).find(
        ({ path }) => path === `include/fftgen/${name}.h`,
      );
      const text = (header?.text ?? "").replaceAll(/\s+\*?\s*/g, " ");
      const alike = JSON.stringify(of.arrays.input) === JSON.stringify(of.arrays.output);
      expect(text.includes("not written unless")).toBe(alike);
      expect(text.includes("must not overlap the input")).toBe(!alike);
      if (of.output.array.planar) expect(text).toContain("@param out_im device pointer to the imaginary parts");
    }
  });

  test("show every kind", () => {
    const arrays = cases.flatMap(({ of }) => [of.input.array, of.output.array]);
    expect(arrays.some(({ planar }) => planar)).toBe(true);
    expect(arrays.some(({ axes }) => axes.some(({ from }) => from > 0))).toBe(true);
    expect(cases.some(({ of }) => of.said.size > 0)).toBe(true);
    expect(cases.map(formatsOf)).toEqual(expect.arrayContaining(["f16 -> f32", "f32 -> f16", "f64 -> f64"]));
    expect(cases.some((one) => copiesOf(one) === 2)).toBe(true);
    expect(cases.length).toBeGreaterThan(5);
  });
});
