// Real transforms as FFTW has them: what a search chooses computes the same numbers in the same places, in place and out of place, from and
// to arrays as both take them if nothing is said of strides.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram, type ComplexArray } from "../../generator/kernel/evaluate.js";
import { arraysOf, usualStride } from "../../generator/plan/arrays.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { completePlan, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { canCompile, hostCompiler } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const gpu = findGpu("H200");
const FFTW = ["-lfftw3", "-lm"];
const hasFftw =
  hostCompiler !== undefined &&
  canCompile(hostCompiler, ["#include <fftw3.h>", "int main() { fftw_cleanup(); }"], FFTW);
const withoutFftw = hasFftw ? "" : " (skipped: no C++ compiler with fftw3)";

// The definition is compared with in real-agreement.test.ts and its neighbours, of many more lengths; here with another's arrays.
const sizes: readonly (readonly number[])[] = [[130], [33], [6, 10], [4, 6, 15], [5, 37], [2], [4096], [3, 7, 9, 10]];
const BATCH = 3;

describe.skipIf(!hasFftw)(`real transforms against FFTW${withoutFftw}`, () => {
  const { path: directory, remove } = scratchFolder("real-fftw");
  let program = "";
  beforeAll(async () => {
    const source = join(import.meta.dirname, "..", "emit", "fixtures", "real_fftw.cpp");
    program = join(directory, "real_fftw");
    await requireSuccess(hostCompiler ?? "", [
      "-std=c++17",
      "-O1",
      "-Wall",
      "-Wextra",
      "-Werror",
      source,
      "-o",
      program,
      ...FFTW,
    ]);
  }, 60_000);
  afterAll(remove);

  const cases = sizes.flatMap((size) =>
    (["r2c", "c2r"] as const).flatMap((kind) =>
      (["out-of-place", "in-place"] as const).map((placement) => [kind, size.join("x"), placement, size] as const),
    ),
  );

  test.each(cases)("%s %s %s", async (kind, name, placement, lengths) => {
    const transform = makeRealTransform(kind, lengths, "f64", { placement, batch: BATCH });
    const [best] = searchPlans(transform, gpu, { twiddles: ["table"], keep: 1 }).plans;
    if (best === undefined) throw new Error(`no plan for ${name}`);
    await expectAgreement(transform, best.plan, name);
  });

  const radicesOfCuts: readonly (readonly (readonly number[])[])[] = [
    [[8], [16]],
    [[6], [5, 4]],
  ];
  const cuts = radicesOfCuts.flatMap((radices) =>
    (["r2c", "c2r"] as const).flatMap((kind) =>
      (["out-of-place", "in-place"] as const).map(
        (placement) => [kind, JSON.stringify(radices), placement, radices] as const,
      ),
    ),
  );

  test.each(cuts)("%s cut in %s, %s", async (kind, _, placement, radices) => {
    const chain = makeMixedChain("X", radices.flat(), 0);
    const length = 2 * radices.flat().reduce((product, radix) => product * radix, 1);
    const transform = makeRealTransform(kind, [length], "f64", { placement, batch: BATCH });
    const kernels = radices.map((own, index) => {
      const begin = radices.slice(0, index).flat().length;
      return { subComputations: chain.slice(begin, begin + own.length) };
    });
    const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: ["table"], keep: 1 });
    await expectAgreement(transform, plan, `cut_${length}`);
  });

  async function expectAgreement(transform: RealTransform, plan: ScheduledPlan, name: string): Promise<void> {
    const { kind, placement } = transform;
    const lengths = transform.dimensions.map(({ length }) => length).toReversed();
    const { host } = lowerPlan("fftw", plan, gpu);
    const { input, output } = arraysOf(transform);
    const isForward = kind === "r2c";
    const room = (distance: number): number => BATCH * distance;
    const [from, to] = [room(usualStride(input.distance)), room(usualStride(output.distance))];
    // Only what is the spectrum of real numbers has one transform.
    const numbers = isForward ? uniformNumbers(from, 1) : interleaved(spectra(lengths));
    const file = (what: string): string => join(directory, `${kind}_${name}_${placement}.${what}`);
    writeFileSync(file("in"), numbers);
    const words = [kind, placement, String(BATCH), file("in"), file("out"), ...lengths.map(String)];
    await requireSuccess(program, words);
    const meant = new Float64Array(Uint8Array.from(readFileSync(file("out"))).buffer);

    const target = new Float64Array(isForward ? 2 * to : to);
    if (isForward) {
      const found = { re: new Float64Array(to), im: new Float64Array(to) };
      evaluateHostProgram(host, numbers, found, BATCH);
      target.set(interleaved(found));
    } else evaluateHostProgram(host, apart(numbers), target, BATCH);
    // In place, between rows of real numbers, FFTW leaves what it likes.
    const row = lengths.at(-1) ?? 1;
    const rowStride = 2 * (Math.floor(row / 2) + 1);
    const isThere = (place: number): boolean => isForward || placement === "out-of-place" || place % rowStride < row;
    const compared = (values: Float64Array) => {
      const re = values.filter((_, place) => isThere(place));
      return { re, im: new Float64Array(re.length) };
    };
    expect(relativeError(compared(target), compared(meant))).toBeLessThan(1e-13);
  }
});

/** The first halves of the spectra of random numbers. */
function spectra(lengths: readonly number[]): ComplexArray {
  const points = lengths.reduce((product, length) => product * length, 1);
  const row = lengths.at(-1) ?? 1;
  const whole = directDft(uniformNumbers(BATCH * points, 2), new Float64Array(BATCH * points), lengths, -1);
  const isThere = (_: number, place: number): boolean => place % row <= row / 2;
  return { re: whole.re.filter(isThere), im: whole.im.filter(isThere) };
}

const interleaved = ({ re, im }: ComplexArray): Float64Array =>
  Float64Array.from({ length: 2 * re.length }, (_, place) => (place % 2 === 0 ? re : im)[Math.floor(place / 2)] ?? NaN);

const apart = (numbers: Float64Array): ComplexArray => ({
  re: numbers.filter((_, place) => place % 2 === 0),
  im: numbers.filter((_, place) => place % 2 === 1),
});
