// Cosine and sine transforms as FFTW has them: what a search chooses computes the same numbers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import {
  makeTrigonometricTransform,
  TRIGONOMETRIC_KINDS,
  type TrigonometricKind,
} from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { sweep } from "../effort.js";
import { canCompile, hostCompiler } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const FFTW = ["-lfftw3", "-lm"];
const hasFftw =
  hostCompiler !== undefined &&
  canCompile(hostCompiler, ["#include <fftw3.h>", "int main() { fftw_cleanup(); }"], FFTW);
const withoutFftw = hasFftw ? "" : " (skipped: no C++ compiler with fftw3)";
const BATCH = 3;

describe.skipIf(!hasFftw)(`cosine and sine transforms against FFTW${withoutFftw}`, () => {
  const { path: directory, remove } = scratchFolder("r2r-fftw");
  const program = join(directory, "r2r_fftw");
  beforeAll(async () => {
    const source = join(import.meta.dirname, "..", "emit", "fixtures", "r2r_fftw.cpp");
    const flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"];
    await requireSuccess(hostCompiler ?? "", [...flags, source, "-o", program, ...FFTW]);
  }, 60_000);
  afterAll(remove);

  const rows = TRIGONOMETRIC_KINDS.map(
    (kind, index) => [[kind, [12, 15, 16, 27, 31, 49, 63, 100][index] ?? 8]] as const,
  );
  const planes = TRIGONOMETRIC_KINDS.map(
    (kind, index) => [[kind, 6 + index] as const, [TRIGONOMETRIC_KINDS[(index + 3) % 8] ?? kind, 9] as const] as const,
  );
  // Lengths without butterflies beside others, and beside each other.
  const long = TRIGONOMETRIC_KINDS.map(
    (kind, index) =>
      [
        [kind, 67],
        [TRIGONOMETRIC_KINDS[(index + 5) % 8] ?? kind, index % 2 === 0 ? 6 : 67],
      ] as const,
  );
  const cases = sweep<readonly (readonly [TrigonometricKind, number])[]>(
    [...rows, ...planes, ...long],
    (_, index) => index < 8 || index % 4 === 0,
  );

  test.each(cases.map((dimensions) => [dimensions.map((one) => one.join(" ")).join(" by "), dimensions] as const))(
    "%s",
    async (name, dimensions) => {
      const lengths = dimensions.map(([, length]) => length);
      const kind = dimensions[0]?.[0] ?? "dct-2";
      const names = ["X", "Y"].slice(0, lengths.length).toReversed();
      const kinds = Object.fromEntries(names.map((axis, index) => [axis, dimensions[index]?.[0] ?? kind] as const));
      const transform = makeTrigonometricTransform(kind, lengths, "f64", { kinds, batch: BATCH });
      const [best] = searchPlans(transform, findGpu("H200"), { twiddles: ["table"], keep: 1 }).plans;
      if (best === undefined) throw new Error(`no plan for ${name}`);
      const numbers = uniformNumbers(BATCH * lengths.reduce((product, length) => product * length, 1), 5);
      const [input, output] = ["in", "out"].map((what) => join(directory, `${name.replaceAll(" ", "_")}.${what}`));
      writeFileSync(input ?? "", numbers);
      await requireSuccess(program, [
        String(BATCH),
        input ?? "",
        output ?? "",
        ...dimensions.flatMap(([own, length]) => [own, String(length)]),
      ]);
      const meant = new Float64Array(Uint8Array.from(readFileSync(output ?? "")).buffer);
      const found = new Float64Array(numbers.length);
      evaluateHostProgram(lowerPlan("r2r", best.plan, findGpu("H200")).host, numbers, found, BATCH);
      const norm = (values: Float64Array): number => Math.hypot(...values);
      expect(norm(found.map((value, index) => value - (meant[index] ?? Number.NaN))) / norm(meant)).toBeLessThan(1e-14);
    },
  );
});
