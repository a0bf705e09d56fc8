// A study's pack, run from end to end by a shell, the host compiler and the emulator; and the examples beside their packages.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { EXAMPLES, exampleProject } from "../../generator/example/examples.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";

import { parseKernels } from "../../generator/notation/parse.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { studyPackFiles } from "../../generator/study/pack.js";
import { studyPlanner, studySubjects } from "../../generator/study/plans.js";
import { reductionTable } from "../../generator/study/reductions.js";
import { parseStudyResults } from "../../generator/study/results.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { isRecording, requireNoWarning } from "../toolchain/evidence.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { isThorough, sweep } from "../effort.js";
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

// What they compute is compiled and run for one of them before each change.
// What nvcc finds is recorded of all of them.
const examples = isRecording ? EXAMPLES : sweep(EXAMPLES, ({ name }) => name === "soft-threshold");

describe.each(examples.map((example) => ({ name: example.name, example })))(
  "the example $name",
  ({ name, example }) => {
    const directory = join(folder.path, name);
    write(
      directory,
      exampleProject(example, ({ name: packageName, transform, kernels = [] }) => {
        const options = { twiddles: DEFAULT_TWIDDLES, keep: 1, plainOnly: true };
        const given = kernels.flatMap((text) => parseKernels(text));
        const { plan } =
          given.length > 0
            ? completePlan({ transform, kernels: given }, gpu, options)
            : at(searchPlans(transform, gpu, options).plans, 0);
        return compilePlan(packageName, plan, gpu);
      }),
    );
    const transforms = example.transforms.map((one) => one.name);
    const program = `${name.replaceAll("-", "_")}.cu`;
    const includes = ["-Ifft/include"];
    const sources = [program, ...transforms.map((one) => join("fft", `${one}.cu`))];

    test.skipIf(hostCompiler === undefined)("is right under the emulator", async () => {
      const compiler = hostCompiler ?? "";
      const warnings = ["-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror"];
      const flags = ["-std=c++17", "-O0", "-pthread", ...warnings, ...includes, ...emulatorHeaders];
      const units = sources.map((source) => ({ directory, source, flags }));
      await linkedProgram(compiler, join(directory, "emulated"), units, await emulatorObjects(compiler));
      const { stdout } = await requireSuccess(join(directory, "emulated"), []);
      expect(stdout).toContain("relative error");
    });

    test.skipIf(!isInstalled("nvcc"))("compiles for a GPU without a warning", async () => {
      await requireNoWarning(`the example ${name}`, {
        sources: sources.map((source) => join(directory, source)),
        flags: ["-std=c++17", "-arch=sm_90"],
        includes: [join(directory, "fft", "include")],
      });
    });

    test("says how it is built, with the transforms it has", () => {
      for (const file of ["README.md", program]) {
        const text = readFileSync(join(directory, file), "utf8");
        for (const one of transforms) expect(text).toContain(one);
      }
      expect(readFileSync(join(directory, "CMakeLists.txt"), "utf8")).toContain("fftgen::fft)");
    });
  },
);
