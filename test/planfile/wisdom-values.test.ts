// Wisdom as values: what was measured is found again by whoever asks for exactly that, and only as long as it speaks of what is
// emitted.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import {
  compilePlan,
  deviceTextHash,
  findGpu,
  makeRealTransform,
  makeTransform,
  printWisdomFile,
  readWisdomFile,
  tunePlan,
  tuningCandidates,
  wisdomEntry,
  wisestPlan,
  InputError,
  type Wisdom,
  type WisdomEntry,
} from "../../generator/internals.js";
import { judgedWisdom } from "../../generator/measured.js";

const gpu = findGpu("H200");
const transform = makeTransform([64], "f32", { batch: 1024 });
const plans = tuningCandidates(transform, gpu, 3).map(({ plan }) => plan);

const evidence = (index: number, ratioToCopy: number, changes: { readonly text?: string } = {}) => ({
  gpu: gpu.name,
  driver: "580",
  toolchain: "nvcc 13.0",
  text: deviceTextHash(compilePlan("other_name", at(plans, index), gpu)),
  milliseconds: 1,
  ratioToCopy,
  relativeL2Error: 5e-8,
  ...changes,
});

const entry = (index: number, ratioToCopy: number, changes: { readonly text?: string } = {}) =>
  wisdomEntry(at(plans, index), gpu, [evidence(index, ratioToCopy, changes)]);

/** By way of a file. */
const carried = (wisdom: Wisdom): Wisdom => readWisdomFile("wisdom.json", printWisdomFile(wisdom));

test("the best measured plan of exactly the transform, on exactly the GPU", () => {
  const wisdom = carried({ gpus: [], plans: [entry(0, 1.3), entry(1, 1.1), entry(2, 1.2)] });
  const found = wisestPlan(wisdom, transform, gpu);
  expect(found?.plan.plan).toEqual(plans[1]);
  expect(found?.measured).toEqual({ ...evidence(1, 1.1), stale: false });
  expect(wisestPlan(wisdom, makeTransform([64], "f32", { batch: 1025 }), gpu)).toBeUndefined();
  expect(wisestPlan(wisdom, transform, findGpu("A100"))).toBeUndefined();
});

test("not what is emitted otherwise now, nor what is wrong", () => {
  const stale = entry(1, 1.1, { text: `sha256:${"0".repeat(64)}` });
  const wrong = { ...entry(2, 1.0), kernels: ["{ X(1,64,1,64,no-tw) }"] };
  expect(wisestPlan({ gpus: [], plans: [stale, wrong, entry(0, 1.3)] }, transform, gpu)?.plan.plan).toEqual(plans[0]);
  expect(wisestPlan({ gpus: [], plans: [stale, wrong] }, transform, gpu)).toBeUndefined();
});

test("wisdom of versions in which kernels said no rules is wisdom; rules that are not those of the kernels are none", () => {
  const real = makeRealTransform("r2c", [128], "f32", { batch: 1024 });
  const plan = at(tuningCandidates(real, gpu, 1), 0).plan;
  const text = deviceTextHash(compilePlan("r2c_f32_128", plan, gpu));
  const said = wisdomEntry(plan, gpu, [evidence(0, 1.1, { text })]);
  expect(said.kernels.every((kernel) => kernel.startsWith("{ pairs: "))).toBe(true);
  const withWords = (words: string): WisdomEntry => ({
    ...said,
    kernels: said.kernels.map((kernel) => kernel.replace("pairs: ", words)),
  });
  for (const one of [said, withWords("")]) {
    const found = wisestPlan(carried({ gpus: [], plans: [one] }), real, gpu);
    expect(found?.plan.plan).toEqual(plan);
    expect(found?.measured.stale).toBe(false);
  }
  expect(() => judgedWisdom("plans[0]", withWords("real: "), gpu)).toThrow(
    "plans[0].kernels[0]: 1:3: the text says `real:`, but by its numbers this kernel lies inside `pairs:`",
  );
});

test.each([{ top: 0 }, { repeat: 0.5 }])("%j is refused", async (options) => {
  await expect(tunePlan(transform, gpu, { target: "emulator" }, options)).rejects.toThrow(InputError);
});
