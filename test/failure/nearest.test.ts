import { expect, test } from "vitest";
import fc from "fast-check";
import { editDistance, nearest } from "../../generator/failure/nearest.js";

test("the distance of textbook pairs", () => {
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("flaw", "lawn")).toBe(2);
});

test("the distance is a metric", () => {
  const word = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(word, word, word, (a, b, c) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
    { seed: 4 },
  );
});

test("the nearest name, or none when all are far", () => {
  expect(nearest("kernel", ["transform", "kernels", "evidence"])).toBe("kernels");
  expect(nearest("PRECISON", ["placement", "precision"])).toBe("precision");
  expect(nearest("ordering", ["batch", "order"])).toBe("order");
  expect(nearest("qqqqqq", ["order", "batch"])).toBeUndefined();
  expect(nearest("anything", [])).toBeUndefined();
});
