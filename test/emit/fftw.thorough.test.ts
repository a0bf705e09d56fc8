// How exact the generated text is: emulated packages against FFTW in long double, held to the bound that each package
// states of itself, and the bound held to what is measured.
import { phasesOf } from "../../generator/kernel/program.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isThorough } from "../effort.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { canCompile, hostCompiler } from "../toolchain/compilers.js";
import { radicesOf } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { randomBatch } from "./interleaved.js";
import { lowered, namedPlan, type NamedPlan } from "./named-plan.js";
import { requireSuccess } from "../toolchain/programs.js";
import { inverse, reversed, searchedPlan, type Wanted } from "./searched-plan.js";

const FFTW = ["-lfftw3l", "-lfftw3", "-lm"];
const hasFftw =
  hostCompiler !== undefined &&
  canCompile(hostCompiler, ["#include <fftw3.h>", "int main() { fftwl_cleanup(); fftw_cleanup(); }"], FFTW);

/** Both precisions, directions, orders and sources of factors, one dimension and several, and the largest radix. */
const few: readonly Wanted[] = [
  { size: "256", precision: "f64", twiddles: "powers", options: inverse },
  { size: "1000", precision: "f32", twiddles: "powers", options: { ...reversed, scale: 0.001 } },
  { size: "2187", precision: "f32", twiddles: "table", options: inverse },
  { size: "4096", precision: "f64", twiddles: "powers", options: { ...inverse, ...reversed } },
  { size: "29791", precision: "f32", twiddles: "powers" },
  { size: "64x128", precision: "f32", twiddles: "table", options: { ...inverse, scale: 1 / 8192 } },
  { size: "6x10x14x15", precision: "f32", twiddles: "table", options: inverse },
];

/** The same of other lengths. */
const more: readonly Wanted[] = [
  { size: "16", precision: "f32", twiddles: "table" },
  { size: "256", precision: "f32", twiddles: "table" },
  { size: "1000", precision: "f64", twiddles: "table" },
  { size: "1024", precision: "f32", twiddles: "powers" },
  { size: "2401", precision: "f64", twiddles: "powers", options: reversed },
  { size: "4096", precision: "f32", twiddles: "table", options: reversed },
  { size: "8192", precision: "f32", twiddles: "powers", options: inverse },
  { size: "2^15", precision: "f64", twiddles: "table" },
  { size: "2^16", precision: "f32", twiddles: "powers", options: inverse },
  { size: "30x42x20", precision: "f32", twiddles: "powers", options: reversed },
  { size: "32x32x32", precision: "f64", twiddles: "table" },
];
const wanted = isThorough ? [...few, ...more] : few;

/** Whose factors are products of table entries: the order of the second kernel's factors is too large for a table. */
const productOfTables: readonly NamedPlan[] = (["f32", "f64"] as const).map((precision) =>
  namedPlan(`product_of_tables_${precision}`, [2 ** 18], precision, [
    "{ X(16384,16,16384,262144,tw) X(16384,16,1024,16384,no-tw) } on 128 threads, 8 columns, powers",
    "{ X(16384,16,64,1024,pre-tw) X(32768,8,8,64,pre-tw) X(32768,8,1,8,pre-tw) } on 128 threads, 2 columns, powers",
  ]),
);

const withoutFftw = hasFftw ? "" : " (skipped: no C++ compiler with fftw3 and fftw3l)";

describe.skipIf(!hasFftw)(`accuracy against FFTW${withoutFftw}`, () => {
  const named = [...wanted.map(searchedPlan), ...productOfTables];
  let packages: EmulatedPackages | undefined;
  const measured = new Map<string, { readonly l2: number; readonly max: number }>();

  beforeAll(async () => {
    packages = await buildPackages(named);
    const { directory } = packages;
    const source = join(import.meta.dirname, "fixtures", "against_fftw.cpp");
    const flags = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror"];
    await requireSuccess(hostCompiler ?? "", [...flags, source, "-o", join(directory, "against_fftw"), ...FFTW]);
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [title(one), one] as const))("%s is within its bound", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { transform } = one.plan;
    const input = randomBatch(transform, 2);
    const { output, complaints } = await packages.transform(one, input, "out-of-place");
    expect(complaints).toBe("");
    const file = (kind: string): string => join(packages?.directory ?? "", `${one.name}.${kind}`);
    writeFileSync(file("input"), input);
    writeFileSync(file("output"), output);
    const dimensions = transform.dimensions.map(
      ({ name, length }) => `${length}:${radicesOf(one.plan, name).join(",")}`,
    );
    const { precision, direction } = transform;
    const what = [precision, direction, transform.order, String(transform.scale)];
    const { stdout } = await requireSuccess(join(packages.directory, "against_fftw"), [
      ...what,
      file("input"),
      file("output"),
      ...dimensions.toReversed(),
    ]);
    const [l2 = NaN, max = NaN] = stdout.trim().split(" ").map(Number);
    measured.set(one.name, { l2, max });
    const bound = errorBound(one.plan);
    expect(l2).toBeLessThan(bound.l2);
    expect(max).toBeLessThan(bound.max);
  });

  test("the two large ones do multiply factors from several tables", () => {
    for (const one of productOfTables) {
      const steps = lowered(one)
        .host.launches.flatMap(({ kernel }) => phasesOf(kernel))
        .flatMap((phase) => phase.steps);
      const sources = steps.map((step) => (step.kind === "butterfly" ? step.twiddle?.source.kind : undefined));
      expect(sources).toContain("product");
    }
  });

  // The largest of many errors varies more than their mean, so its bound has to leave more room.
  test("no f32 bound is loose from 256 elements on: 4 times what is measured, 12 times for the largest error", () => {
    const loose = named
      .filter(({ plan }) => plan.transform.precision === "f32" && elementCount(plan.transform) >= 256)
      .filter(({ name, plan }) => {
        const { l2, max } = measured.get(name) ?? { l2: 0, max: 0 };
        const bound = errorBound(plan);
        return !(l2 >= bound.l2 / 4 && max >= bound.max / 12);
      });
    expect(loose.map(title)).toEqual([]);
  });
});

function title({ name, plan }: NamedPlan): string {
  const { dimensions, precision, direction, order } = plan.transform;
  const size = dimensions.map(({ length }) => length).toReversed();
  return `${name}: ${size.join("x")} ${precision} ${direction} ${order}`;
}
