// Cosine and sine transforms of numbers in pairs as the text that nvcc would compile, where these are those of a periodic sequence, or of
// one dimension after the other: their own programs check them.
import { afterAll, beforeAll, describe, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedTrigonometricPlan, type NamedPlan } from "./named-plan.js";
import { buildVerification, expectVerified } from "./verification-programs.js";

const all: readonly NamedPlan[] = [
  namedTrigonometricPlan(
    "odd_sequence",
    "dst-1",
    [1023],
    "f32",
    ["{ X(64,16,64,1024,no-tw) X(128,8,8,64,pre-tw) X(128,8,1,8,pre-tw) } on 64 threads, powers"],
    { placement: "in-place" },
  ),
  namedTrigonometricPlan("even_sequence", "dct-1", [1025], "f64", [
    "{ X(64,16,64,1024,no-tw) X(128,8,8,64,pre-tw) X(128,8,1,8,pre-tw) } on 128 threads, prefetch, 2 columns, table",
  ]),
  namedTrigonometricPlan(
    "one_after_the_other",
    "dct-2",
    [128, 256],
    "f32",
    [
      "{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) } on 32 threads, 4 columns, table",
      "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 16 columns, powers",
    ],
    { kinds: { Y: "dst-3" } },
  ),
  namedTrigonometricPlan("behind_a_convolution", "dct-2", [134], "f32", [
    "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) } on 16 threads, powers",
  ]),
  namedTrigonometricPlan("before_a_convolution", "dst-3", [134], "f64", [
    "{ pairs X(67,2,67,134,tw) } on 36 threads, 36 columns, table",
    "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) } on 16 threads, table",
  ]),
];

/** Each takes a compilation of its own. */
const plans = dealt(all, (_, index) => index % 2 === 0);

describe.skipIf(hostCompiler === undefined)(`cosine transforms of pairs${withoutCompiler}`, () => {
  const scratch = scratchFolder("cosine-pairs");
  let programs: readonly string[] = [];
  beforeAll(async () => {
    programs = await inParallel(2, plans, (named) => buildVerification(scratch.path, named));
  }, 240_000);
  afterAll(() => {
    scratch.remove();
  });

  test.each(plans.map((named, index) => [named.name, index] as const))("%s", { timeout: 120_000 }, async (_, index) => {
    expectVerified(await runProgram(at(programs, index), ["verify", "--batch", "5"]));
  });
});
