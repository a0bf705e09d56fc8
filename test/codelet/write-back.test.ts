// Outputs are written over inputs, one statement after the other: no statement reads what an earlier one has written, for every part of a
// butterfly that a range can ask for. The evaluator runs the statements as they are printed; so does a compiler.
import { expect, test } from "vitest";
import {
  buildCodelet,
  codeletName,
  evaluateCodelet,
  printCodelet,
  type CodeletPart,
  type CodeletSpec,
  type Places,
} from "../../generator/codelet/codelet.js";
import { at } from "../../generator/failure/errors.js";
import { hasPlace } from "../../generator/codelet/spec.js";
import { staleReads, writeBack } from "../../generator/codelet/write-back.js";
import { isThorough } from "../effort.js";
import { compileAndRun, hasHostCompiler } from "./host-compiler.js";
import { directButterfly, relativeError, samples, type ComplexValue } from "./reference.js";

const placesOf = (radix: number, least: number): readonly Places[] =>
  Array.from({ length: radix }, (_, from) =>
    Array.from({ length: radix - from }, (_, count) => ({ from, below: from + count + 1 })),
  )
    .flat()
    .filter(({ from, below }) => below - from >= least && below - from < radix);

/** All inputs or outputs that are one after the other, and real ones. */
function partsOf(radix: number): readonly CodeletPart[] {
  const half = { from: 0, below: Math.floor(radix / 2) + 1 };
  return [
    ...[undefined, ...placesOf(radix, 2)].flatMap((inputs) =>
      ([undefined, "inputs", "outputs"] as const).flatMap((reals) =>
        (half.below < radix ? [undefined, half] : [undefined]).map((outputs) => ({
          ...(inputs === undefined ? {} : { inputs }),
          ...(outputs === undefined ? {} : { outputs }),
          ...(reals === undefined ? {} : { reals }),
        })),
      ),
    ),
    ...placesOf(radix, 1).map((outputs) => ({ outputs })),
  ];
}

const RADICES = isThorough ? [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24] : [2, 3, 4, 5, 6, 8, 12];

const specs: readonly CodeletSpec[] = RADICES.flatMap((radix) =>
  partsOf(radix).map((part) => ({ radix, direction: "forward", twiddle: "none", source: "factors", ...part }) as const),
);

/** What is not there is no number. */
const inputsOf = ({ radix, inputs, reals }: CodeletSpec): readonly ComplexValue[] =>
  samples(radix, radix).map(({ re, im }, j) =>
    hasPlace(inputs, j) ? { re, im: reals === "inputs" ? NaN : im } : { re: NaN, im: NaN },
  );

/** The definition's outputs that are wanted. */
function expectedOf(spec: CodeletSpec): readonly ComplexValue[] {
  const given = inputsOf(spec).map(({ re, im }) => ({ re: Number.isNaN(re) ? 0 : re, im: Number.isNaN(im) ? 0 : im }));
  const { inputs, outputs, reals, ...whole } = spec;
  return directButterfly(whole, given, 0)
    .map(({ re, im }) => ({ re, im: reals === "outputs" ? 0 : im }))
    .filter((_, k) => hasPlace(outputs, k));
}

const wantedOf = ({ outputs }: CodeletSpec, all: readonly ComplexValue[]): readonly ComplexValue[] =>
  all.filter((_, k) => hasPlace(outputs, k));

test("every part of a butterfly, statement by statement, is the part of the definition", () => {
  let kept = 0;
  for (const spec of specs) {
    const codelet = buildCodelet(spec);
    const back = writeBack(codelet, spec.outputs);
    kept += Number(back.kept.length > 0);
    expect(staleReads(back), codeletName(spec)).toEqual([]);
    // Nothing is kept without need.
    expect(staleReads({ ...back, kept: [] }).length > 0, codeletName(spec)).toBe(back.kept.length > 0);
    const wanted = wantedOf(spec, evaluateCodelet(codelet, inputsOf(spec), []));
    expect(relativeError(wanted, expectedOf(spec)), codeletName(spec)).toBeLessThan(1e-14);
  }
  expect(kept).toBeGreaterThan(isThorough ? 100 : 40);
});

// What keeps something, and a few that do not.
const compiled = specs.filter(
  (spec, index) => index % 40 === 0 || writeBack(buildCodelet(spec), spec.outputs).kept.length > 0,
);

test.skipIf(!hasHostCompiler)("and so says a compiler", () => {
  const text = compiled.map((spec) => printCodelet(buildCodelet(spec), "f64"));
  const number = (value: number): string => (Number.isNaN(value) ? "NAN" : String(value));
  const calls = compiled.map((spec) => {
    const list = inputsOf(spec).map(({ re, im }) => `{${number(re)}, ${number(im)}}`);
    return `  { double2 v[] = {${list.join(", ")}}; ${codeletName(spec)}(v); show(v, ${spec.radix}); }`;
  });
  const lines = compileAndRun(`#include <cmath>
#include <cstdio>
#define __device__
#define __forceinline__ static inline
struct double2 { double x, y; };
using std::fma;
${text.join("\n")}
static void show(const double2* v, int count) {
  for (int k = 0; k < count; k++) printf("%.17g %.17g ", v[k].x, v[k].y);
  printf("\\n");
}
int main() {
${calls.join("\n")}
}
`)
    .trim()
    .split("\n");
  expect(lines).toHaveLength(compiled.length);
  compiled.forEach((spec, index) => {
    const numbers = at(lines, index).trim().split(" ").map(Number);
    const all = Array.from({ length: spec.radix }, (_, k) => ({
      re: numbers[2 * k] ?? NaN,
      im: numbers[2 * k + 1] ?? NaN,
    }));
    expect(relativeError(wantedOf(spec, all), expectedOf(spec)), codeletName(spec)).toBeLessThan(1e-14);
  });
});
