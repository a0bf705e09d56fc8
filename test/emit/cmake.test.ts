// A project that vendors a generated package with CMake is configured, built and run; and the package builds by itself,
// its verification program included. On a machine without a GPU the program calls what needs none.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitted, namedPlan } from "./named-plan.js";
import { requireSuccess, runProgram, scratchFolder } from "../toolchain/programs.js";
import { isInstalled } from "../toolchain/compilers.js";

const vendored = namedPlan("vendored", [64], "f32", [
  "{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table",
]);

const ARCHITECTURE = "80";
const missing = ["cmake", "nvcc"].filter((program) => !isInstalled(program));
const withoutTools = missing.length === 0 ? "" : ` (skipped: no ${missing.join(" and no ")})`;
const hasGpu = spawnSync("nvidia-smi", ["-L"], { encoding: "utf8" }).stdout?.includes("GPU 0") ?? false;
const TIMEOUT = 120_000;

describe.skipIf(missing.length > 0)(`projects with CMake${withoutTools}`, () => {
  const scratch = scratchFolder("cmake");
  afterAll(scratch.remove);
  const folder = join(scratch.path, "vendored");

  beforeAll(() => {
    for (const { path, text } of emitted(vendored)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });

  async function configured(source: string, build: string, definitions: readonly string[]): Promise<string> {
    const directory = join(scratch.path, build);
    const all = [
      `CMAKE_CUDA_ARCHITECTURES=${hasGpu ? "native" : ARCHITECTURE}`,
      "CMAKE_BUILD_TYPE=Release",
      ...definitions,
    ];
    await requireSuccess("cmake", ["-S", source, "-B", directory, ...all.map((definition) => `-D${definition}`)]);
    return directory;
  }

  test.each(["CXX", "CXX;CUDA"])(
    "add_subdirectory and a link are all that a project in %s needs",
    { timeout: TIMEOUT },
    async (languages) => {
      const consumer = join(import.meta.dirname, "fixtures", "consumer");
      const directory = await configured(consumer, `${languages.replace(";", "-")}-build`, [
        `PACKAGE_DIRECTORY=${folder}`,
        `CONSUMER_LANGUAGES=${languages}`,
        "CMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
      ]);
      const { stdout } = await requireSuccess("cmake", ["--build", directory]);
      expect(stdout).not.toContain("vendored_verify");
      const outcome = await runProgram(join(directory, "consumer"), hasGpu ? ["on-the-gpu"] : []);
      expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
      expect(outcome.stdout).toBe(`the interface answers\n${hasGpu ? "the transform is right\n" : ""}`);
    },
  );

  test("by itself the package builds its verification program", { timeout: TIMEOUT }, async () => {
    const directory = await configured(folder, "package-build", []);
    await requireSuccess("cmake", ["--build", directory, "--parallel", "2"]);
    const { exitCode, stdout } = await runProgram(join(directory, "vendored_verify"), ["--help"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("vendored_verify");
  });
});
