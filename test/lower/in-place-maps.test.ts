// In place, a kernel that reads numbers in the order of a cosine transform takes rows from other threads' places: it writes elsewhere.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { directTrigonometric } from "../../generator/definition/direct-trigonometric.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedTrigonometricPlan } from "../emit/named-plan.js";
import { launchTarget } from "../../generator/kernel/host-program.js";

const BATCH = 5;
const LENGTHS = [37, 3, 3];
const NUMBERS = 333;
const STRIDES = { X: 9, Y: 27, Z: 81, batch: 3000 };

const KERNELS = [
  "{ X(1,3,1,3,no-tw) } on 888 threads, 1776 columns, 2 blocks/SM, table",
  "{ Y(1,3,1,3,no-tw) Z(1,37,1,37,no-tw) } on 444 threads, 96 columns, table",
];

const placeOf = (index: number): number => {
  const [member, rest] = [Math.floor(index / NUMBERS), index % NUMBERS];
  return 3000 * member + 81 * Math.floor(rest / 9) + 27 * (Math.floor(rest / 3) % 3) + 9 * (rest % 3);
};

test("dct-2 of 37x3x3, whose first kernel has no exchange", () => {
  const { plan } = namedTrigonometricPlan("in_place", "dct-2", LENGTHS, "f64", KERNELS, {
    placement: "in-place",
    inputStrides: STRIDES,
    outputStrides: STRIDES,
  });
  const { host } = lowerPlan("in_place", plan, findGpu("H200"));
  expect(host.launches.map(launchTarget)).toEqual(["workspace", "out"]);
  const given = uniformNumbers(NUMBERS * BATCH, 1);
  const room = new Float64Array(3000 * BATCH).fill(NaN);
  given.forEach((number, index) => (room[placeOf(index)] = number));
  evaluateHostProgram(host, room, room, BATCH, 7);
  const meant = directTrigonometric(given, LENGTHS, ["dct-2", "dct-2", "dct-2"]);
  const worst = meant.reduce(
    (most, number, index) => Math.max(most, Math.abs(number - (room[placeOf(index)] ?? NaN))),
    0,
  );
  expect(worst).toBeLessThan(1e-11);
});
