// Where input and output of a real transform cannot be the same memory: what is said to be said instead of it can be.
import { describe, expect, test } from "vitest";
import { makeRealTransform, type RealTransform, type Strides } from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";

const inPlace = (
  kind: RealTransform["kind"],
  lengths: readonly number[],
  options: Partial<RealTransform>,
): RealTransform => makeRealTransform(kind, lengths, "f32", { placement: "in-place", ...options });

/** `Y=66,batch=4224` */
const stridesFrom = (text: string): Strides =>
  Object.fromEntries(
    text.split(",").map((part): readonly [string, number] => {
      const [name = "", stride] = part.split("=");
      return [name, Number(stride)];
    }),
  );

describe("rows too short, or odd, or not twice as far apart", () => {
  test.each<readonly [RealTransform["kind"], readonly number[], Partial<RealTransform>, string, string]>([
    ["r2c", [64], { inputStrides: { batch: 64 } }, "batch=66", "batch=33"],
    ["r2c", [64, 64], { inputStrides: { Y: 64 } }, "Y=66", "Y=33"],
    ["r2c", [64, 64], { inputStrides: { Y: 67 } }, "Y=68", "Y=34"],
    ["r2c", [64, 64], { outputStrides: { Y: 36 } }, "Y=72", "Y=36"],
    ["r2c", [64, 64], { inputStrides: { Y: 64, batch: 4096 } }, "batch=4224,Y=66", "batch=2112,Y=33"],
    ["c2r", [64], { outputStrides: { batch: 65 } }, "batch=33", "batch=66"],
    ["c2r", [3, 64], { inputStrides: { batch: 100 }, axes: ["X"] }, "batch=100", "batch=200"],
    ["r2c", [64], { inputStrides: { batch: 63 }, inputRange: { X: [0, 9] } }, "batch=66", "batch=33"],
    ["r2c", [128], { inputStrides: { batch: 130 }, spectrum: "packed" }, "batch=130", "batch=65"],
  ])("%s %j %j", (kind, lengths, options, input, output) => {
    const transform = inPlace(kind, lengths, options);
    const problem = transformProblem(transform);
    expect(problem?.field).toBe("placement");
    const [, ofInput = "", ofOutput = ""] =
      /say (\S+) of the input and (\S+) of the output/.exec(problem?.message ?? "") ?? [];
    expect([ofInput, ofOutput].map(stridesFrom)).toEqual([input, output].map(stridesFrom));
    const right = { ...transform, inputStrides: stridesFrom(ofInput), outputStrides: stridesFrom(ofOutput) };
    expect(transformProblem(right)).toBeUndefined();
  });
});

test.each<readonly [RealTransform["kind"], Partial<RealTransform>, string]>([
  ["r2c", { axes: ["Y"] }, "neighbours along Y, 1 apart; here those along X are; leave it out"],
  ["c2r", { axes: ["Y"] }, "neighbours along Y, 1 apart; here those along X are; leave it out"],
  ["r2c", { inputStrides: { X: 2 } }, "neighbours along X, 1 apart; leave it out"],
])("%s %j: real numbers that are no neighbours", (kind, options, message) => {
  expect(transformProblem(inPlace(kind, [8, 8], options))).toMatchObject({
    field: "placement",
    message: expect.stringContaining(message) as string,
  });
});

test("what lies alike on both sides but for the factor 2 may be one", () => {
  const strides = { inputStrides: { X: 66, Y: 1 }, outputStrides: { X: 33, Y: 1 } };
  expect(transformProblem(inPlace("r2c", [64, 5], { axes: ["Y"], ...strides }))).toBeUndefined();
});
