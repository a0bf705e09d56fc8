// The function of a bundle that finds a transform at run time: everything that results depend on decides, and the batch only between plans
// for one problem. Functions of the transforms themselves are not called here: stand-ins take their place.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedPlan, namedRealPlan, namedWalshPlan, type NamedPlan } from "./named-plan.js";

const scratch = scratchFolder("bundle-finder");
afterAll(scratch.remove);

const LINE = ["{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table"];
const SIGNS = ["{ H(8,8,8,64) H(8,8,1,8) } on 32 threads"];
const TWENTY = ["{ H(1,20,1,20) } on 32 threads, 32 columns"];
const ROWS = ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"];
const PLANES = [
  "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
];
const HALVES = [
  "{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns",
  "{ Y(1,4,1,4,no-tw) } on 16 threads, 16 columns, table",
];
const forward = namedPlan("forward_64", [64], "f32", LINE);

const transforms: readonly NamedPlan[] = [
  namedPlan("planes", [64, 64], "f32", PLANES),
  forward,
  namedPlan("unscaled_64", [64], "f32", LINE, { direction: "inverse", batch: 100_000 }),
  namedPlan("inverse_64", [64], "f32", LINE, { direction: "inverse", scale: 1 / 64, batch: 4 }),
  namedWalshPlan("walsh_64", [64], "f32", SIGNS),
  namedWalshPlan("walsh_64_of_256", [64], "f32", SIGNS, { batch: 256 }),
  namedWalshPlan("sequency_64", [64], "f32", ["{ H(8,8,8,64) H(8,8,1,8) } on 32 threads, 4 columns"], {
    order: "sequency",
  }),
  namedWalshPlan("dao_20", [20], "f32", TWENTY, { hadamard: "dao" }),
  namedWalshPlan("walsh_20", [20], "f32", TWENTY),
  namedWalshPlan("inverse_20", [20], "f32", TWENTY, { direction: "inverse" }),
  namedRealPlan("real_16", "r2c", [16], "f32", ROWS),
  namedRealPlan("real_16_in_place", "r2c", [16], "f32", ROWS, { placement: "in-place" }),
  namedPlan("columns_of_32", [64, 32], "f32", ["{ Y(8,8,8,64,tw) Y(8,8,1,8,no-tw) } on 64 threads, 8 columns, table"], {
    axes: ["Y"],
  }),
  namedPlan("gathered_64", [64], "f32", LINE, { inputStrides: { X: 100, batch: 1 } }),
  namedPlan("transposed", [64, 64], "f32", PLANES, { inputStrides: { X: 64, Y: 1 } }),
  namedRealPlan("halves", "r2c", [4, 16], "f32", HALVES),
  namedPlan("scaled_64", [64], "f64", LINE, { scaling: "run-time", scale: 0.5 }),
  { name: "apart_64", plan: { ...forward.plan, transform: { ...forward.plan.transform, distance: 72 } } },
  // None of these is found.
  namedPlan("reversed_64", [64], "f32", LINE, { order: "digit-reversed" }),
  namedPlan("native_64", [64], "f16", ["{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 8 columns, table"], {
    arithmetic: "native",
  }),
  namedPlan("planar_64", [64], "f32", LINE, { planar: "both", strides: "run-time" }),
];

const FINDER = `#include "include/fft/fft.h"
#include <cfloat>
#include <cstddef>
#include <cstdio>
static fft_problem asked(fft_kind kind, fft_direction direction, double scale, size_t batch) {
  fft_problem problem = FFT_PROBLEM_INIT;
  problem.kind = kind;
  problem.direction = direction;
  problem.scale = scale;
  problem.rank = 1;
  problem.lengths[0] = 64;
  problem.batch = batch;
  return problem;
}
static void name(const fft_problem& problem) {
  const fft_transform* const found = fft_find(&problem);
  std::puts(found == nullptr ? "none" : found->name);
}
int main() {
  name(asked(FFT_C2C, FFT_FORWARD, 1, 1));
  std::puts("scales:");
  for (const unsigned batch : {1u, 4u, 40u, 1000u, 100000u}) {
    name(asked(FFT_C2C, FFT_INVERSE, 1, batch));
    name(asked(FFT_C2C, FFT_INVERSE, 1.0 / 64, batch));
  }
  name(asked(FFT_C2C, FFT_INVERSE, 0, 4));
  name(asked(FFT_C2C, FFT_INVERSE, (1 + 2 * DBL_EPSILON) / 64, 4));
  name(asked(FFT_C2C, FFT_INVERSE, (1 + 1e-12) / 64, 4));
  std::puts("batches:");
  for (const unsigned batch : {0u, 1u, 15u, 17u, 100u, 255u, 257u, 100000u}) name(asked(FFT_FWHT, FFT_INVERSE, 1, batch));
  name(asked(FFT_C2C, FFT_FORWARD, 1, static_cast<size_t>(-1)));
  std::puts("orders and matrices:");
  fft_problem problem = asked(FFT_C2C, FFT_FORWARD, 1, 1);
  problem.order = FFT_DIGIT_REVERSED;
  name(problem);
  problem.order = FFT_SEQUENCY;
  name(problem);
  problem.kind = FFT_FWHT;
  name(problem);
  problem = asked(FFT_FWHT, FFT_FORWARD, 1, 1);
  problem.hadamard = FFT_DAO;
  name(problem);
  problem.lengths[0] = 20;
  name(problem);
  problem.direction = FFT_INVERSE;
  name(problem);
  problem.hadamard = FFT_STANDARD;
  name(problem);
  problem.direction = FFT_FORWARD;
  name(problem);
  std::puts("places:");
  problem = asked(FFT_R2C, FFT_FORWARD, 1, 1);
  problem.lengths[0] = 16;
  name(problem);
  problem.placement = FFT_IN_PLACE;
  name(problem);
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 1);
  problem.placement = FFT_IN_PLACE;
  name(problem);
  std::puts("strides:");
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 32);
  problem.input_strides[0] = problem.output_strides[0] = 32;
  problem.input_distance = problem.output_distance = 1;
  name(problem);
  problem.batch = 31;
  name(problem);
  problem.batch = 32;
  problem.output_distance = 2;
  name(problem);
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 7);
  problem.input_strides[0] = 100;
  problem.input_distance = 1;
  name(problem);
  problem.output_distance = 64;
  name(problem);
  problem.input_strides[0] = 99;
  name(problem);
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 7);
  problem.input_distance = problem.output_distance = 72;
  name(problem);
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 7);
  problem.rank = 2;
  problem.lengths[1] = 64;
  name(problem);
  problem.input_strides[0] = 1;
  problem.input_strides[1] = 64;
  name(problem);
  problem = asked(FFT_R2C, FFT_FORWARD, 1, 3);
  problem.rank = 3;
  problem.lengths[0] = 4;
  problem.lengths[1] = 1;
  problem.lengths[2] = 16;
  name(problem);
  problem.input_strides[0] = 16;
  problem.input_strides[2] = 1;
  problem.output_strides[0] = 9;
  problem.output_strides[2] = 1;
  name(problem);
  problem.output_strides[0] = 10;
  name(problem);
  problem = asked(FFT_R2C, FFT_FORWARD, 1, 1);
  problem.rank = 2;
  problem.lengths[0] = 16;
  problem.lengths[1] = 1;
  name(problem);
  problem.lengths[1] = 16;
  problem.lengths[0] = 1;
  name(problem);
  std::puts("scales of calls:");
  problem = asked(FFT_C2C, FFT_FORWARD, 0.25, 3);
  problem.precision = FFT_F64;
  name(problem);
  problem.scale_of_calls = 1;
  name(problem);
  std::puts("others:");
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 1);
  problem.precision = FFT_F64;
  name(problem);
  problem.precision = FFT_F16;
  name(problem);
  problem = asked(FFT_C2C, FFT_FORWARD, 1, 1);
  problem.rank = 2;
  problem.lengths[1] = 64;
  name(problem);
  problem.rank = 9;
  name(problem);
  std::puts("sizes:");
  struct {
    fft_problem problem;
    size_t further;
  } later = {asked(FFT_C2C, FFT_FORWARD, 1, 1), 0};
  later.problem.size = sizeof later;
  name(later.problem);
  later.further = 1;
  name(later.problem);
  later.problem.size = offsetof(fft_problem, input_strides);
  name(later.problem);
  later.problem.size -= 1;
  name(later.problem);
  later.problem.size = static_cast<size_t>(-1);
  name(later.problem);
  std::puts(fft_find(nullptr) == nullptr ? "none" : "some");
  size_t count = 0;
  const fft_transform* const* all = fft_transforms(&count);
  std::printf("%zu, %zu elements, scale %g\\n", count, all[1]->elements, all[3]->scale);
  return all[0]->size == sizeof(fft_transform) ? 0 : 1;
}
`;

/** What the finder prints. */
const FOUND = [
  "forward_64",
  "scales:",
  ...Array.from({ length: 5 }, () => ["unscaled_64", "inverse_64"]).flat(),
  "unscaled_64",
  "inverse_64",
  "none",
  "batches:",
  ...["walsh_64", "walsh_64", "walsh_64", "walsh_64_of_256", "walsh_64_of_256", "walsh_64_of_256"],
  ...["walsh_64_of_256", "walsh_64_of_256", "none"],
  "orders and matrices:",
  ...["none", "none", "sequency_64", "walsh_64", "dao_20", "none", "inverse_20", "walsh_20"],
  "places:",
  ...["real_16", "real_16_in_place", "forward_64"],
  "strides:",
  ...["columns_of_32", "none", "none", "gathered_64", "gathered_64", "none", "apart_64", "planes", "transposed"],
  ...["halves", "halves", "none", "none", "real_16"],
  "scales of calls:",
  ...["none", "scaled_64"],
  "others:",
  ...["none", "none", "planes", "none"],
  "sizes:",
  ...["forward_64", "none", "forward_64", "none", "none", "none"],
  "20, 64 elements, scale 0.015625",
  "",
];

test.skipIf(hostCompiler === undefined)(
  `a bundle finds its transforms by all that results depend on${withoutCompiler}`,
  { timeout: 120_000 },
  async () => {
    const directory = join(scratch.path, "bundle");
    const files = linkBundle({
      name: "fft",
      transforms: transforms.map(({ name, plan }) => linkedTransform(name, [compilePlan(name, plan, findGpu("H200"))])),
    });
    const headers = files.filter(({ path }) => path.endsWith(".h")).map(({ text }) => text);
    const functions = headers
      .flatMap(
        (text) => text.match(/^FFT_API (?:size_t|cudaError_t) fft_\w+_(?:workspace_bytes|execute)\([^;]*\);/gm) ?? [],
      )
      .map((declaration) => declaration.replace("FFT_API ", "").replace(/;$/, " { std::abort(); }"));
    expect(functions).toHaveLength(2 * transforms.length);
    const added = [
      { path: "finder.cu", text: FINDER },
      { path: "stand_ins.cu", text: `#include <cstdlib>\n#include "include/fft/fft.h"\n${functions.join("\n")}\n` },
    ];
    for (const { path, text } of [...files, ...added]) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const warnings = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", ...emulatorHeaders];
    const units = ["fft.cu", "finder.cu", "stand_ins.cu"].map((source) => ({ directory, source, flags: warnings }));
    const program = await linkedProgram(hostCompiler ?? "", join(directory, "finder"), units);
    expect((await requireSuccess(program, [])).stdout.split("\n")).toEqual(FOUND);
  },
);
