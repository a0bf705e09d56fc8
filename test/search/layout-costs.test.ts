// What is said of layouts that cost something, field by field; and nothing of those that do not.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import type {
  FourierTransform,
  RealTransform,
  NumberFormat,
  TrigonometricTransform,
  WalshTransform,
} from "../../generator/plan/transform.js";
import { layoutCosts } from "../../generator/search/layout-costs.js";
import { namedPlan, namedRealPlan, namedTrigonometricPlan, namedWalshPlan } from "../emit/named-plan.js";

const costs = (
  precision: NumberFormat,
  options: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">>,
  gpu = "H200",
): readonly string[] => {
  const kernels = [
    "{ X(1024,16,1024,16384,no-tw) X(1024,16,64,1024,pre-tw) } on 512 threads, 32 columns, powers",
    "{ X(2048,8,8,64,pre-tw) X(2048,8,1,8,pre-tw) } on 256 threads, 64 columns, powers",
  ];
  return layoutCosts(namedPlan("plan", [4, 16384], precision, kernels, { axes: ["X"], ...options }).plan, findGpu(gpu));
};

const BULK = "no bulk copies, and so no clusters";

test.each<[string, NumberFormat, Parameters<typeof costs>[1], readonly string[]]>([
  ["dense arrays", "f32", {}, []],
  ["rows apart", "f32", { outputStrides: { Y: 16388 } }, []],
  ["rows that begin within sectors", "f32", { inputStrides: { Y: 16385 } }, [`input strides Y=16385: ${BULK}`]],
  [
    "every second element",
    "f32",
    { inputStrides: { X: 2 } },
    [`input strides X=2: loads touch 2 times the sectors, ${BULK}`],
  ],
  [
    "windows of a signal",
    "f32",
    { inputStrides: { Y: 4096, batch: 20480 }, batch: 3 },
    ["input strides Y=4096,batch=20480: elements are read up to 8 times"],
  ],
  ["parts of axes", "f32", { inputRange: { X: [0, 8191] } }, []],
  ["parts that begin later", "f32", { inputRange: { X: [1, 99] } }, [`input X=1..99: ${BULK}`]],
  ["parts of numbers", "f64", { planar: "output" }, ["planar output: stores of 8 bytes instead of 16"]],
  [
    "several fields",
    "f32",
    { strides: "run-time", planar: "input" },
    [`planar input: loads of 4 bytes instead of 8, ${BULK}`, `strides at run time: ${BULK}`],
  ],
])("complex numbers: %s", (_, precision, options, said) => {
  expect(costs(precision, options)).toEqual(said);
});

test("GPUs without bulk copies have none to lose", () => {
  expect(costs("f32", { strides: "run-time" }, "A100")).toEqual([]);
});

describe("real numbers, which move in vectors", () => {
  const plan = (options: Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">>) =>
    namedWalshPlan("plan", [4, 64], "f32", ["{ H(8,8,8,64) H(8,8,1,8) } on 16 threads, 4 columns"], {
      axes: ["X"],
      ...options,
    }).plan;

  test.each<[string, Parameters<typeof plan>[0], readonly string[]]>([
    ["rows that vectors divide", { inputStrides: { Y: 72 }, inputRange: { Y: [0, 2], X: [8, 15] } }, []],
    [
      "rows that none divides",
      { outputStrides: { Y: 65 } },
      [
        "output strides Y=65: loads of 4 bytes instead of 16, stores of 4 bytes instead of 16, stores touch 1.38 times the sectors",
      ],
    ],
    [
      "arrays apart",
      { distance: 258 },
      ["arrays 258 apart: loads of 8 bytes instead of 16, stores of 8 bytes instead of 16"],
    ],
    [
      "an end within a vector",
      { inputRange: { X: [0, 8] } },
      ["input X=0..8: loads of 4 bytes instead of 16, stores of 4 bytes instead of 16"],
    ],
  ])("%s", (_, options, said) => {
    expect(layoutCosts(plan(options), findGpu("H200"))).toEqual(said);
  });
});

describe("numbers that do not lie in pairs", () => {
  const PAIRS = "numbers along X cannot be taken in pairs, which are half as many points";
  const real = (options: Partial<Omit<RealTransform, "kind" | "dimensions" | "precision">>) =>
    namedRealPlan(
      "plan",
      "r2c",
      [256],
      "f32",
      ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 16 threads, powers"],
      {
        batch: 64,
        ...options,
      },
    ).plan;
  const trigonometric = (
    kind: TrigonometricTransform["kind"],
    length: number,
    options: Partial<Omit<TrigonometricTransform, "kind" | "dimensions" | "precision">>,
  ) => {
    const last = length / 32;
    const kernel = `{ X(${last},32,${last},${length},no-tw) X(32,${last},1,${last},pre-tw) } on ${last} threads, powers`;
    return namedTrigonometricPlan("plan", kind, [kind === "dct-1" ? length / 2 + 1 : length], "f32", [kernel], options)
      .plan;
  };

  test.each([
    ["even parts of real numbers", real({ inputRange: { X: [0, 99] }, outputRange: { X: [0, 99] } }), []],
    ["an odd part of them", real({ inputRange: { X: [1, 254] } }), [`input X=1..254: ${PAIRS}`]],
    ["rows an odd number apart", real({ inputStrides: { batch: 257 } }), [`input strides batch=257: ${PAIRS}`]],
    ["strides of the call", real({ strides: "run-time" }), [`strides at run time: ${PAIRS}`]],
    ["a part of dct-3", trigonometric("dct-3", 128, { inputRange: { X: [1, 99] } }), [`input X=1..99: ${PAIRS}`]],
    ["a part of dst-2", trigonometric("dst-2", 128, { outputRange: { X: [0, 63] } }), [`output X=0..63: ${PAIRS}`]],
    ["a part of dct-4", trigonometric("dct-4", 256, { outputRange: { X: [0, 63] } }), [`output X=0..63: ${PAIRS}`]],
    ["a part of dct-1", trigonometric("dct-1", 1024, { outputRange: { X: [1, 500] } }), [`output X=1..500: ${PAIRS}`]],
  ])("%s", (_, plan, said) => {
    expect(layoutCosts(plan, findGpu("H200"))).toEqual(said);
  });

  test("beside them, what other fields cost", () => {
    const plan = trigonometric("dct-3", 128, { inputRange: { X: [1, 99] }, outputStrides: { X: 8 } });
    expect(layoutCosts(plan, findGpu("H200"))).toEqual([
      "output strides X=8: stores touch 2.67 times the sectors",
      `input X=1..99: ${PAIRS}`,
    ]);
  });
});

describe("transforms through longer ones, which store where their first kernel loads", () => {
  const inSeveral = [
    "{ bluestein X(1600,21,1600,33600,no-tw) X(8400,4,400,1600,pre-tw) } on 320 threads, 80 columns, table",
    "{ bluestein X(1680,20,20,400,pre-tw) X(1680,20,1,20,pre-tw) } on 240 threads, 12 columns, powers",
  ];
  const inOne = ["{ bluestein X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 16 threads, powers"];
  const lines = (points: number, options: Parameters<typeof costs>[1]): readonly string[] => {
    const { plan } = namedPlan("plan", [points], "f32", points > 100 ? inSeveral : inOne, options);
    return layoutCosts(plan, findGpu("H200"));
  };

  test.each<[number, Parameters<typeof costs>[1], readonly string[]]>([
    [16411, {}, []],
    [16411, { planar: "output" }, ["planar output: stores of 4 bytes instead of 8"]],
    [16411, { planar: "both" }, ["planar: loads of 4 bytes instead of 8, stores of 4 bytes instead of 8"]],
    [16411, { outputStrides: { X: 3 } }, ["output strides X=3: stores touch 3 times the sectors"]],
    [16411, { inputStrides: { X: 3 } }, ["input strides X=3: loads touch 3 times the sectors"]],
    [97, { planar: "output" }, ["planar output: stores of 4 bytes instead of 8"]],
    [97, { outputStrides: { X: 2 } }, ["output strides X=2: stores touch 2 times the sectors"]],
  ])("%d points, %j", (points, options, said) => {
    expect(lines(points, options)).toEqual(said);
  });
});
