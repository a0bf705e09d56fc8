// Cosine and sine transforms on clusters as the text that nvcc would compile: their own programs check them, on more rows than clusters have
// buffers for.
import { afterAll, beforeAll, describe, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedTrigonometricPlan, type NamedPlan } from "./named-plan.js";
import { buildVerification, expectVerified } from "./verification-programs.js";

const plans: readonly NamedPlan[] = [
  namedTrigonometricPlan("dct_2_sent", "dct-2", [4096], "f32", [
    "{ X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(1024,2,8,16,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 2, prefetch, powers",
  ]),
  namedTrigonometricPlan(
    "dct_3_loaded",
    "dct-3",
    [4096],
    "f64",
    [
      "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, ticket, table",
    ],
    { placement: "in-place" },
  ),
  namedTrigonometricPlan("dst_4_loaded", "dst-4", [4096], "f32", [
    "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 2, prefetch, powers",
  ]),
  namedTrigonometricPlan("dct_3_loaded_short", "dct-3", [4096], "f16", [
    "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, prefetch, ticket, table",
  ]),
];

describe.skipIf(hostCompiler === undefined)(`cosine transforms on clusters${withoutCompiler}`, () => {
  const scratch = scratchFolder("cosine-clusters");
  let programs: readonly string[] = [];
  beforeAll(async () => {
    programs = await inParallel(2, plans, (named) => buildVerification(scratch.path, named));
  }, 240_000);
  afterAll(() => {
    scratch.remove();
  });

  test.each(plans.map((named, index) => [named.name, index] as const))("%s", { timeout: 120_000 }, async (_, index) => {
    expectVerified(await runProgram(at(programs, index), ["verify", "--batch", "17"]));
  });
});
