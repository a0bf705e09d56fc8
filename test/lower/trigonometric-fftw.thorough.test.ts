// Cosine and sine transforms as FFTW has them: what a search chooses computes the same numbers, wherever its arrays lie, as the guru
// interface describes them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, usualStride } from "../../generator/plan/arrays.js";
import {
  makeTrigonometricTransform,
  TRIGONOMETRIC_KINDS,
  type TrigonometricTransform,
} from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import { kindAlong } from "../../generator/plan/trigonometric.js";
import { searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { canCompile, hostCompiler } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { expectGaps, GAP, gather, placesIn, spread } from "./real-agreement.js";

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
  // Numbers in pairs: long rows of type I, and along each dimension.
  const paired = [
    [["dct-1", 1025]],
    [["dst-1", 1023]],
    [
      ["dct-2", 66],
      ["dst-3", 80],
    ],
    [
      ["dst-4", 68],
      ["dct-1", 9],
    ],
  ] as const;
  const cases = [
    ...rows,
    // The definition is compared with in trigonometric-agreement.test.ts.
    ...[...planes, ...long].filter((_, index) => index % 4 === 0),
    ...paired,
  ];

  test.each(cases.map((dimensions) => [dimensions.map((one) => one.join(" ")).join(" by "), dimensions] as const))(
    "%s",
    async (_, dimensions) => {
      const lengths = dimensions.map(([, length]) => length);
      const kind = dimensions[0]?.[0] ?? "dct-2";
      const names = ["X", "Y"].slice(0, lengths.length).toReversed();
      const kinds = Object.fromEntries(names.map((axis, index) => [axis, dimensions[index]?.[0] ?? kind] as const));
      await expectAsFftw(makeTrigonometricTransform(kind, lengths, "f64", { kinds, batch: BATCH }));
    },
  );

  // Rows and columns that lie apart, transposed outputs, the batch innermost; dimensions beside that are not transformed.
  const apart = TRIGONOMETRIC_KINDS.flatMap((kind, index) => {
    const length = [12, 15, 64, 20, 31, 128, 9, 100][index] ?? 8;
    const size = BATCH * 5 * (length + 3);
    return [
      [kind, [5, length], { axes: ["X"], inputStrides: { Y: length + 3 }, outputStrides: { X: 5, Y: 1 } }],
      [kind, [length, 4], { axes: ["Y"], outputStrides: { Y: 7, batch: size } }],
      [
        kind,
        [6, length],
        { inputStrides: { X: BATCH, Y: BATCH * (length + 1), batch: 1 }, outputStrides: { Y: 2 * length } },
      ],
    ] as const;
  });
  test.each(apart.filter((_, index) => index % 4 === 0))("%s of %j as %j", async (kind, lengths, fields) => {
    await expectAsFftw(makeTrigonometricTransform(kind, lengths, "f64", { batch: BATCH, ...fields }));
  });

  async function expectAsFftw(transform: TrigonometricTransform): Promise<void> {
    expect(transformProblem(transform)).toBe(undefined);
    const [best] = searchPlans(transform, findGpu("H200"), { twiddles: ["table"], keep: 1 }).plans;
    if (best === undefined) throw new Error("no plan");
    const arrays = arraysOf(transform);
    const [from, to] = [placesIn(arrays.input, BATCH), placesIn(arrays.output, BATCH)];
    const room = (places: readonly number[]): number => Math.max(...places) + 5;
    const given = spread(uniformNumbers(from.length, 5), from, room(from));
    const found = new Float64Array(room(to)).fill(GAP);
    const [input = "", output = ""] = ["in", "out"].map((what) => join(directory, `numbers.${what}`));
    writeFileSync(input, given);
    writeFileSync(output, found);
    const strideOf = (side: "input" | "output", index: number): number =>
      usualStride(arrays[side].axes[index]?.stride ?? 1);
    const axes = transform.dimensions.map(({ name, length }, index) =>
      [
        transform.axes.includes(name) ? kindAlong(transform, name) : "loop",
        length,
        strideOf("input", index),
        strideOf("output", index),
      ].join(","),
    );
    const batch = ["loop", BATCH, usualStride(arrays.input.distance), usualStride(arrays.output.distance)].join(",");
    await requireSuccess(program, [input, output, batch, ...axes]);
    const meant = new Float64Array(Uint8Array.from(readFileSync(output)).buffer);
    evaluateHostProgram(lowerPlan("r2r", best.plan, findGpu("H200")).host, given, found, BATCH);
    expectGaps(found, to);
    expectGaps(meant, to);
    const norm = (values: Float64Array): number => Math.hypot(...gather(values, to));
    expect(norm(found.map((value, index) => value - (meant[index] ?? Number.NaN))) / norm(meant)).toBeLessThan(1e-14);
  }
});
