// Packages that convert and compute with elements on the way, each with a mistake: their own verification programs see it.
import { describe, expect, test } from "vitest";
import { verifyPackage } from "../../generator/toolchain/verification.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emitted, namedPlan, namedRealPlan, type NamedPlan } from "./named-plan.js";

const TIMEOUT = 120_000;

const frames = namedRealPlan(
  "frames",
  "r2c",
  [64],
  "f32",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, 4 columns, table"],
  {
    inputType: "u8",
    load: "v / 255",
  },
);
const decibels = namedPlan(
  "decibels",
  [64],
  "f32",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, 4 columns, table"],
  {
    outputType: "f16",
    store: "10 * log10(max(abs2(v), 1e-2))",
  },
);
const bytes = namedPlan(
  "bytes",
  [64],
  "f32",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, 4 columns, table"],
  {
    outputType: "u8",
  },
);

const windowed = namedRealPlan(
  "windowed",
  "r2c",
  [64],
  "f32",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, 4 columns, table"],
  {
    inputType: "i16",
    load: "hann(64) * v / 32768",
    store: "v * kx * filter:complex[batch,x] * $alpha",
  },
);

const inPairs = namedRealPlan(
  "in_pairs",
  "r2c",
  [128],
  "f32",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 16 threads, 4 columns, table"],
  { load: "hann(128) * v + x" },
);

/** The tests that fail where this text of kernels stands instead of that. */
async function failing(named: NamedPlan, from: string, to: string): Promise<readonly string[]> {
  const files = emitted(named).map((file) =>
    /_kernels\.cuh$|_device\.cuh$/u.test(file.path) ? { ...file, text: file.text.replaceAll(from, to) } : file,
  );
  expect(from === to || JSON.stringify(files) !== JSON.stringify(emitted(named))).toBe(true);
  const report = await verifyPackage(named.name, files, { target: "emulator", batch: 9 });
  return report.tests.flatMap(({ test: name, passed }) => (passed ? [] : [name]));
}

describe.skipIf(hostCompiler === undefined)(`mistakes on the way${withoutCompiler}`, () => {
  test.each([frames, decibels, bytes, windowed, inPairs])(
    "none in $name",
    async (named) => expect(await failing(named, "v", "v")).toEqual([]),
    TIMEOUT,
  );

  test.each<readonly [string, NamedPlan, string, string]>([
    ["another divisor", frames, "v, 255.0f, 0.003921569f", "v, 254.0f, 0.003937008f"],
    ["the least is not taken", decibels, "fmaxf(abs2(v), 0.01f)", "abs2(v)"],
    ["the weight of a neighbour", windowed, "(hann_64) + x", "(hann_64) + (x ^ 1u)"],
    ["one weight for both of a pair", inPairs, "hann_128_weights.y", "hann_128_weights.x"],
    ["one index for both of a pair", inPairs, "x + 1u", "x"],
    ["another frequency", windowed, "static_cast<float>(x)", "static_cast<float>(x + 1u)"],
    ["the filter of another frequency", windowed, "* 33u + x", "* 33u + (32u - x)"],
    ["the filter of one array for all", windowed, "batch * 33u", "0u * 33u"],
    ["another number than the call says", windowed, "), alpha)", "), 0.5f)"],
    ["another factor", decibels, "10.0f * __log10f", "10.1f * __log10f"],
    ["no limit above", bytes, "nearest(x, 0, 255)", "nearest(x, 0, 65535)"],
    ["numbers are cut off", bytes, "__float2int_rn(x)", "static_cast<int>(x)"],
  ])(
    "%s in $name",
    async (_, named, from, to) => {
      expect(await failing(named, from, to)).toContainEqual(expect.stringContaining("random input, out of place"));
    },
    TIMEOUT,
  );
});
