// The printed text of Hadamard codelets: golden files for review, house rules, and what a C++ compiler makes of it with
// every kind of element, by way of the emulator.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { evaluateHadamard, hadamardName, printHadamard, type HadamardSpec } from "../../generator/codelet/hadamard.js";
import { baseOrders, stepMatrix, type HadamardMatrix } from "../../generator/plan/hadamard-matrix.js";
import { isThorough, sweep } from "../effort.js";
import { compileAndRun, hasHostCompiler } from "./host-compiler.js";

const runtime = join(import.meta.dirname, "../../templates/runtime");
const options = ["-pthread", "-I", join(runtime, "emulator"), "-I", join(runtime, "device")];

const FORWARD = { hadamard: "standard", direction: "forward" } as const;

const spec = (matrix: number | HadamardMatrix, changes: Partial<HadamardSpec> = {}): HadamardSpec => ({
  kind: "hadamard",
  matrix: typeof matrix === "number" ? stepMatrix(FORWARD, matrix) : matrix,
  algorithm: "folklore",
  outputs: "natural",
  ...changes,
});

const SPECS: readonly HadamardSpec[] = [
  ...[2, 4, 8, 16, 32, ...baseOrders("standard")].map((order) => spec(order)),
  ...[20, 28, 40].map((order) => spec(stepMatrix({ hadamard: "dao", direction: "inverse" }, order))),
  ...[4, 8, 16, 32].map((radix) => spec(radix, { outputs: "bit-reversed" })),
  spec(8, { algorithm: "alman-rao" }),
  spec(8, { algorithm: "alman-rao", outputs: "bit-reversed" }),
];

/** Elements of the kernels. The compensated ones have no fused multiply-add. */
const TYPES = sweep(
  ["float", "__half", "Vector<double, 2>", "Vector<float, 4>", "Vector<__half, 4>"],
  // One alone and one in a vector; elements of each kind are multiplied and added by the same operators.
  (type) => type === "Vector<__half, 4>",
);
const COMPENSATED = ["Kahan<float>", "Neumaier<Vector<__nv_bfloat16, 2>>"];

test.each([spec(12), spec(8, { algorithm: "alman-rao" }), spec(16, { outputs: "bit-reversed" })])(
  "golden file of order $matrix.order, $algorithm, $outputs",
  async (s) => {
    await expect(printHadamard(s, "Vector<float, 4>")).toMatchFileSnapshot(`golden/${hadamardName(s)}.cuh`);
  },
);

test("house rules: lines within 118 columns, literal indices, temporaries set once, a comment above", () => {
  for (const s of SPECS) {
    const text = printHadamard(s, "Neumaier<Vector<__nv_bfloat16, 2>>");
    expect(Math.max(...text.split("\n").map((line) => line.length)), hadamardName(s)).toBeLessThanOrEqual(118);
    expect(text).toMatch(/^(\/\/\/ .*\.\n){3}__device__ __forceinline__ void hadamard_\w+\(\S.*\* v\) \{\n/);
    expect(text.replaceAll(/\/\/.*/g, "")).not.toMatch(/undefined|NaN|\[object|v\[(?![0-9]+\])|= -|\+ -|- -/);
    const declared = [...text.matchAll(/const \S+(?: \S+)* (\w+) =/g)].map(([, name]) => name);
    expect(new Set(declared).size).toBe(declared.length);
  }
});

/** Small integers, with which every format here is exact. */
const inputs = (radix: number): readonly number[] => Array.from({ length: radix }, (_, j) => ((j * j + 3 * j) % 7) - 3);

const LARGE_ORDER = 60;

const calls = TYPES.concat(COMPENSATED).flatMap((type) =>
  SPECS.filter(({ algorithm }) => algorithm === "folklore" || TYPES.includes(type))
    // The large orders are thousands of statements of the same four kinds.
    .filter(({ matrix }) => isThorough || matrix.order <= LARGE_ORDER || (type === "float" && matrix.order === 108))
    .filter(({ outputs }) => outputs === "natural" || type === "float")
    .map((s) => ({ spec: s, type })),
);

/** Each function in a namespace of its type; every component of an element has the same value, times 1, 2, ... */
const exactProgram = (): string => `
#include <cstdio>
#include "fftgen_vector.cuh"
namespace fftgen {
${TYPES.concat(COMPENSATED)
  .map((type, index) => {
    const functions = calls.filter((call) => call.type === type).map((call) => printHadamard(call.spec, type));
    return `namespace elements_${index} {\n${functions.join("\n")}\n}`;
  })
  .join("\n")}
namespace {
[[maybe_unused]] void put(float& x, double value, unsigned = 1) { x = static_cast<float>(value); }
[[maybe_unused]] void put(double& x, double value, unsigned = 1) { x = value; }
[[maybe_unused]] void put(__half& x, double value, unsigned = 1) { x = __half(value); }
[[maybe_unused]] void put(__nv_bfloat16& x, double value, unsigned = 1) { x = __nv_bfloat16(value); }
template <typename Real, unsigned Width>
void put(Vector<Real, Width>& x, double value) {
  for (unsigned i = 0; i < Width; ++i) put(x.at[i], value * (i + 1));
}
template <typename T> void put(Kahan<T>& x, double value) { x = {}; put(x.value, value); }
template <typename T> void put(Neumaier<T>& x, double value) { x = {}; put(x.value, value); }

void show(double x, unsigned factor = 1) { std::printf("%.17g ", x / factor); }
template <typename Real, unsigned Width>
void show(Vector<Real, Width> x) {
  for (unsigned i = 0; i < Width; ++i) show(static_cast<double>(x.at[i]), i + 1);
}
template <typename T> void show(Kahan<T> x) { show(rounded(x)); }
template <typename T> void show(Neumaier<T> x) { show(rounded(x)); }

template <typename T, unsigned Radix>
void check(void (*transform)(T*), const double (&input)[Radix]) {
  T v[Radix];
  for (unsigned j = 0; j < Radix; ++j) put(v[j], input[j]);
  transform(v);
  for (unsigned k = 0; k < Radix; ++k) show(v[k]);
  std::printf("\\n");
}
}  // namespace
}  // namespace fftgen
int main() {
  using namespace fftgen;
${calls
  .map(({ spec: s, type }) => {
    const name = `elements_${TYPES.concat(COMPENSATED).indexOf(type)}::${hadamardName(s)}`;
    return `  check<${type}, ${s.matrix.order}>(${name}, {${inputs(s.matrix.order).join(", ")}});`;
  })
  .join("\n")}
}
`;

// Those that packages use are compiled with them (test/emit).
describe.skipIf(!hasHostCompiler || !isThorough)("compiled by g++ without a warning", () => {
  test("every function computes what the evaluator does, exactly, for every kind of element", () => {
    const lines = compileAndRun(exactProgram(), options).trim().split("\n");
    expect(lines).toHaveLength(calls.length);
    calls.forEach(({ spec: s, type }, index) => {
      const numbers = at(lines, index).trim().split(" ").map(Number);
      const components = numbers.length / s.matrix.order;
      const expected = evaluateHadamard(s, inputs(s.matrix.order)).flatMap((y) =>
        Array.from({ length: components }, () => y + 0),
      );
      expect(
        numbers.map((x) => x + 0),
        `${hadamardName(s)} of ${type}`,
      ).toEqual(expected);
    });
  });

  test.runIf(isThorough)(
    "compensated transforms err less: Neumaier's than Kahan's than plain ones",
    () => {
      const { float, half } = JSON.parse(compileAndRun(errorProgram(), ["-O2", ...options])) as {
        readonly float: readonly number[];
        readonly half: readonly number[];
      };
      for (const [plain = 0, kahan = 0, neumaier = 0] of [float, half]) {
        expect(plain).toBeGreaterThan(0);
        expect(kahan / plain).toBeLessThan(0.85);
        expect(neumaier / plain).toBeLessThan(0.5);
        expect(neumaier / kahan).toBeLessThan(0.7);
      }
    },
    300_000,
  );
});

/**
 * Root-mean-square errors of transforms of 2^15 normal deviates, against long double: three passes of radix 32 at strides
 * 1024, 32 and 1, in single precision and in vectors of half precision.
 */
const errorProgram = (): string => `
#include <cmath>
#include <cstdio>
#include <vector>
#include "fftgen_vector.cuh"
namespace fftgen {
${[
  "float",
  "Kahan<float>",
  "Neumaier<float>",
  "Vector<__half, 4>",
  "Kahan<Vector<__half, 4>>",
  "Neumaier<Vector<__half, 4>>",
  "long double",
]
  .map((type) => printHadamard(spec(32), type))
  .join("\n")}
namespace {
constexpr unsigned length = 32768;

template <typename T>
std::vector<T> transformed(std::vector<T> x) {
  for (unsigned stride = length / 32; stride > 0; stride /= 32) {
    for (unsigned i = 0; i < length; ++i) {
      if (i / stride % 32 != 0) continue;
      T v[32];
      for (unsigned j = 0; j < 32; ++j) v[j] = x[i + j * stride];
      hadamard_32(v);
      for (unsigned j = 0; j < 32; ++j) x[i + j * stride] = v[j];
    }
  }
  return x;
}

/// Normal deviates (Box & Muller) from a 64-bit linear congruential generator.
double deviate() {
  static unsigned long long state = 42;
  const auto uniform = [] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state >> 11) + 0.5) * 0x1p-53;
  };
  const double size = std::sqrt(-2.0 * std::log(uniform()));
  return size * std::cos(6.283185307179586 * uniform());
}

void begin(float& to, float from) { to = from; }
void begin(Vector<__half, 4>& to, float from) { for (__half& x : to.at) x = __half(from); }
template <template <typename> class Method, typename T>
void begin(Method<T>& to, float from) { to.error = T{}; begin(to.value, from); }
double end(float x) { return x; }
double end(Vector<__half, 4> x) { return __half2float(x.at[3]); }
template <template <typename> class Method, typename T>
double end(Method<T> x) { return end(rounded(x)); }

template <typename T>
double error(const std::vector<float>& input, const std::vector<long double>& expected) {
  std::vector<T> x(length);
  for (unsigned i = 0; i < length; ++i) begin(x[i], input[i]);
  x = transformed(x);
  long double sum = 0;
  for (unsigned i = 0; i < length; ++i) sum += (end(x[i]) - expected[i]) * (end(x[i]) - expected[i]);
  return static_cast<double>(std::sqrt(sum / length));
}
}  // namespace
}  // namespace fftgen
int main() {
  using namespace fftgen;
  std::vector<float> input(length);
  for (float& x : input) x = __half2float(__half(deviate()));
  const std::vector<long double> expected = transformed(std::vector<long double>(input.begin(), input.end()));
  std::printf("{\\"float\\": [%g, %g, %g], \\"half\\": [%g, %g, %g]}\\n", error<float>(input, expected),
              error<Kahan<float>>(input, expected), error<Neumaier<float>>(input, expected),
              error<Vector<__half, 4>>(input, expected), error<Kahan<Vector<__half, 4>>>(input, expected),
              error<Neumaier<Vector<__half, 4>>>(input, expected));
}
`;
