// Requests whose plans once went wrong, with these plans.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { wordsOf, type Request } from "../../generator/definition/request.js";
import { scheduledKernels } from "../emit/named-plan.js";
import { asked, faultIn } from "./judge.js";

test.each<readonly [string, Request, readonly string[]]>([
  [
    "a bulk copy brings whole arrays, also where their elements lie between those of others",
    {
      kind: "c2c",
      lengths: [32, 8, 1],
      said: { inputStrides: { X: 1, Y: 1, batch: 8, Z: 24 } },
      arrays: 3,
      further: {},
    },
    [
      "{ Z(8,4,8,32,tw) Z(4,8,1,8,no-tw) Y(2,4,2,8,no-tw) Y(4,2,1,2,pre-tw) } on 256 threads, cluster 4 after 2, prefetch, 16 columns, table",
    ],
  ],
  [
    "a kernel reads complex numbers from the workspace, and writes real ones in their place",
    {
      kind: "dst-4",
      lengths: [1, 98],
      said: { precision: "f64", outputStrides: { X: 6, batch: 3 } },
      arrays: 1,
      further: {},
    },
    [
      "{ X(7,7,7,49,no-tw) } on 14 threads, 56 columns, table",
      "{ X(7,7,1,7,pre-tw) } on 56 threads, 56 columns, 10 blocks/SM, table, streaming stores",
      "{ Y(1,1,1,1,no-tw) } on 98 threads, 392 columns, 8 blocks/SM, table",
    ],
  ],
  [
    "a convolution runs in place, whose strides each call says",
    {
      kind: "c2c",
      lengths: [67, 2],
      said: { axes: ["Y"], inPlace: true, strides: "run-time" },
      arrays: 2,
      further: {},
    },
    ["{ bluestein Y(12,12,12,144,no-tw) Y(12,12,1,12,pre-tw) } on 24 threads, 2 columns, 16 blocks/SM, table"],
  ],
  [
    "a range round the end of a length that goes through a longer one ends with that of the transform",
    { kind: "c2c", lengths: [67], said: { outputRange: { X: [-8, 7] } }, arrays: 2, further: {} },
    ["{ bluestein X(12,12,12,144,no-tw) X(12,12,1,12,pre-tw) } on 12 threads, 16 blocks/SM, table"],
  ],
  [
    "Rader's DC terms go where their rows go that another dimension's shift moves",
    { kind: "r2c", lengths: [2, 101], said: { shift: "output" }, arrays: 1, further: {} },
    [
      "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 20 threads, 2 columns, table",
      "{ Y(1,2,1,2,no-tw) } on 1 threads, 4 columns, table",
    ],
  ],
  [
    "real numbers along an axis of one element are read and written by the legs of the others",
    { kind: "c2r", lengths: [71, 2, 1], said: {}, arrays: 3, further: {} },
    [
      "{ bluestein Z(30,5,30,150,no-tw) Z(50,3,10,30,pre-tw) } on 3 threads, table",
      "{ bluestein Z(30,5,2,10,pre-tw) Z(75,2,1,2,pre-tw) } on 2 threads, table",
      "{ Y(1,2,1,2,no-tw) } on 1 threads, table",
    ],
  ],
  [
    "the same of a length that only several kernels do",
    { kind: "r2c", lengths: [71, 1], said: {}, arrays: 3, further: {} },
    [
      "{ bluestein Y(30,5,30,150,no-tw) Y(50,3,10,30,pre-tw) } on 3 threads, table",
      "{ bluestein Y(30,5,2,10,pre-tw) Y(75,2,1,2,pre-tw) } on 2 threads, table",
    ],
  ],
  [
    "lanes of tensor cores write what others read where both sides are shifted",
    { kind: "c2c", lengths: [4], said: { shift: "both" }, arrays: 3, further: {} },
    ["{ X(1,4@split,1,4,no-tw) } on 64 threads, 64 columns, 16 blocks/SM, table"],
  ],
  [
    "kernels of a cosine transform hand on what they compute with, not what the output holds",
    { kind: "dct-2", lengths: [2, 4], said: { outputType: "i8" }, arrays: 3, further: {} },
    ["{ X(1,4,1,4,no-tw) } on 8 threads, 8 columns, table", "{ Y(1,2,1,2,no-tw) } on 8 threads, 8 columns, table"],
  ],
  [
    "the same where one of them goes there and back",
    { kind: "dst-3", lengths: [41, 2], said: { outputType: "i16" }, arrays: 2, further: {} },
    [
      "{ X(1,2,1,2,no-tw) } on 8 threads, 16 columns, table",
      "{ bluestein Y(9,9,9,81,no-tw) } on 6 threads, 6 columns, table",
      "{ bluestein Y(27,3,3,9,pre-tw) Y(27,3,1,3,pre-tw) } on 18 threads, 6 columns, table",
    ],
  ],
  [
    "half a spectrum is not handed on through an output of another type",
    { kind: "r2c", lengths: [16, 32], said: { outputType: "f16" }, arrays: 2, further: {} },
    ["{ X(1,32,1,32,no-tw) } on 8 threads, 8 columns, table", "{ Y(1,16,1,16,no-tw) } on 8 threads, 8 columns, table"],
  ],
])("%s", async (_, request, kernels) => {
  const { transform, gpu } = await asked(wordsOf(request));
  const plan = { transform, kernels: scheduledKernels("mended", kernels) };
  expect(faultIn(request, lowerPlan("mended", plan, gpu), 46)).toBeUndefined();
});
