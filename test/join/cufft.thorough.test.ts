// A bundle before cuFFT: a program that was written for cuFFT runs by it, under the emulator, with a library behind it that says what it
// is asked.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { heaviest } from "../../generator/join/recorded.js";
import { parseProblems } from "../../generator/json/problem-file.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { fixture, linkedClient } from "./cufft-bundle.js";

const folder = scratchFolder("cufft");
afterAll(folder.remove);

let program = "";
let real = "";

/** The bundle, and the client linked with it. */
async function build(compiler: string): Promise<void> {
  program = await linkedClient(compiler, folder.path);
  real = join(folder.path, "libreal.so");
  await requireSuccess(compiler, ["-shared", "-fPIC", "-o", real, fixture("real_cufft.cpp")]);
}

const runWith = async (environment: Readonly<Record<string, string>>): Promise<{ stdout: string; stderr: string }> =>
  requireSuccess(program, [], { environment });

describe.skipIf(hostCompiler === undefined)(`a program for cuFFT${withoutCompiler}`, () => {
  beforeAll(() => build(hostCompiler ?? ""), 240_000);

  test("is served where the bundle has the transforms, and else by the real library", async () => {
    const { stdout, stderr } = await runWith({ FFTGEN_CUFFT: real });
    expect(stdout).toMatchInlineSnapshot(`
      "plan of 5 rows of 64: 0
      forward: 0
      right: 1
      inverse: 0
      right: 1
      in place: 0
      right: 1
      another direction: 4
      no array: 4
      a second plan: 1
      size: 0
      real destroy 1
      destroy: 0
      plan of 7 columns: 0
      forward: 0
      right: 1
      real destroy 2
      destroy: 0
      plan of a real plane: 0
      and back: 0
      r2c: 0
      c2r: 0
      there and back: 1
      real plan 3: n 16 32 in none out none type 2a batch 1
      real stream 3
      real r2c 3
      in place: 0
      from then on: 0
      real destroy 3
      destroy: 0
      real destroy 4
      destroy: 0
      real plan 5: n 60 in none out none type 29 batch 2
      plan of 60: 0
      real c2c 5 -1
      forward: 0
      real stream 5
      stream: 0
      real destroy 5
      destroy: 0
      real plan 6: n 64 in 100 1 100 out 100 1 64 type 29 batch 3
      plan of rows apart: 0
      real plan 7: n 0 in none out none type 29 batch 2
      real destroy 7
      plan of nothing: 8
      create: 0
      real c2c 8 -1
      too early: 0
      real stream 8
      stream: 0
      real destroy 8
      destroy: 0
      plan of 64: 0
      forward: 0
      real plan 9: n 64 in none out none type 29 batch 1
      real stream 9
      real callback 9 1 3 1 5 6 7 8
      callback: 0
      real c2c 9 -1
      forward: 0
      real destroy 9
      destroy: 0
      create: 0
      real callback 10 1 3 1 5 6 7 8
      callback before: 0
      real plan 10: n 64 in none out none type 29 batch 1
      plan of 64: 0
      real c2c 10 -1
      forward: 0
      real destroy 10
      destroy: 0
      create: 0
      callback past the bundle: 1
      real size 11 64 29 1
      size: 0
      callback: 0
      real destroy 11
      destroy: 0
      real plan 12: n 32 1 in none out none type 2a batch 1
      plan of 32 rows of one: 0
      real r2c 12
      r2c: 0
      real destroy 12
      destroy: 0
      create: 0
      real allocation 13 0
      allocation: 0
      plan: 0
      bytes: 123456
      area: 0
      inverse: 0
      right: 1
      real destroy 13
      destroy: 0
      create: 0
      real allocation 14 0
      allocation: 0
      plan of a real row: 0
      bytes: 123456
      real destroy 14
      destroy: 0
      "
    `);
    expect(stderr).toBe("fftgen: served 9 of 14 executions of cuFFT\n");
  });

  test("runs without cuFFT as far as the bundle goes", async () => {
    const { stdout, stderr } = await runWith({ FFTGEN_CUFFT: "/nowhere.so" });
    expect(stdout.split("\n").filter((line) => line.startsWith("right: "))).toEqual(Array(5).fill("right: 1"));
    expect(stdout).toContain("plan of 60: 16\n");
    expect(stderr).toContain("fftgen: FFTGEN_CUFFT: /nowhere.so");
  });

  test("is the real library's alone where it is switched off", async () => {
    const { stdout } = await runWith({ FFTGEN_CUFFT: real, FFTGEN_SHIM: "off" });
    expect(stdout).toContain("real plan 1: n 64 in none out none type 29 batch 5\n");
    expect(stdout).not.toContain("right: 1");
  });

  test("is recorded, for bundle --from", async () => {
    const log = join(folder.path, "problems.%p.%r.json");
    await runWith({ FFTGEN_CUFFT: real, FFTGEN_SHIM_LOG: log, OMPI_COMM_WORLD_RANK: "3" });
    const [name = ""] = (await requireSuccess("ls", [folder.path])).stdout.match(/problems\.\d+\.3\.json/u) ?? [];
    const path = join(folder.path, name);
    const { problems } = parseProblems(path, readFileSync(path, "utf8"));
    expect(problems.map(({ name, calls, served }) => `${name}: ${served} of ${calls}`).toSorted())
      .toMatchInlineSnapshot(`
        [
          "c2c 60 f32 forward: 0 of 1",
          "c2c 64 f32 forward: 1 of 1",
          "c2c 64 f32 forward: 1 of 3",
          "c2c 64 f32 forward: 2 of 2",
          "c2c 64 f32 inverse: 1 of 1",
          "c2c 64 f32 inverse: 1 of 1",
          "c2r 16x32 f32 inverse: 1 of 1",
          "r2c 16x32 f32 forward: 0 of 1",
          "r2c 16x32 f32 forward: 2 of 2",
          "r2c 32x1 f32 forward: 0 of 1",
        ]
      `);
    const posed = problems.flatMap(({ problem, batch, ...one }) =>
      problem === null || batch === null ? [] : [{ problem, batch, ...one }],
    );
    expect(heaviest(posed)).toHaveLength(7);
  });
});
