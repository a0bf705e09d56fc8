// What the programs that check a transform are told of it.
import { describe, expect, test } from "vitest";
import { subjectView, verificationModes } from "../../generator/emit/subject-view.js";
import { makeTransform, makeWalshTransform, type Transform } from "../../generator/plan/transform.js";

const viewOf = (transform: Transform): ReturnType<typeof subjectView> =>
  subjectView("name", { transform, kernels: [] }, true, "always");

describe("a Walsh-Hadamard transform", () => {
  test("of all dimensions, dense", () => {
    expect(viewOf(makeWalshTransform([20, 64], "f32"))).toMatchObject({
      element: "float",
      dimensions: "{20}, {64}",
      settings: [],
      order: "natural",
    });
  });

  test("of some dimensions, with gaps, of 16-bit data, in another order", () => {
    const options = { axes: ["X"], distance: 400, order: "sequency" } as const;
    expect(viewOf(makeWalshTransform([5, 64], "bf16", options))).toMatchObject({
      element: "__nv_bfloat16",
      dimensions: "{5, {}, false}, {64}",
      settings: ["subject.input.distance = subject.output.distance = 400;"],
      order: "sequency",
    });
    expect(viewOf(makeWalshTransform([64], "f16"))).toMatchObject({ element: "__half" });
  });

  test("can be checked where it is huge", () => {
    expect(verificationModes("name", makeWalshTransform([64], "f64"))).toHaveLength(1);
    expect(verificationModes("name", makeTransform([64], "f64"))).toEqual([]);
  });
});

test("a Fourier transform has a direction", () => {
  expect(viewOf(makeTransform([64], "f64", { direction: "inverse", order: "digit-reversed" }))).toMatchObject({
    element: "double2",
    settings: ["subject.direction = fftgen::verify::Direction::inverse;"],
    order: "digit_reversed",
  });
});
