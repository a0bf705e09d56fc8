// Projects that vendor generated transforms with CMake are configured, built and run: the documents' own text with nothing set, and
// in thorough runs what other projects ask for. On a machine without a GPU programs call what needs none.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { symbolsFrom } from "../../generator/emit/symbols.js";
import type { Unit } from "../../generator/emit/unit.js";
import { loadPlan } from "../../generator/cli/loaded-plan.js";
import { findPlanFile } from "../../generator/cli/plan-files.js";
import { findProject } from "../../generator/cli/project.js";
import { unitOf } from "../../generator/cli/emitted-package.js";
import { VERSION } from "../../generator/emit/read-template.js";
import { isThorough } from "../effort.js";
import { isInstalled } from "../toolchain/compilers.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const root = join(import.meta.dirname, "../..");
const missing = ["cmake", "nvcc", "gcc"].filter((program) => !isInstalled(program));
const withoutTools = missing.length === 0 ? "" : ` (skipped: no ${missing.join(" and no ")})`;
const TIMEOUT = 300_000;

const unit = (name: string): Unit => unitOf(name, loadPlan(findProject(), findPlanFile(findProject(), name)));

/** As the README's command makes it. */
const bundle = (name = "fft"): readonly GeneratedFile[] =>
  linkBundle({
    name,
    transforms: ["c2c_f32_4096", "c2c_f32_1024"].map((one) => linkedTransform(one, [unit(one)])),
  });

/** The fenced blocks of a language below a heading of a document, as they stand. */
function fences(path: string, heading: string, language: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  const begin = text.indexOf(`\n${heading}\n`);
  expect(begin, heading).toBeGreaterThan(0);
  const level = /^#+/.exec(heading)?.[0] ?? "";
  const end = text.indexOf(`\n${level} `, begin + heading.length);
  const section = text.slice(begin, end < 0 ? undefined : end);
  return [...section.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, marked]) => marked === language)
    .map(([, , block = ""]) => block);
}

function write(directory: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

/** Calls that launch nothing: wrong arguments are refused, no arrays are nothing to do. */
const MAIN = (declarations: string, call: string): string =>
  [
    "#include <cstdio>",
    declarations,
    "int main() {",
    "  const size_t batch = 0;",
    "  cudaStream_t stream = nullptr;",
    "  float2* in = nullptr;",
    "  float2* out = nullptr;",
    call,
    "  std::puts(cudaGetErrorName(status));",
    "  return status == cudaSuccess ? 0 : 1;",
    "}",
    "",
  ].join("\n");

/** In C, of a package (`fftgen`) or of a bundle by its name. */
const cProgram = (prefix: string): string =>
  [
    `#include <${prefix}/c2c_f32_4096.h>`,
    "#include <stdio.h>",
    "int main(void) {",
    `  if (${prefix}_c2c_f32_4096_execute(NULL, NULL, NULL, 1, NULL) != cudaErrorInvalidValue) return 1;`,
    `  printf("%lu bytes\\n", (unsigned long)${prefix}_c2c_f32_4096_workspace_bytes(1));`,
    "  return 0;",
    "}",
    "",
  ].join("\n");

async function built(source: string, ...definitions: readonly string[]): Promise<string> {
  const directory = join(source, `build${definitions.length}`);
  await requireSuccess("cmake", ["-S", source, "-B", directory, ...definitions.map((one) => `-D${one}`)]);
  await requireSuccess("cmake", ["--build", directory, "--parallel", "2"]);
  return directory;
}

describe.skipIf(missing.length > 0)(`projects with CMake${withoutTools}`, () => {
  const scratch = scratchFolder("cmake");
  afterAll(scratch.remove);

  test("the documented CMakeLists.txt builds as it stands, with nothing set", { timeout: TIMEOUT }, async () => {
    const [lists = ""] = fences("templates/README.md", "## Build it into a project", "cmake");
    const call = "  cudaError_t status = fftgen::fft::c2c_f32_4096::execute(in, out, nullptr, batch, stream);";
    const project = join(scratch.path, "readme");
    write(project, [
      { path: "CMakeLists.txt", text: lists },
      { path: "round_trip.cpp", text: MAIN("#include <fft/fft.h>", call) },
    ]);
    write(join(project, "fft"), bundle());
    const directory = await built(project);
    expect((await requireSuccess(join(directory, "round_trip"), [])).stdout).toBe("cudaSuccess\n");
    // Compiled for the plans' GPU, not for what CMake thinks of by itself.
    const commands = await requireSuccess("grep", ["-rho", "arch=compute_[0-9]*", join(directory, "fft")]);
    expect(new Set(commands.stdout.trim().split("\n"))).toEqual(new Set(["arch=compute_90"]));
  });

  describe.skipIf(!isThorough)("and what other projects ask for", () => {
    test("C alone, the same files twice, a shared library with the shared run-time", { timeout: TIMEOUT }, async () => {
      const project = join(scratch.path, "c-only");
      const lists = [
        "cmake_minimum_required(VERSION 3.18)",
        "project(simulation LANGUAGES C)",
        "add_subdirectory(first)",
        "add_subdirectory(second)",
        "add_executable(simulation main.c)",
        "set_target_properties(simulation PROPERTIES C_STANDARD 90)",
        "target_link_libraries(simulation PRIVATE fftgen::c2c_f32_4096)",
      ];
      const files = linkPackage([unit("c2c_f32_4096")]);
      write(project, [
        { path: "CMakeLists.txt", text: `${lists.join("\n")}\n` },
        { path: "main.c", text: cProgram("fftgen") },
      ]);
      write(join(project, "first"), files);
      write(join(project, "second"), files);
      const still = await built(project);
      expect((await requireSuccess(join(still, "simulation"), [])).stdout).toMatch(/^\d+ bytes\n$/);
      const shared = await built(project, "BUILD_SHARED_LIBS=ON", "CMAKE_CUDA_RUNTIME_LIBRARY=Shared");
      expect((await requireSuccess(join(shared, "simulation"), [])).stdout).toMatch(/^\d+ bytes\n$/);
      const { stdout } = await requireSuccess("nm", ["-D", "--defined-only", join(shared, "first/libc2c_f32_4096.so")]);
      expect(stdout.match(/ T \w+/g)?.sort()).toEqual([
        " T fftgen_c2c_f32_4096_execute",
        " T fftgen_c2c_f32_4096_workspace_bytes",
      ]);
      // Other files of the same name are no second copy.
      write(join(project, "second"), linkPackage([unit("c2c_f32_4096")], symbolsFrom({ namespace: "other" })));
      const refused = await runProgram("cmake", ["-S", project, "-B", join(project, "refused")]);
      expect(refused.exitCode).not.toBe(0);
      expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain("emit one of the two with another --prefix");
    });

    test("installation, and a project that finds what was installed", { timeout: TIMEOUT }, async () => {
      const vendored = join(scratch.path, "installed", "fft");
      write(vendored, bundle());
      const directory = await built(vendored, "FFTGEN_BUILD_VERIFY=OFF", "FFTGEN_CUDA_ARCHITECTURES=75");
      const prefix = join(scratch.path, "prefix");
      await requireSuccess("cmake", ["--install", directory, "--prefix", prefix]);
      const project = join(scratch.path, "finder");
      const lists = [
        "cmake_minimum_required(VERSION 3.18)",
        "project(finder LANGUAGES C)",
        "find_package(fft REQUIRED)",
        "add_executable(finder main.c)",
        "target_link_libraries(finder PRIVATE fftgen::fft)",
      ];
      write(project, [
        { path: "CMakeLists.txt", text: `${lists.join("\n")}\n` },
        { path: "main.c", text: cProgram("fft") },
      ]);
      const found = await built(project, `CMAKE_PREFIX_PATH=${prefix}`);
      expect((await requireSuccess(join(found, "finder"), [])).stdout).toMatch(/^\d+ bytes\n$/);
    });

    test("two bundles in one project and below one prefix", { timeout: 2 * TIMEOUT }, async () => {
      const project = join(scratch.path, "two");
      const names = ["fft", "spectral"] as const;
      for (const one of names) write(join(project, one), bundle(one));
      // As another version or a plan for another GPU differs.
      const launcher = join(project, "spectral", "c2c_f32_4096.cu");
      const text = readFileSync(launcher, "utf8");
      writeFileSync(
        launcher,
        text.replace("nullptr) return cudaErrorInvalidValue", "nullptr) return cudaErrorUnknown"),
      );
      const calls = names.map(
        (one) => `  std::puts(cudaGetErrorName(${one}_c2c_f32_4096_execute(nullptr, nullptr, nullptr, 1, nullptr)));`,
      );
      const includes = names.map((one) => `#include <${one}/${one}.h>`);
      const main = ["#include <cstdio>", ...includes, "int main() {", ...calls, "}", ""].join("\n");
      const lists = (vendored: boolean): string =>
        [
          "cmake_minimum_required(VERSION 3.18)",
          `project(two LANGUAGES CXX${vendored ? " CUDA" : ""})`,
          ...names.map((one) => (vendored ? `add_subdirectory(${one})` : `find_package(${one} ${VERSION} REQUIRED)`)),
          "add_executable(two main.cpp)",
          "target_link_libraries(two PRIVATE fftgen::spectral fftgen::fft)",
          "",
        ].join("\n");
      write(project, [
        { path: "CMakeLists.txt", text: lists(true) },
        { path: "main.cpp", text: main },
        { path: "installed/CMakeLists.txt", text: lists(false) },
        { path: "installed/main.cpp", text: main },
      ]);
      const said = "cudaErrorInvalidValue\ncudaErrorUnknown\n";
      const prefix = join(scratch.path, "two-prefix");
      const vendored = await built(project, "BUILD_SHARED_LIBS=ON");
      expect((await requireSuccess(join(vendored, "two"), [])).stdout).toBe(said);
      const still = await built(project, "FFTGEN_BUILD_VERIFY=OFF", "CMAKE_CUDA_ARCHITECTURES=75");
      expect((await requireSuccess(join(still, "two"), [])).stdout).toBe(said);
      const commands = await requireSuccess("grep", ["-rho", "arch=compute_[0-9]*", join(still, "fft")]);
      expect(new Set(commands.stdout.trim().split("\n"))).toEqual(new Set(["arch=compute_75"]));
      await requireSuccess("cmake", ["--install", still, "--prefix", prefix]);
      const found = await built(join(project, "installed"), `CMAKE_PREFIX_PATH=${prefix}`);
      expect((await requireSuccess(join(found, "two"), [])).stdout).toBe(said);
    });

    test("generation as a step of the build, as documented", { timeout: TIMEOUT }, async () => {
      const [lists = ""] = fences("templates/README.md", "### Generation as a step of your build", "cmake");
      const project = join(scratch.path, "a project");
      write(project, [
        { path: "CMakeLists.txt", text: lists },
        {
          path: "main.cpp",
          text: MAIN(
            "#include <fft/fft.h>",
            "  cudaError_t status = fft_c2c_f32_4096_execute(in, out, nullptr, batch, stream);",
          ),
        },
      ]);
      mkdirSync(join(project, "plans"), { recursive: true });
      cpSync(join(root, "plans/c2c_f32_4096.plan.ts"), join(project, "plans/c2c_f32_4096.plan.ts"));
      mkdirSync(join(project, "node_modules"), { recursive: true });
      symlinkSync(root, join(project, "node_modules/fftgen"));
      const directory = await built(project);
      expect((await requireSuccess(join(directory, "simulation"), [])).stdout).toBe("cudaSuccess\n");
      // Nothing is done again while plans stay as they are; a plan that changes is generated anew.
      const idle = await requireSuccess("cmake", ["--build", directory]);
      expect(idle.stdout).not.toMatch(/Generating the transforms|Building CUDA/);
      const plan = join(project, "plans/c2c_f32_4096.plan.ts");
      writeFileSync(plan, readFileSync(plan, "utf8").replace("batch: 32768", "batch: 32767"));
      const again = await requireSuccess("cmake", ["--build", directory]);
      expect(again.stdout).toContain("Generating the transforms of fft");
    });

    test("a link line of one's own, in plain C, as documented", { timeout: TIMEOUT }, async () => {
      const [commands = ""] = fences("templates/README.md", "## Build it into a project", "");
      const directory = join(scratch.path, "plain");
      write(directory, linkPackage([unit("c2c_f32_4096")]));
      write(directory, [{ path: "your_program.c", text: cProgram("fftgen") }]);
      const include = await runProgram("nvcc", ["-E", "-M", "-x", "cu", "/dev/null"]);
      const home = /(\S*)\/targets\/[^/]*\/include\/cuda_runtime\.h/.exec(include.stdout)?.[1] ?? "";
      await requireSuccess("sh", ["-ec", commands], { directory, environment: { CUDA_HOME: join(home) } });
      expect((await requireSuccess(join(directory, "your_program"), [])).stdout).toMatch(/^\d+ bytes\n$/);
    });
  });
});
