// Blocks that ask the L2 cache for what later blocks load, as the text that nvcc would compile: more of them than are under way at once, so
// that some ask. The emulator tells of whatever is asked for and is not there.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { dealt, isDefault } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedPlan, namedRealPlan, namedTrigonometricPlan, type NamedPlan } from "./named-plan.js";
import { buildVerification, expectVerified } from "./verification-programs.js";

const all: readonly NamedPlan[] = [
  namedPlan(
    "several_rows",
    [64],
    "f32",
    ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, table"],
    { inputStrides: { batch: 80 } },
  ),
  namedPlan(
    "windows",
    [64],
    "f32",
    ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, table"],
    { inputStrides: { batch: 20 } },
  ),
  namedPlan("planes", [3, 25], "f64", ["{ X(5,5,5,25,no-tw) X(5,5,1,5,pre-tw) } on 5 threads, prefetch, powers"], {
    axes: ["X"],
  }),
  namedRealPlan("half_spectrum", "c2r", [33], "f32", [
    "{ X(11,3,11,33,no-tw) X(3,11,1,11,pre-tw) } on 11 threads, prefetch, table",
  ]),
  namedTrigonometricPlan("parts", "dct-3", [128], "f32", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 4 threads, prefetch, table",
  ]),
  namedPlan("there_and_back", [37], "f32", [
    "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 6 threads, prefetch, table",
  ]),
];

/** Each takes a compilation of its own. */
const plans = dealt(all, (_, index) => index < 2);

describe.skipIf(hostCompiler === undefined)(`blocks that ask ahead${withoutCompiler}`, () => {
  const scratch = scratchFolder("asking");
  let programs: readonly string[] = [];
  let tooFar = "";
  beforeAll(async () => {
    programs = await inParallel(2, plans, (named) => buildVerification(scratch.path, named));
    // As if there were no last block.
    tooFar = await buildVerification(scratch.path, at(all, 0), (text) =>
      text.replace(" && blockIdx.x + 132u < gridDim.x", ""),
    );
  }, 240_000);
  afterAll(() => {
    scratch.remove();
  });

  test.each(plans.map((named, index) => [named.name, index] as const))("%s", { timeout: 120_000 }, async (_, index) => {
    expectVerified(await runProgram(at(programs, index), ["verify", "--batch", "603"]));
  });

  test.runIf(isDefault)("what is asked for and is not there is told", { timeout: 120_000 }, async () => {
    const { exitCode, stdout, stderr } = await runProgram(tooFar, ["verify", "--batch", "603"]);
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toMatch(/asks the L2 cache for \d+ bytes at offset \d+ of an allocation/);
  });
});
