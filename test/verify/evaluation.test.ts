// What verifies a plan where there is no compiler: programs of kernels that are right, and such as are not.
import { describe, expect, test } from "vitest";
import type { CompiledPlan } from "../../generator/compile.js";
import type { Kernel } from "../../generator/kernel/program.js";
import { evaluatePlan } from "../../generator/verify/evaluation.js";
import { chanceOf } from "../requests/chance.js";
import { asked } from "../requests/judge.js";
import { drawnPlan } from "../requests/plans.js";

/** Any plan for what a command line asks for: no search. */
async function compiled(words: string): Promise<CompiledPlan> {
  const { transform, gpu, wishes } = await asked(["plan", ...words.split(" ")]);
  return drawnPlan(chanceOf(1), transform, gpu, wishes);
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
