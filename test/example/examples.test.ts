// Every example is built beside the bundle that it vendors, run under the emulator, and says how it is built.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import type { Unit } from "../../generator/emit/unit.js";
import { EXAMPLES, exampleProject, type Example, type ExampleTransform } from "../../generator/example/examples.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { dealt } from "../effort.js";
import { hasModules, python, withoutModules } from "../join/python.js";
import { hostCompiler, isInstalled } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { isRecording, requireNoWarning } from "../toolchain/evidence.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { requireSuccess, runProgram, type Outcome } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const gpu = findGpu("H200");
const folder = scratchFolder("examples");
afterAll(folder.remove);

const compiler = hostCompiler ?? "";
const FLAGS = [
  "-std=c++17",
  "-O0",
  "-pthread",
  "-Wall",
  "-Wextra",
  "-Wno-unknown-pragmas",
  "-Werror",
  "-Ifft/include",
] as const;

const transformsOf = ({ transforms }: Example): readonly string[] => transforms.map(({ name }) => name);

/** Writes the example as `fftgen example` does, with plans that run without tensor cores. */
function writeExample(example: Example): string {
  const directory = join(folder.path, example.name);
  const unitOf = ({ name, transform, kernels = [] }: ExampleTransform): Unit => {
    const options = { twiddles: DEFAULT_TWIDDLES, keep: 1, plainOnly: true };
    const given = kernels.flatMap((text) => parseKernels(text));
    const { plan } =
      given.length > 0
        ? completePlan({ transform, kernels: given }, gpu, options)
        : at(searchPlans(transform, gpu, options).plans, 0);
    return compilePlan(name, plan, gpu);
  };
  for (const { path, text } of exampleProject(example, unitOf, true)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const kernelSources = (example: Example): readonly string[] =>
  transformsOf(example).map((name) => join("fft", `${name}.cu`));

/** C++, CUDA, or C that is C++ as well. */
async function runLinked(example: Example, directory: string): Promise<Outcome> {
  const units = [example.program, ...kernelSources(example)].map((source) => ({
    directory,
    source,
    flags: [...FLAGS, ...emulatorHeaders],
  }));
  const program = join(directory, "emulated");
  await linkedProgram(compiler, program, units, await emulatorObjects(compiler));
  return requireSuccess(program, []);
}

/** What the program has of cuFFT's header. */
const CUFFT_H = `#include <cuda_runtime.h>
typedef int cufftHandle;
enum { CUFFT_C2C = 0x29, CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };
extern "C" {
int cufftPlan1d(cufftHandle*, int, int, int);
int cufftExecC2C(cufftHandle, float2*, float2*, int);
int cufftDestroy(cufftHandle);
}
`;

/** With the bundle's functions of cuFFT, where there is no cuFFT. */
async function runServed(example: Example, directory: string): Promise<Outcome> {
  mkdirSync(join(directory, "header"), { recursive: true });
  writeFileSync(join(directory, "header", "cufft.h"), CUFFT_H);
  const flags = [...FLAGS, "-Iheader", ...emulatorHeaders];
  const sources = [example.program, "fft/fft.cu", "fft/cufft/shim.cu", ...kernelSources(example)];
  const units = sources.map((source) => ({ directory, source, flags }));
  const program = join(directory, "emulated");
  await linkedProgram(compiler, program, units, await emulatorObjects(compiler), ["-ldl"]);
  const outcome = await requireSuccess(program, [], { environment: { FFTGEN_CUFFT: "/nowhere" } });
  expect(outcome.stderr).toContain("fftgen: served 2 of 2 executions of cuFFT\n");
  return outcome;
}

/** Python loads one library with the transforms and the emulator, whose functions have the names that the CUDA runtime gives them. */
async function runPython(example: Example, directory: string): Promise<Outcome> {
  const flags = [...FLAGS, ...emulatorHeaders, "-fPIC", "-DFFT_SHARED"];
  const units = kernelSources(example).map((source) => ({ directory, source, flags }));
  const library = join(directory, "libfft.so");
  await linkedProgram(compiler, library, units, await emulatorObjects(compiler, ["-fPIC"]), ["-shared"]);
  return requireSuccess("python3", [example.program, library], { directory, environment: { CUDART: library } });
}

/** With the bundle's package, which pip builds for the emulator. */
async function runInstalled(example: Example, directory: string): Promise<Outcome> {
  const site = join(directory, "site");
  const options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target", site];
  await requireSuccess(python ?? "", ["-m", "pip", "install", ...options, "./fft"], { directory });
  return requireSuccess(python ?? "", [example.program], { directory, environment: { PYTHONPATH: site } });
}

const hasNumpy = (await runProgram("python3", ["-c", "import numpy"]).catch(() => undefined))?.exitCode === 0;
const isPython = ({ program }: Example): boolean => program.endsWith(".py");

// What nvcc finds is recorded of all of them.
const ALWAYS = ["round-trip", "r2c-in-c"];
const examples = isRecording ? EXAMPLES : dealt(EXAMPLES, ({ name }) => ALWAYS.includes(name));

describe.each(examples.map((example) => ({ name: example.name, example })))("$name", ({ name, example }) => {
  const directory = writeExample(example);
  const { program } = example;

  const library = example.servedLibrary;
  const callsCufft = example.callsCufft === true;
  const isSkipped =
    hostCompiler === undefined || (library === undefined ? isPython(example) && !hasNumpy : !hasModules(library));
  const importsBundle = library !== undefined;

  test.skipIf(isSkipped)(`is right under the emulator${importsBundle ? withoutModules(library) : ""}`, async () => {
    const run = importsBundle ? runInstalled : callsCufft ? runServed : isPython(example) ? runPython : runLinked;
    expect((await run(example, directory)).stdout).toContain("relative error");
  });

  test.skipIf(!isInstalled("nvcc"))("compiles for a GPU without a warning", async () => {
    const sources = isPython(example) || program.endsWith(".c") ? [] : [program];
    await requireNoWarning(`the example ${name}`, {
      sources: [...sources, ...kernelSources(example)].map((source) => join(directory, source)),
      flags: ["-std=c++17", "-arch=sm_90"],
      includes: [join(directory, "fft", "include")],
    });
  });

  test("says how it is built, with the transforms it has", () => {
    for (const file of importsBundle || callsCufft ? ["README.md"] : ["README.md", program]) {
      const text = readFileSync(join(directory, file), "utf8");
      for (const one of transformsOf(example)) expect(text).toContain(one);
    }
    if (importsBundle) expect(readFileSync(join(directory, "README.md"), "utf8")).toContain("pip install ./fft");
    else
      expect(readFileSync(join(directory, "CMakeLists.txt"), "utf8")).toContain(
        callsCufft ? "add_dependencies(cufft_program fft_cufft)" : "fftgen::fft",
      );
  });
});
