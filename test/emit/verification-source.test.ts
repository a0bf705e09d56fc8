// What a package carries of its verification program: a description of the transform. The runtime is one file, the same for all, and
// there only where it is asked for.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { verificationRuntime } from "../../generator/emit/print-verification.js";
import { useProject } from "../cli/program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";

const project = useProject();
beforeEach(project.clear);

const MOST_LINES = 60;

// The longest has most parameters, and of each family there is one.
test.each([
  "64",
  "c2r 4x4x4 --planar input --strides run-time --batch 64",
  "dct-2 8x8 --normalisation orthonormal",
  "fwht 64 --precision bf16 --order sequency",
  "4x4 --output-range Y=0..3 --input-strides batch=1000 --inverse --scale 1/N",
])("%s: a description in at most 60 lines", async (words) => {
  const { code, stderr } = await project.run(["plan", ...words.split(" "), "--no-verify", "--no-compile"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const path = project.files().find((one) => one.endsWith("/verify.cu")) ?? "";
  const lines = project.read(path).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(project.files().some((one) => one.endsWith("fftgen_verify.hpp"))).toBe(false);
});

const runtimes = (): readonly string[] => project.files().filter((one) => one.endsWith("fftgen_verify.hpp"));

test("the runtime comes where it is asked for, stays, and goes", async () => {
  await project.run(["plan", "64", "--no-verify", "--no-compile"]);
  const path = "generated/c2c_f32_64/fftgen_verify.hpp";
  expect((await project.run(["emit", "--with-verification"])).code).toBe(0);
  expect(project.read(path)).toBe(verificationRuntime().text);
  // What is there is part of the package from then on: for `emit`, its check and `plan`.
  for (const words of [["emit", "--check"], ["emit"], ["plan", "64", "--no-verify", "--no-compile", "--replan"]]) {
    const { code, stderr } = await project.run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(runtimes()).toEqual([path]);
  }
  expect((await project.run(["emit", "--no-with-verification"])).code).toBe(0);
  expect(runtimes()).toEqual([]);
  expect((await project.run(["bundle", "fft", "c2c_f32_64", "--with-verification"])).code).toBe(0);
  expect(runtimes()).toEqual(["generated/fft/fftgen_verify.hpp"]);
  expect((await project.run(["bundle", "fft", "c2c_f32_64", "--check"])).code).toBe(0);
});

/** Each test is told as it begins, with its number; the last is that of the last, when hardly anything is left. */
async function requireCounted(program: string, directory: string): Promise<void> {
  const report = join(directory, "report.json");
  const words = ["--batch", "3", "--progress", "--report", report];
  const { stdout, stderr } = await requireSuccess(program, words, { directory });
  const told = [...stderr.matchAll(/^fftgen-progress (\d+) (\d+) (-?\d+) (.+)$/gm)].map(([, ...parts]) => parts);
  const count = told.length;
  expect(stderr.trim().split("\n")).toHaveLength(count);
  expect(told.map(([number, of]) => [number, of])).toEqual(told.map((_, index) => [`${index + 1}`, `${count}`]));
  // What is found comes of tests that were counted, but for the three that look back on all of them and the sums beside the samples.
  const shown = new Set([...stdout.matchAll(/^(\S.*?) {2,}.*ok$/gm)].map(([, name = ""]) => name.replace(/,.*/, "")));
  for (const name of shown) {
    if (["inverse sums", "guard bands", "every output written", "input unchanged"].includes(name)) continue;
    expect(
      told.some(([, , , test = ""]) => test.startsWith(name)),
      name,
    ).toBe(true);
  }
  expect(told[0]?.[2]).toBe("-1");
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ name: "c2c_f32_16", passed: true });
  rmSync(report);
  expect(stdout).toMatch(/^c2c_f32_16: verified, relative L2 error/m);
}

describe.skipIf(hostCompiler === undefined)("with the runtime beside it", () => {
  test(`a package is verified without fftgen${withoutCompiler}`, async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    await project.run(["emit", "--with-verification"]);
    const directory = project.path("generated", "c2c_f32_16");
    const compiler = hostCompiler ?? "c++";
    const flags = ["-std=c++17", "-O0", "-w", "-pthread", ...emulatorHeaders, "-x", "c++"];
    const sources = ["c2c_f32_16.cu", "verify.cu"];
    const objects = await emulatorObjects(compiler);
    await requireSuccess(compiler, [...flags, ...sources, "-x", "none", ...objects, "-o", "program"], { directory });
    expect(existsSync(`${directory}/program`)).toBe(true);
    await requireCounted(`${directory}/program`, directory);
    expect(readFileSync(`${directory}/README.md`, "utf8")).toContain("--with-verification");
  });
});
