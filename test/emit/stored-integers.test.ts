// Whole numbers that kernels store: to the nearest, of two the even one, within the limits of their type.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { INTEGER_FORMATS, type IntegerFormat } from "../../generator/plan/storage.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { describedCall } from "./array-calls.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { gpu, namedWalshPlan, type NamedPlan } from "./named-plan.js";

/** Of each type: ties, numbers beside them, beyond both limits by little and by much, and what is no number. */
const STORED: Readonly<Record<IntegerFormat, readonly (readonly [number, number])[]>> = {
  u8: [
    ...([
      [0.5, 0],
      [1.5, 2],
      [2.5, 2],
      [2.5000002, 3],
      [0.49999997, 0],
      [-0.5, 0],
      [-3, 0],
    ] as const),
    ...([
      [254.5, 254],
      [255.5, 255],
      [256, 255],
      [3e9, 255],
      [-3e9, 0],
      [Infinity, 255],
      [NaN, 0],
    ] as const),
  ],
  i8: [
    ...([
      [0.5, 0],
      [-0.5, 0],
      [-1.5, -2],
      [-2.5, -2],
      [126.5, 126],
      [127.5, 127],
      [128, 127],
    ] as const),
    ...([
      [-128.5, -128],
      [-129, -128],
      [-3e9, -128],
      [3e9, 127],
      [-Infinity, -128],
      [NaN, 0],
      [-127.5, -128],
    ] as const),
  ],
  u16: [
    ...([
      [0.5, 0],
      [1.5, 2],
      [32767.5, 32768],
      [32768.5, 32768],
      [65534.5, 65534],
      [65535.5, 65535],
    ] as const),
    ...([
      [65536, 65535],
      [-1, 0],
      [3e9, 65535],
      [-3e9, 0],
      [-Infinity, 0],
      [NaN, 0],
      [7, 7],
      [1e-30, 0],
    ] as const),
  ],
  i16: [
    ...([
      [0.5, 0],
      [-1.5, -2],
      [32766.5, 32766],
      [32767.5, 32767],
      [32768, 32767],
      [-32768.5, -32768],
    ] as const),
    ...([
      [-32769, -32768],
      [3e9, 32767],
      [-3e9, -32768],
      [Infinity, 32767],
      [NaN, 0],
      [-7, -7],
      [-0.5, 0],
    ] as const),
  ],
};

/** Transforms of two numbers, of which the second is 0: both outputs are the first. */
const plans = INTEGER_FORMATS.flatMap((type) =>
  (["f32", "f64"] as const).map((precision) =>
    namedWalshPlan(`rounded_${precision}_${type}`, [2], precision, ["{ H(1,2,1,2) } on 32 threads, 32 columns"], {
      outputType: type,
    }),
  ),
);

const lowered = ({ name, plan }: NamedPlan) => lowerPlan(name, plan, gpu);

describe.skipIf(hostCompiler === undefined)(`stored integers${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(plans, {
      emit: (named) => linkPackage([emitUnit(lowered(named), gpu)]),
      described: (name) => {
        const named = plans.find((one) => one.name === name);
        if (named === undefined) throw new Error(name);
        const { transform } = named.plan;
        const { host } = lowered(named);
        const batch = STORED[transform.outputType as IntegerFormat].length;
        const call = { name, transform, host, batch, room: 2 * batch, said: new Map<string, number>(), filledWith: 0 };
        return describedCall({ ...call, stored: { input: transform.precision, output: transform.outputType } });
      },
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(plans)("$name", async (named) => {
    const { precision, outputType, ...transform } = named.plan.transform;
    const pairs = STORED[outputType as IntegerFormat];
    const numbers = pairs.flatMap(([value]) => [value, 0]);
    const input = precision === "f64" ? Float64Array.from(numbers) : Float32Array.from(numbers);
    // To the driver all of it is one array.
    const whole = {
      ...named,
      plan: { ...named.plan, transform: { ...transform, precision, distance: numbers.length } },
    };
    const outcome = await packages?.transform(whole as NamedPlan, input, "out-of-place");
    expect(outcome?.complaints).toBe("");
    const kept =
      precision === "f64" ? pairs : pairs.filter(([value]) => Number.isNaN(value) || Math.fround(value) === value);
    const found = pairs.map(([value], index) => [value, outcome?.output[2 * index]] as const);
    for (const pair of kept) expect(found).toContainEqual(pair);
    expect(pairs.map(([value]) => value)).toEqual(found.map(([value]) => value));
  });
});
