// Emitted text compiles without a warning, whatever the GPU and the form of the kernels: the last plans that rules let through are forms that
// no search would choose. The host's compiler warns of what nothing reads as nvcc does, and is faster; nvcc.thorough.test.ts asks nvcc of what is shipped.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { sweep } from "../effort.js";
import { askedPlan, readLimits, type Asked } from "../lower/limits.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders } from "../toolchain/emulator-library.js";
import { runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

/** Kernels of real transforms that the search chooses for several GPUs: rows of pairs beside parts of another dimension, and cut rows. */
const CHOSEN: readonly (readonly [transform: string, kernels: string])[] = [
  [
    "r2c 500x500 f32",
    "{ Y[5,10] } on 250 threads, 50 columns, 6 blocks/SM, table { Y[10] X[10,25] } on 250 threads, 2 columns, 2 blocks/SM, powers, streaming stores",
  ],
  [
    "c2r 500x500 f32",
    "{ X[25,10] Y[10] } on 250 threads, 2 columns, 2 blocks/SM, powers { Y[5,10] } on 250 threads, 50 columns, 6 blocks/SM, table, early",
  ],
  [
    "r2c 32768 f32",
    "{ X[16,8] } on 128 threads, 16 columns, table { X[16,8] } on 128 threads, 16 columns, powers, early",
  ],
];
const GPUS = ["H200", "B200", "RTX5090"];

const chosen = CHOSEN.flatMap(([transform, kernels]) =>
  GPUS.map((gpu): Asked => ({ transform: `${transform} ${gpu}`, kernels, options: "{}" })),
);
const accepted = [...new Map(readLimits().map(({ accepted: asked }) => [JSON.stringify(asked), asked])).values()];

interface Emitted {
  readonly plan: ScheduledPlan;
  readonly gpu: Gpu;
}

/** What the compiler says of packages, all of them in one unit. */
async function complaints(plans: readonly Emitted[]): Promise<string> {
  const { path: directory, remove } = scratchFolder("warnings");
  try {
    const names = plans.map(({ plan, gpu }, index) => {
      const name = `p_${index}`;
      for (const { path, text } of linkPackage([compilePlan(name, plan, gpu)])) {
        if (path === "verify.cu") continue;
        mkdirSync(dirname(join(directory, name, path)), { recursive: true });
        writeFileSync(join(directory, name, path), text);
      }
      return name;
    });
    writeFileSync(join(directory, "all.cu"), names.map((name) => `#include "${name}/${name}.cu"\n`).join(""));
    const flags = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];
    const { stderr } = await runProgram(
      hostCompiler ?? "",
      [...flags, "-I.", ...emulatorHeaders, "-x", "c++", "all.cu"],
      {
        directory,
      },
    );
    return stderr;
  } finally {
    remove();
  }
}

test.skipIf(hostCompiler === undefined)(`nothing is declared that nothing reads${withoutCompiler}`, async () => {
  const plans = [...chosen, ...sweep(accepted, (_, index) => index % 9 === 0)].map(askedPlan);
  expect(await complaints(plans)).toBe("");
});
