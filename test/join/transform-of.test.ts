// Problems as transforms: what is dense is asked for by its size alone, and a transform solves the problem that it was made of.
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemOf, type Problem } from "../../generator/join/problem.js";
import { transformOf } from "../../generator/join/transform-of.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { runs } from "../effort.js";

const c2c = (dimensions: Problem["dimensions"], scale = 1): Problem => ({
  kind: "c2c",
  precision: "f32",
  direction: "forward",
  scale,
  dimensions,
});

test.each<readonly [string, Problem, readonly [count: number, input: number, output: number], string]>([
  ["rows", c2c([{ length: 60, input: 1, output: 1 }]), [7, 60, 60], "c2c_f32_60"],
  ["one array, wherever the next would be", c2c([{ length: 60, input: 1, output: 1 }]), [1, 1, 1], "c2c_f32_60"],
  ["columns that become rows", c2c([{ length: 12, input: 7, output: 1 }]), [7, 1, 12], "c2c_f32_12_in_x7_batch1"],
  [
    "a scale",
    c2c(
      [
        { length: 8, input: 8, output: 8 },
        { length: 8, input: 1, output: 1 },
      ],
      1 / 64,
    ),
    [2, 64, 64],
    "c2c_f32_8x8_scaled_by_1_over_64",
  ],
  [
    "real planes",
    {
      kind: "r2c",
      precision: "f64",
      direction: "forward",
      scale: 1,
      dimensions: [
        { length: 6, input: 10, output: 6 },
        { length: 10, input: 1, output: 1 },
      ],
    },
    [3, 60, 36],
    "r2c_f64_6x10",
  ],
  ["one element", c2c([]), [5, 1, 1], "c2c_f32_1"],
])("%s", (_, problem, [count, input, output], name) => {
  expect(transformName(transformOf(problem, { count, input, output }))).toBe(name);
});

test("a transform solves the problem that it is made of", () => {
  const length = fc.integer({ min: 2, max: 12 });
  const problem = fc.record({
    kind: fc.constantFrom("c2c" as const, "r2c" as const, "c2r" as const),
    lengths: fc.array(length, { minLength: 1, maxLength: 3 }),
    gaps: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
    count: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(problem, ({ kind, lengths, gaps, count }) => {
      const side = (isHalf: boolean, from: number): readonly number[] => {
        let next = 1;
        return lengths
          .toReversed()
          .map((n, axis) => {
            const stride = next + (axis === 0 ? 0 : (gaps[from + axis] ?? 0));
            next = stride * (isHalf && axis === 0 ? Math.floor(n / 2) + 1 : n);
            return stride;
          })
          .concat(next)
          .toReversed();
      };
      const [input, output] = [side(kind === "c2r", 0), side(kind === "r2c", 3)];
      const posed: Problem = {
        kind,
        precision: "f32",
        direction: kind === "c2r" ? "inverse" : "forward",
        scale: 1 / 3,
        dimensions: lengths.map((n, index) => ({
          length: n,
          input: input[index + 1] ?? 0,
          output: output[index + 1] ?? 0,
        })),
      };
      const called = { count, input: input[0] ?? 0, output: output[0] ?? 0 };
      const solved = problemOf(transformOf(posed, called));
      expect(solved?.problem).toEqual(posed);
      if (count > 1) expect(solved?.batch).toMatchObject({ input: called.input, output: called.output, members: 1 });
    }),
    { seed: 20261128, numRuns: runs(200, 2000) },
  );
});
