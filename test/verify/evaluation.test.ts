// What verifies a plan where there is no compiler: programs of kernels that are right, and such as are not.
import { describe, expect, test } from "vitest";
import type { CompiledPlan } from "../../generator/compile.js";
import type { Kernel } from "../../generator/kernel/program.js";
import { evaluatePlan } from "../../generator/verify/evaluation.js";
import { runs } from "../effort.js";
import { chanceOf } from "../requests/chance.js";
import { asked } from "../requests/judge.js";
import { drawnPlan } from "../requests/plans.js";

/** Any plan for what a command line asks for: no search. */
async function compiled(words: string, seed = 1): Promise<CompiledPlan> {
  const { transform, gpu, wishes } = await asked(["plan", ...words.split(" ")]);
  return drawnPlan(chanceOf(seed), transform, gpu, wishes);
}

test.each([
  "64",
  "12x10 --inverse --scale 1/N",
  "64 --order digit-reversed --in-place",
  "16x16 --planar both --strides run-time",
  "16x8 --axes Y --input-range X=1..3 --output-strides batch=200",
  "256 --batch 64 --input-strides X=64,batch=1 --output-strides X=64,batch=1",
  "16 --row-stride 20 --precision f64",
  "r2c 8x16 --in-place",
  "r2c 64 --spectrum packed",
  "c2r 12x8 --planar input",
  "dct-2 16x8 --kinds dst-3,dct-2 --normalisation orthonormal",
  "dst-4 64 --scale 1/N",
  "dct-3 64 --inverse",
  "fwht 64 --order sequency --precision bf16",
  "fwht 48 --stabilisation kahan",
])("%s is right", async (words) => {
  const found = evaluatePlan(await compiled(words));
  if (found.kind !== "right") expect(found).toMatchObject({ kind: "right" });
  else expect(found.error).toBeLessThan(found.bound);
});

// The evaluator calls with a factor of 0.75, which every output must have once, whatever kernels a plan has.
describe.each([
  "64",
  "1",
  "12x10 --inverse",
  "16x16 --planar both --strides run-time",
  "101 --precision f64",
  "3x37",
  "r2c 8x16",
  "r2c 30",
  "r2c 27 --precision f64",
  "c2r 12x8",
  "c2r 45",
  "c2r 67",
  "dct-2 16x8 --kinds dst-3,dct-2 --normalisation orthonormal",
  "dct-1 17",
  "dct-4 24",
  "dst-3 35",
  "fwht 64 --order sequency",
  "fwht 48 --stabilisation kahan",
])("%s --scale run-time", (words) => {
  test.each(Array.from({ length: runs(2, 12) }, (_, index) => index + 1))("plan %i", async (seed) => {
    const found = evaluatePlan(await compiled(`${words} --scale run-time`, seed));
    expect(found).toMatchObject({ kind: "right" });
  });
});

test("16-bit numbers are scaled between butterflies, by what is known beforehand", async () => {
  await expect(compiled("64 --precision f16 --scale run-time")).rejects.toThrow(
    /a factor at run time is of f32 and f64/,
  );
});

describe("a program that is not", () => {
  /** With its kernels changed. */
  const changed = ({ host }: CompiledPlan, change: (kernel: Kernel) => Kernel): CompiledPlan["host"] => ({
    ...host,
    launches: host.launches.map((launch) => ({ ...launch, kernel: change(launch.kernel) })),
  });
  const withoutSteps = (kernel: Kernel, isLeftOut: (kind: string) => boolean): Kernel => ({
    ...kernel,
    roles: kernel.roles.map((role) => ({ ...role, steps: role.steps.filter(({ kind }) => !isLeftOut(kind)) })),
  });

  test("waits for nobody", async () => {
    const whole = await compiled("256");
    const host = changed(whole, (kernel) => withoutSteps(kernel, (kind) => kind !== "phase"));
    expect(evaluatePlan({ plan: whole.plan, host })).toMatchObject({ kind: "wrong" });
  });

  test("writes what the range of its outputs leaves out, or the room between arrays", async () => {
    for (const said of [
      "16x8 --output-range X=3..7",
      "16x8 --output-strides batch=150",
      "dct-2 80 --output-range X=70..79",
    ]) {
      const part = await compiled(said);
      const size = said.slice(0, said.indexOf(" --"));
      const { host } = await compiled(size);
      expect(evaluatePlan({ plan: part.plan, host }, 2), said).toMatchObject({
        kind: "wrong",
        what: expect.stringContaining("written outside the output") as string,
      });
    }
  });

  test("computes another transform", async () => {
    const [forward, inverse] = [await compiled("64"), await compiled("64 --inverse")];
    expect(evaluatePlan({ plan: forward.plan, host: inverse.host })).toMatchObject({
      kind: "wrong",
      batch: 1,
      what: expect.stringContaining("an output is wrong") as string,
    });
  });
});

test("what would take long is not begun", async () => {
  const started = performance.now();
  const found = evaluatePlan(await compiled("2^24"));
  expect(found).toMatchObject({ kind: "too-long" });
  expect(performance.now() - started).toBeLessThan(5000);
});

test("one batch, where it is wished", async () => {
  expect(evaluatePlan(await compiled("16"), 3)).toMatchObject({ kind: "right", batches: [3] });
});

test("matrices of other authors have no definition here", async () => {
  expect(evaluatePlan(await compiled("fwht 12 --hadamard dao"))).toEqual({ kind: "no-definition" });
});
