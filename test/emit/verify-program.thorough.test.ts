// The verification program of generated packages, built for the emulator as a user without a GPU builds it: it passes for
// what fftgen emits and fails for what somebody has broken.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { errorBound } from "../../generator/verify/bound.js";
import { isThorough } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { interleaved, parts, randomBatch } from "./interleaved.js";
import { namedPlan, type NamedPlan } from "./named-plan.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { buildVerification, expectVerified } from "./verification-programs.js";

const batched = namedPlan(
  "batched",
  [16],
  "f32",
  ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, powers"],
  { direction: "inverse", scale: 1 / 16 },
);

const twoPasses = namedPlan("two_passes", [2 ** 15], "f32", [
  "{ X(2048,16,2048,32768,tw) X(2048,16,128,2048,no-tw) } on 64 threads, 4 columns, table",
  "{ X(2048,16,8,128,pre-tw) X(4096,8,1,8,pre-tw) } on 32 threads, 4 columns, powers, streaming stores",
]);

const inThreeDimensions = namedPlan(
  "in_three_dimensions",
  [12, 10, 14],
  "f64",
  [
    "{ Z(3,4,3,12,tw) Y(1,10,1,10,no-tw) } on 28 threads, 14 columns, table",
    "{ Z(4,3,1,3,no-tw) X(7,2,7,14,no-tw) X(2,7,1,7,pre-tw) } on 12 threads, 2 columns, powers",
  ],
  { direction: "inverse", order: "digit-reversed", placement: "in-place" },
);

const asCalled = namedPlan(
  "as_called",
  [8, 16],
  "f32",
  ["{ X(1,16,1,16,no-tw) Y(1,8,1,8,no-tw) } on 16 threads, table"],
  { strides: "run-time", inputStrides: { Y: 20 }, outputStrides: { Y: 20 }, placement: "in-place" },
);

const TIMEOUT = 100_000;

describe.skipIf(hostCompiler === undefined)(`verification programs${withoutCompiler}`, () => {
  const scratch = scratchFolder("verify");
  afterAll(scratch.remove);

  const build = (named: NamedPlan, change?: (text: string) => string): Promise<string> =>
    buildVerification(scratch.path, named, change);

  test("a batch tile, inverse and scaled; one wrong sign is found", { timeout: TIMEOUT }, async () => {
    const program = await build(batched);
    expectVerified(await runProgram(program, ["verify"]));
    const [right, wrong] = ["const float t1r = v[0].x + v[2].x;", "const float t1r = v[0].x - v[2].x;"];
    const broken = await build(batched, (text) => {
      expect(text).toContain(right);
      return text.replace(right, wrong);
    });
    const outcome = await runProgram(broken, ["verify"]);
    expect(outcome.exitCode).toBe(1);
  });

  test(
    "strides at run time are others than those of the plan, too; a kernel that has these is found",
    { timeout: TIMEOUT },
    async () => {
      const program = await build(asCalled);
      const verified = await runProgram(program, ["verify"]);
      expectVerified(verified);
      expect(verified.stdout).toContain("inverse sums, in place, other strides");
      const broken = await build(asCalled, (text) => {
        expect(text).toContain(" * stride_y");
        return text.replaceAll(" * stride_y", " * 20u");
      });
      const { exitCode, stdout } = await runProgram(broken, ["verify"]);
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/FAILED: random input, out of place, other strides/);
    },
  );

  test.runIf(isThorough)("two passes over memory", { timeout: TIMEOUT }, async () => {
    expectVerified(await runProgram(await build(twoPasses), ["verify"]));
  });

  test.runIf(isThorough)(
    "three dimensions in double precision, in place; its raw mode",
    { timeout: TIMEOUT },
    async () => {
      const program = await build(inThreeDimensions);
      expectVerified(await runProgram(program, ["verify"]));

      const { plan } = inThreeDimensions;
      const [input, output] = [join(scratch.path, "input"), join(scratch.path, "output")];
      const data = randomBatch(plan.transform, 3);
      writeFileSync(input, data);
      const expected = orderedDft(plan, parts(data).re, parts(data).im);
      for (const placement of [[], ["--in-place"]]) {
        await requireSuccess(program, ["raw", "--input", input, "--output", output, "--batch", "3", ...placement]);
        const bytes = Uint8Array.from(readFileSync(output));
        const actual = parts(interleaved("f64", new Float64Array(bytes.buffer)));
        expect(relativeError(actual, expected)).toBeLessThan(errorBound(plan).l2 + 1e-15);
      }
    },
  );
});
