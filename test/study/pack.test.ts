// A study's pack, run from end to end by a shell, the host compiler and the emulator.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { studyPackFiles } from "../../generator/study/pack.js";
import { studyPlanner, studySubjects } from "../../generator/study/plans.js";
import { reductionTable } from "../../generator/study/reductions.js";
import { parseStudyResults } from "../../generator/study/results.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { isThorough } from "../effort.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";

const gpu = findGpu("H200");
const folder = scratchFolder("study-pack");
afterAll(folder.remove);

function write(directory: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

// The study compiles longer than all that it shows beyond what other packs do is worth before each change.
describe.skipIf(hostCompiler === undefined || !isThorough)(`a study's pack${withoutCompiler}`, () => {
  const pack = join(folder.path, "pack");
  const planOf = studyPlanner(gpu);
  const packages = studySubjects(["f32", "f16"], 6, 6).map((subject) => ({
    subject,
    unit: compilePlan(subject.name, planOf(subject), gpu),
  }));
  write(pack, studyPackFiles(packages, gpu));
  const run = (...words: readonly string[]) =>
    runProgram("sh", ["run.sh", "-j", "2", "--emulator", emulatorDirectory, ...words], {
      directory: pack,
      environment: { CXX: cachingCompiler, RUNNER: "" },
    });

  test("builds, runs and writes what the study reads", async () => {
    const { exitCode, stdout, stderr } = await run("--seeds", "2");
    expect(stderr).toMatch(/^2\^6 done after [\d.]+ s\n$/);
    expect(exitCode).toBe(0);
    expect(stdout.match(/compiled (study|units)/g)).toHaveLength(3);
    const path = join(pack, "results.json");
    const results = parseStudyResults(readFileSync(path, "utf8"), path);
    expect(results).toMatchObject({ seeds: 2, platform: { gpu: "fftgen emulator" } });
    expect(results.records).toHaveLength((6 + 7) * 20);
    const reductions = reductionTable(results, "drawn");
    for (const storage of ["f32", "f16"] as const) {
      expect(reductions(storage, 6, "kahan")?.median).toBeGreaterThan(0.05);
      expect(reductions(storage, 6, "neumaier")?.median).toBeGreaterThan(0.3);
      expect(reductions(storage, 6, "alman-rao")?.median).toBeLessThan(0);
    }
    expect(reductions("f16", 6, "f32-arithmetic")?.median).toBeGreaterThan(0.3);
  });

  test("builds nothing twice, and tells what does not compile", async () => {
    expect((await run("--seeds", "1", "--largest", "5")).stdout).not.toContain("compiled");
    writeFileSync(join(pack, "units", "3.cu"), "#error this is broken\n");
    writeFileSync(join(pack, "units.txt"), "study\nunits/1\nunits/2\nunits/3\n");
    const { exitCode, stdout, stderr } = await run();
    expect(exitCode).toBe(3);
    expect(stdout).toContain("FAILED to compile units/3");
    expect(stderr).toMatch(/units\/3\.cu does not compile:\n.*this is broken/s);
  });

  test("its script is plain shell", async () => {
    await requireSuccess("sh", ["-n", join(pack, "run.sh")]);
    if (isInstalled("shellcheck")) await requireSuccess("shellcheck", [join(pack, "run.sh")]);
  });
});
