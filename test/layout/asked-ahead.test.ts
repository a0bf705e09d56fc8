// What blocks ask the L2 cache for: the one piece of the input that a tile is, as many blocks behind as are under way.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { at } from "../../generator/failure/errors.js";
import { namedPlan, namedRealPlan, namedTrigonometricPlan, type NamedPlan } from "../emit/named-plan.js";

const h200 = findGpu("H200");

function asked({ plan }: NamedPlan, index = 0, gpu = h200) {
  return placeKernel(digitSetOf(plan.transform, plan.kernels), at(plan.kernels, index), index, gpu);
}

const rows = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, prefetch, 3 blocks/SM, table";
const pairs = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 4 threads, prefetch, table";

describe("a piece", () => {
  test.each([
    ["a row", namedPlan("rows", [64], "f32", [rows]), 64],
    ["a row of several dimensions", namedPlan("planes", [5, 64], "f32", [rows], { axes: ["X"] }), 64],
    ["the part of a row that is there", namedPlan("padded", [64], "f32", [rows], { inputRange: { X: [0, 40] } }), 41],
    [
      "a plane whose rows lie apart",
      namedPlan("apart", [2, 64], "f32", [`{ Y(1,2,1,2,no-tw) ${rows.slice(2).replace("8 threads", "16 threads")}`], {
        inputStrides: { Y: 70 },
      }),
      134,
    ],
    ["pairs of real numbers", namedRealPlan("pairs", "r2c", [128], "f32", [pairs]), 64],
    ["half a spectrum", namedRealPlan("half", "c2r", [128], "f32", [pairs]), 65],
    [
      "real numbers",
      namedRealPlan("reals", "r2c", [15], "f32", [
        "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) } on 5 threads, prefetch, table",
      ]),
      15,
    ],
    ["the parts of numbers", namedTrigonometricPlan("parts", "dct-3", [128], "f32", [pairs]), 128],
    [
      "zigzag",
      namedTrigonometricPlan("zigzag", "dct-2", [15], "f32", [
        "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) } on 5 threads, prefetch, table",
      ]),
      15,
    ],
    [
      "gathered",
      namedPlan("gathered", [37], "f32", [
        "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 6 threads, prefetch, table",
      ]),
      37,
    ],
    [
      "gathered across rows",
      namedPlan("beside", [21], "f32", [
        "{ rader Y(1,3,1,3,no-tw) X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 12 threads, prefetch, 4 columns, 8 blocks/SM, table",
      ]),
      21,
    ],
    [
      "there and back",
      namedPlan("chirped", [37], "f32", [
        "{ bluestein X(10,8,10,80,no-tw) X(8,10,1,10,pre-tw) } on 10 threads, prefetch, table",
      ]),
      37,
    ],
  ] as const)("is %s", (_, named, elements) => {
    const placed = asked(named);
    if (!placed.ok) throw new Error(placed.reason);
    const { blocksPerSm } = at(named.plan.kernels, 0).schedule;
    expect(placed.value.prefetched).toEqual({ elements, blocks: 132 * blocksPerSm });
  });

  test("is nothing where the schedule does not ask", () => {
    expect(asked(namedPlan("silent", [64], "f32", [rows.replace("prefetch, ", "")]))).toMatchObject({
      ok: true,
      value: { prefetched: undefined },
    });
  });
});

describe("is refused", () => {
  const several = "prefetch: the tile must be one contiguous piece of the array, and this one is not";
  test.each([
    [
      "of columns",
      namedPlan(
        "columns",
        [64, 64],
        "f32",
        ["{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, prefetch, 8 columns, table"],
        { axes: ["Y"] },
      ),
      several,
    ],
    ["of planar numbers", namedPlan("planar", [64], "f32", [rows], { planar: "input" }), several],
    ["of rows that begin later", namedPlan("later", [64], "f32", [rows], { inputRange: { X: [8, 63] } }), several],
    [
      "of strides that the caller says",
      namedPlan("said", [4, 64], "f32", [rows], { axes: ["X"], strides: "run-time" }),
      several,
    ],
  ])("%s", (_, named, reason) => {
    expect(asked(named)).toEqual({ ok: false, reason });
  });

  test("before compute capability 9.0", () => {
    expect(asked(namedPlan("rows", [64], "f32", [rows]), 0, findGpu("A100"))).toEqual({
      ok: false,
      reason: "L2 prefetch needs compute capability 9.0",
    });
  });
});
