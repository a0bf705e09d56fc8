// The program that checks and times, around a transform of two points that makes mistakes on demand: on pretended CUDA, cuFFT
// included.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { at } from "../../generator/failure/errors.js";
import { makeRealTransform, makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
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
import { gpu, jobsOf } from "./jobs.js";

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
    if (fault == "far member" && i == 2500) out[2 * i + 1].y += 1e-6f;
    if (fault == "far member left" && i == 4321) out[2 * i].x = in[2 * i].x;
  }
  if (fault == "one too many") out[2 * batch].x = 0;
  if (fault == "one too many of many" && batch == 5000) out[2 * batch].x = 0;
  if (fault == "far input" && batch == 5000) const_cast<float2*>(in)[6000].x = 7;
  if (fault == "input") const_cast<float2*>(in)[0].x = 7;
  return fault == "refuses" ? cudaErrorInvalidValue : cudaSuccess;
}
`;

const folder = temporaryFolder();
const program = folder.path("measure");

const measured = (
  fault: string,
  options: readonly string[] = [],
): Pick<Measurement, "outcome" | "platform"> & { readonly status: number | null } => {
  const { status, stdout } = run(program, ["measure", "--batch", "5000", "--repeat", "2", ...options], {
    FAULT: fault,
  });
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

  // 640 of 5000 arrays are compared with the definition, and the others with calls for 640 of them.
  test.each([
    ["far member", "output (1) of batch member 2500 has other bits than in a batch of 640"],
    ["far member left", "output (0) of batch member 4321 has other bits than in a batch of 640"],
    ["far input", "input (0) of batch member 3000 was changed"],
    ["one too many of many", "0 bytes past the end of the output was overwritten"],
  ])("never times one that is wrong where the host does not look: %s", (fault, reason) => {
    const { status, outcome } = measured(fault, ["--slice", "1280"]);
    expect({ status, ...outcome }).toMatchObject({ status: 1, kind: "wrong", reason });
  });

  test("times one that is right where the host does not look", () => {
    expect(measured("", ["--slice", "1280"])).toMatchObject({ status: 0, outcome: { kind: "measured" } });
  });

  test("ends with 3 and a sentence where the transform does not run", () => {
    const { status, stdout, stderr } = run(program, ["measure", "--batch", "5"], { FAULT: "refuses" });
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toMatch(/^execute failed: cudaErrorInvalidValue/);
  });
});

// The program of a pack is the only one whose elements no other file declares.
describe.skipIf(!hasCompiler("g++"))("the measuring program of a transform", () => {
  const place = temporaryFolder();
  afterAll(place.remove);

  test.each([
    ["half precision", makeTransform([16], "f16")],
    ["bfloat16", makeTransform([16], "bf16")],
    ["a Hadamard transform in half precision", makeWalshTransform([16], "f16")],
    ["a Hadamard transform in double precision", makeWalshTransform([16], "f64")],
    ["reals in double precision", makeRealTransform("r2c", [16], "f64")],
    ["planar arrays", makeTransform([16], "f32", { planar: "both" })],
  ])("compiles for %s", (_, transform) => {
    const { plan } = at(tuningCandidates(transform, gpu, 1), 0);
    writeFileSync(place.path("measure.cu"), measuringProgram(transformName(transform), plan, false));
    const includes = [emulatorDirectory, RUNTIME, join(RUNTIME, "../measure")].flatMap((path) => ["-isystem", path]);
    compile("g++", [...WARNINGS, ...includes, "-fsyntax-only", "-x", "c++", place.path("measure.cu")]);
  });
});
