// The functions by which kernels load and store elements, as text.
import { expect, test } from "vitest";
import { printPairFunction } from "../../generator/emit/print-element-functions.js";
import { parseExpression } from "../../generator/pointwise/parse.js";

const ALONG = ["x", "y"].map((name) => ({ name, length: 8, elements: 8, counts: "places" }) as const);

test("two neighbours along x have weights of their own along x, and one along y, though the table is the same", () => {
  const read = parseExpression("hann(8) * hann(8, y) * v", { value: "real", along: ALONG });
  if (!read.ok) throw new Error(read.reason);
  const text = printPairFunction(read.value, "x", "loaded", "f32", { storage: "f32" });
  expect(text).toContain("{ return hann_8_weight * load_table(reinterpret_cast<const float*>(hann_8) + y) * v; }");
  expect(text).toContain("return {of(v.x, y, hann_8_weights.x), of(v.y, y, hann_8_weights.y)};");
});
