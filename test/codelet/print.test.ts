// The printed text: golden files for review, house rules, and what a C++ compiler makes of it.
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { buildCodelet, codeletName, evaluateCodelet, printCodelet } from "../../generator/codelet/codelet.js";
import type { CodeletSpec } from "../../generator/codelet/codelet.js";
import { isThorough } from "../effort.js";
import { compileAndRun, hasHostCompiler } from "./host-compiler.js";
import { RADICES, relativeError, samples, specsOf } from "./reference.js";

describe("golden files", () => {
  test.each<CodeletSpec>([
    { radix: 8, direction: "forward", twiddle: "pre", source: "factors" },
    { radix: 5, direction: "forward", twiddle: "none", source: "factors" },
    { radix: 9, direction: "inverse", twiddle: "post", source: "powers" },
  ])("$radix $direction $twiddle $source", async (spec) => {
    const text = printCodelet(buildCodelet(spec), "f32");
    await expect(text).toMatchFileSnapshot(`golden/${codeletName(spec)}.cuh`);
  });

  test("radix 16 without twiddles in double precision", async () => {
    const spec = { radix: 16, direction: "forward", twiddle: "none", source: "factors" } as const;
    await expect(printCodelet(buildCodelet(spec), "f64")).toMatchFileSnapshot("golden/dft16-f64.cuh");
  });
});

/**
 * Every radix, and at some every kind; directions and precisions are spread over them to keep the compilation short.
 */
const cases = RADICES.flatMap((radix) => {
  const [forward, inverse] = [specsOf(radix, "forward"), specsOf(radix, "inverse")];
  const hasAll = [2, 3, 4, 6, 8, 9, 16].includes(radix);
  const someForward = forward.filter(({ twiddle }) => twiddle === "none");
  const someInverse = inverse.filter(
    ({ twiddle, source }) => twiddle !== "none" && (twiddle === "pre") === (source === "factors"),
  );
  return [
    ...(hasAll ? forward : someForward).map((spec) => ({ spec, precision: "f64" as const })),
    ...(hasAll ? inverse : someInverse).map((spec) => ({ spec, precision: "f32" as const })),
  ];
});

test("house rules: lines within 118 columns, literal indices, no stray text", () => {
  for (const { spec, precision } of cases) {
    const text = printCodelet(buildCodelet(spec), precision);
    expect(Math.max(...text.split("\n").map((line) => line.length)), codeletName(spec)).toBeLessThanOrEqual(118);
    expect(text).not.toMatch(/undefined|NaN|Infinity|\[object|--|\+ -|- -|[^\w.][0-9]+f/);
    const code = text.replaceAll(/\/\/.*/g, "");
    expect(code).not.toMatch(/[vw]\[(?![0-9]+\])/);
    expect(text).not.toMatch(precision === "f32" ? /double|fma\(/ : /float|fmaf\(/);
    expect(text.includes("const float2* w") || text.includes("const double2* w")).toBe(spec.twiddle !== "none");
  }
});

/** A main program that runs every function on the same numbers and prints the outputs, one function to a line. */
function program(): string {
  const functions = cases.map(({ spec, precision }) => printCodelet(buildCodelet(spec), precision));
  const calls = cases.map(({ spec, precision }) => {
    const { radix, twiddle } = spec;
    const complex = precision === "f32" ? "float2" : "double2";
    const list = (values: readonly { re: number; im: number }[]): string =>
      values.map(({ re, im }) => `{${re}, ${im}}`).join(", ");
    const { factors } = buildCodelet(spec);
    return [
      "{",
      `    ${complex} v[] = {${list(samples(radix, radix))}};`,
      ...(twiddle === "none" ? [] : [`    const ${complex} w[] = {${list(samples(factors.length, 1000 + radix))}};`]),
      `    ${codeletName(spec)}(v${twiddle === "none" ? "" : ", w"});`,
      `    show(v, ${radix});`,
      "}",
    ].join("\n");
  });
  return `#include <cmath>
#include <cstdio>
#define __device__
#define __forceinline__ static inline
struct float2 { float x, y; };
struct double2 { double x, y; };
using std::fma;
using std::fmaf;
${functions.join("\n")}
template <class T> void show(const T* v, int count) {
    for (int k = 0; k < count; k++) printf("%.17g %.17g ", (double)v[k].x, (double)v[k].y);
    printf("\\n");
}
int main() {
${calls.join("\n")}
}
`;
}

// Those that packages use are compiled with them (test/emit).
test.skipIf(!hasHostCompiler || !isThorough)(
  "compiled by g++ without a warning, every function computes what the evaluator does",
  () => {
    const lines = compileAndRun(program()).trim().split("\n");
    expect(lines).toHaveLength(cases.length);
    cases.forEach(({ spec, precision }, index) => {
      const numbers = at(lines, index).trim().split(" ").map(Number);
      const result = Array.from({ length: spec.radix }, (_, k) => ({
        re: at(numbers, 2 * k),
        im: at(numbers, 2 * k + 1),
      }));
      const codelet = buildCodelet(spec);
      const factors = samples(codelet.factors.length, 1000 + spec.radix);
      const expected = evaluateCodelet(codelet, samples(spec.radix, spec.radix), factors);
      expect(relativeError(result, expected), `${codeletName(spec)} ${precision}`).toBeLessThan(
        precision === "f32" ? 2e-6 : 4e-15,
      );
    });
  },
);
