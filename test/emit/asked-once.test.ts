// What execute asks the driver: once for a device of the process, again where that failed, and after a reset.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { printKernel } from "../../generator/notation/print.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { gpu, namedPlan } from "./named-plan.js";

const scratch = scratchFolder("asked-once");
afterAll(scratch.remove);

const named = namedPlan("asked", [64, 64], "f64", [
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, prefetch, table",
]);

/** Prints, call by call, what execute returns where one call of the runtime after the other fails. */
const PROGRAM = `
#include <cstdio>
#include <thread>
#include <vector>
#include "include/fftgen/asked.h"
#include "failing_calls.h"
using fftgen::emulator::fail_call;
using fftgen::emulator::forget_failure;
double2 *in, *out;
void allocate() {
  cudaMalloc(&in, 3 * 64 * 64 * sizeof(double2));
  cudaMalloc(&out, 3 * 64 * 64 * sizeof(double2));
}
cudaError_t execute() { return fftgen::asked::execute(in, out, nullptr, 3); }
// Calls of the runtime that one execute makes while none fails.
int calls() {
  int count = 0;
  for (int wanted = 64; wanted > 0; --wanted) {
    fail_call(wanted, cudaErrorUnknown);
    execute();
    if (forget_failure()) continue;
    count = wanted;
    break;
  }
  return count;
}
int main() {
  allocate();
  fail_call(2, cudaErrorUnknown);
  std::printf("asking fails: %d\\n", execute());
  std::printf("asked again: %d\\n", execute());
  std::printf("calls: %d\\n", calls());
  std::printf("launch failed: %d\\n", execute());
  cudaGetLastError();
  cudaDeviceReset();
  allocate();
  const cudaError_t first = execute();
  std::printf("after a reset: %s, then %d\\n", first == cudaErrorInvalidValue ? "invalid" : "other", execute());
  std::vector<std::thread> threads;
  std::vector<int> seen(8, -1);
  cudaDeviceReset();
  allocate();
  execute();
  for (unsigned i = 0; i < seen.size(); ++i) threads.emplace_back([&seen, i] { seen[i] = execute(); });
  for (std::thread& one : threads) one.join();
  int failed = 0;
  for (const int status : seen) failed += status != 0;
  std::printf("of 8 threads failed: %d\\n", failed);
}
`;

const headerOf = (name: string, notations: readonly string[]): string => {
  const files = linkPackage([compilePlan(name, namedPlan(name, [64, 64], "f64", notations).plan, gpu)]);
  const text = files.find(({ path }) => path.endsWith(".h"))?.text ?? "";
  return text.replaceAll(/\s+\* /g, " ");
};

test("the header says what a call does on the host, and of a reset where something is asked", () => {
  const clusters = headerOf("on_clusters", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, prefetch, table",
  ]);
  expect(clusters).toContain("A call launches one kernel and describes one array to bulk copies; it allocates nothing");
  expect(clusters).toContain("after cudaDeviceReset one call may return cudaErrorInvalidValue");
  const plain = headerOf("plain", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
    "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
  ]);
  expect(plain).toContain("A call launches 2 kernels; it allocates nothing and does not wait for the GPU.");
  expect(plain).not.toContain("cudaDeviceReset");
});

test("the header lists every error that the launcher gives", () => {
  for (const [name, notations] of [
    ["listed", [at(named.plan.kernels.map(printKernel), 0)]],
    ["plain", ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 512 threads, table"]],
  ] as const) {
    const files = linkPackage([compilePlan(name, namedPlan(name, [64, 64], "f64", notations).plan, gpu)]);
    const textOf = (end: string): string => files.find(({ path }) => path.endsWith(end))?.text ?? "";
    // What it compares with is another function's.
    const given = new Set(textOf(`${name}.cu`).match(/(?<!== )\bcudaError[A-Z]\w+/g));
    expect(given.size).toBeGreaterThan(1);
    const listed = [...textOf(".h").matchAll(/@retval (cudaError\w+)/g)].map(([, error]) => error);
    expect(listed).toEqual(expect.arrayContaining([...given]));
    // A sentence is no value.
    expect(textOf(".h").match(/@return (?!bytes|any other error)/g)).toBeNull();
  }
});

describe.skipIf(hostCompiler === undefined)(`asking${withoutCompiler}`, () => {
  test("is done once, until it succeeds, and after a launch that failed", async () => {
    for (const { path, text } of linkPackage([compilePlan(named.name, named.plan, gpu)])) {
      mkdirSync(dirname(join(scratch.path, path)), { recursive: true });
      writeFileSync(join(scratch.path, path), text);
    }
    writeFileSync(join(scratch.path, "main.cpp"), PROGRAM);
    const compiler = hostCompiler ?? "";
    const flags = ["-std=c++17", "-O0", "-Wno-unknown-pragmas", "-pthread", ...emulatorHeaders];
    const units = ["asked.cu", "main.cpp"].map((source) => ({ directory: scratch.path, source, flags }));
    const program = await linkedProgram(compiler, join(scratch.path, "asked"), units, await emulatorObjects(compiler));
    const { stdout } = await requireSuccess(program, []);
    expect(stdout.split("\n")).toEqual([
      "asking fails: 999",
      "asked again: 0",
      // The device, the map, the launch.
      "calls: 3",
      "launch failed: 0",
      "after a reset: invalid, then 0",
      "of 8 threads failed: 0",
      "",
    ]);
  });
});
