// The program that checks and times, around a transform of two points that makes mistakes on demand: on pretended CUDA, cuFFT
// included.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { Measurement } from "../../generator/tune/measurement.js";
import { measuringProgram } from "../../generator/tune/measuring-program.js";
import {
  compile,
  FIXTURES,
  hasCompiler,
  run,
  RUNTIME,
  temporaryFolder,
  WARNINGS,
} from "../verify-runtime/toolchain.js";
import { jobsOf } from "./jobs.js";

const LAUNCHER = `
#include <cuda_runtime.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
extern "C" size_t fftgen_c2c_f32_2_workspace_bytes(size_t) { return 0; }
extern "C" cudaError_t fftgen_c2c_f32_2_execute(const float2* in, float2* out, void*, size_t batch, cudaStream_t) {
  const char* const named = std::getenv("FAULT");
  const std::string fault = named == nullptr ? "" : named;
  for (size_t i = 0; i < batch; ++i) {
    const float2 a = in[2 * i], b = in[2 * i + 1];
    if (fault == "last left" && i + 1 == batch) return cudaSuccess;
    out[2 * i] = {a.x + b.x, a.y + b.y};
    out[2 * i + 1] = {a.x - b.x, a.y - b.y};
    if (fault == "inaccurate") out[2 * i].x *= 1.00001f;
    if (fault == "no number") out[2 * i].x = NAN;
    if (fault == "one member" && i == batch / 2) out[2 * i].y += 1;
  }
  if (fault == "one too many") out[2 * batch].x = 0;
  if (fault == "input") const_cast<float2*>(in)[0].x = 7;
  return fault == "refuses" ? cudaErrorInvalidValue : cudaSuccess;
}
`;

const folder = temporaryFolder();
const program = folder.path("measure");

const measured = (fault: string): Pick<Measurement, "outcome" | "platform"> & { readonly status: number | null } => {
  const { status, stdout } = run(program, ["measure", "--batch", "5000", "--repeat", "2"], { FAULT: fault });
  return { status, ...(JSON.parse(stdout) as Measurement) };
};

describe.skipIf(!hasCompiler("g++"))("the measuring program", () => {
  beforeAll(() => {
    const { plan } = at(jobsOf(2, 5000, 1), 0).unit;
    writeFileSync(folder.path("measure.cu"), measuringProgram("c2c_f32_2", plan, true));
    writeFileSync(folder.path("launcher.cpp"), LAUNCHER);
    const includes = [`${FIXTURES}/fake`, RUNTIME, join(RUNTIME, "../measure")].flatMap((path) => ["-I", path]);
    const sources = ["-x", "c++", folder.path("measure.cu"), folder.path("launcher.cpp")];
    compile("g++", [...WARNINGS, "-DFFTGEN_WITH_CUFFT", ...includes, ...sources, "-o", program, "-pthread"]);
  }, 120_000);
  afterAll(folder.remove);

  test("times a right transform beside a copy and cuFFT", () => {
    const { status, outcome } = measured("");
    expect(status).toBe(0);
    if (outcome.kind !== "measured") throw new Error(outcome.kind);
    expect(Object.keys(outcome.timing)).toEqual(["milliseconds", "copyMilliseconds", "cufftMilliseconds", "repeat"]);
    expect(outcome.relativeL2Error).toBeLessThan(9e-8);
  });

  test.each([
    ["inaccurate", /^beyond the error bound at output \(0\) of batch member \d+$/],
    ["no number", /^beyond the error bound at output \(0\)/],
    ["one member", /^some outputs of batch member 2500 are wrong$/],
    ["last left", /^beyond the error bound at output \([01]\) of batch member 4999$/],
    ["one too many", /^0 bytes past the end of the output was overwritten/],
    ["input", /^input \(0\) of batch member 0 was changed/],
  ])("never times a wrong one: %s", (fault, reason) => {
    const { status, outcome } = measured(fault);
    expect(status).toBe(1);
    if (outcome.kind !== "wrong") throw new Error(outcome.kind);
    expect(outcome.reason).toMatch(reason);
    expect(outcome.relativeL2Error).toBeGreaterThanOrEqual(0);
    expect(outcome.bound).toBeGreaterThan(8e-8);
  });

  test("ends with 3 and a sentence where the transform does not run", () => {
    const { status, stdout, stderr } = run(program, ["measure", "--batch", "5"], { FAULT: "refuses" });
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toMatch(/^execute failed: cudaErrorInvalidValue/);
  });
});
