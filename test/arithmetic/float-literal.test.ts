import fc from "fast-check";
import { expect, test } from "vitest";
import { floatLiteral } from "../../generator/arithmetic/float-literal.js";
import { compileAndRun, hasHostCompiler } from "../codelet/host-compiler.js";

test("literals are readable", () => {
  expect(floatLiteral(Math.fround(Math.SQRT1_2), "f32")).toBe("0.70710677f");
  expect(floatLiteral(Math.SQRT1_2, "f64")).toBe("0.7071067811865476");
  expect(floatLiteral(1, "f32")).toBe("1.0f");
  expect(floatLiteral(-2, "f64")).toBe("-2.0");
  expect(floatLiteral(0, "f32")).toBe("0.0f");
  expect(floatLiteral(-0, "f32")).toBe("-0.0f");
  expect(floatLiteral(-0, "f64")).toBe("-0.0");
  expect(floatLiteral(Math.fround(1e-10), "f32")).toBe("1e-10f");
  expect(floatLiteral(2 ** -149, "f32")).toBe("1e-45f");
  expect(floatLiteral(16777216, "f32")).toBe("16777216.0f");
  expect(floatLiteral(5e-324, "f64")).toBe("5e-324");
  expect(floatLiteral(1e21, "f64")).toBe("1e+21");
});

test("what is no number of the precision is refused", () => {
  expect(() => floatLiteral(0.1, "f32")).toThrow(/not a 32-bit number/);
  expect(() => floatLiteral(NaN, "f64")).toThrow(/no literal/);
  expect(() => floatLiteral(Infinity, "f32")).toThrow(/no literal/);
});

test("a float never has an integer's spelling, and reads back through double, too", () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = floatLiteral(value, "f32");
      expect(text).toMatch(/^-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?f$/);
      expect(text).toMatch(/[.e]/);
      expect(Object.is(Math.fround(Number(text.slice(0, -1))), value)).toBe(true);
      expect(
        text
          .replace(/e.*/, "")
          .replaceAll(/[^0-9]/g, "")
          .replace(/^0+|0+$/g, "").length,
      ).toBeLessThanOrEqual(9);
    }),
    { seed: 13, numRuns: 2000 },
  );
});

test.skipIf(!hasHostCompiler)("g++ reads every literal back as the same bits", () => {
  const singles = fc.sample(fc.float({ noNaN: true, noDefaultInfinity: true }), { seed: 14, numRuns: 3000 });
  const doubles = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { seed: 15, numRuns: 3000 });
  const edges32 = [-0, 2 ** -149, 2 ** -126, 2 ** 127, 2 ** 24, (2 - 2 ** -23) * 2 ** 127, Math.fround(0.1)];
  const edges64 = [-0, 5e-324, Number.MAX_VALUE, 2 ** -1022, 2 ** 53, 0.1];
  const float32 = Float32Array.from([...singles, ...edges32]);
  const float64 = Float64Array.from([...doubles, ...edges64]);
  const list = (values: Iterable<number>, precision: "f32" | "f64"): string =>
    Array.from(values, (value) => floatLiteral(value, precision)).join(",\n");
  const output = compileAndRun(`#include <cstdint>
#include <cstdio>
#include <cstring>
static const float singles[] = {${list(float32, "f32")}};
static const double doubles[] = {${list(float64, "f64")}};
int main() {
    for (float x : singles) { uint32_t bits; memcpy(&bits, &x, 4); printf("%u\\n", bits); }
    for (double x : doubles) { uint64_t bits; memcpy(&bits, &x, 8); printf("%llu\\n", (unsigned long long)bits); }
}
`);
  const expected = [...new Uint32Array(float32.buffer), ...new BigUint64Array(float64.buffer)].map(String);
  expect(output.trim().split("\n")).toEqual(expected);
});
