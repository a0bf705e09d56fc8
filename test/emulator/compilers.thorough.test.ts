// The same text compiles with every compiler at hand, links from several translation units, and means the same.
import { describe, expect, it } from "vitest";
import { isThorough } from "../effort.js";
import { build, requireOnGpus, run } from "./build.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";

const linkage = ["linkage_first.cu", "linkage_second.cu"];

describe.skipIf(hostCompiler === undefined)(`programs for the emulator${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  it("link from several translation units", async () => {
    const outcome = run(await build("linkage", linkage, compiler), []);
    expect(outcome).toEqual({ status: 0, stdout: "both kernels ran\n", stderr: "" });
  });

  it("have arithmetic within its bounds", async () => {
    const outcome = run(await build("arithmetic", ["arithmetic.cu"], compiler), []);
    expect(outcome, outcome.stdout).toMatchObject({ status: 0, stderr: "" });
  });

  it("find CUDA's names, numbers and calls", async () => {
    expect(run(await build("cuda_names", ["cuda_names.cu"], compiler), [])).toMatchObject({ status: 0, stderr: "" });
  });

  it("can ask for reports, reset them and reset the device", async () => {
    const outcome = run(await build("report_api", ["report_api.cpp"], compiler), []);
    expect(outcome.status, outcome.stdout).toBe(0);
    const report = JSON.parse(outcome.stdout) as { readonly launches: readonly unknown[] };
    expect(report.launches).toHaveLength(5);
  });

  it("find clusters, tensor maps and boxes as a GPU has them", async () => {
    const outcome = run(await build("boxes", ["boxes.cu"], compiler), []);
    expect(outcome).toMatchObject({ status: 0, stdout: "all is so\n" });
    // What it said were the launches that a GPU refuses too.
    expect(outcome.stderr).toMatch(/^(fftgen emulator: kernel nothing: launch refused: .*\n){4}$/);
  });

  // Of another emulator, which is compiled for it.
  it.runIf(isThorough)("run on portable fibers too", async () => {
    const program = await build("portable", ["transpose.cu"], compiler, ["-DFFTGEN_EMULATOR_PORTABLE_FIBERS"]);
    expect(run(program, [])).toMatchObject({ status: 0, stderr: "" });
  });
});

const clang = isInstalled("clang++");
describe.skipIf(!clang)(`clang++${clang ? "" : " (skipped: not installed)"}`, () => {
  it.each(["transpose.cu", "arithmetic.cu", "pipeline.cu", "boxes.cu"])(
    "compiles %s without warnings, and it runs",
    async (source) => {
      expect(run(await build("clang", [source], "clang++"), []).status).toBe(0);
    },
  );
});

const nvcc = isInstalled("nvcc");
describe.skipIf(!nvcc)(`nvcc${nvcc ? "" : " (skipped: not installed)"}`, () => {
  it("compiles the same sources for sm_75 and sm_90 without warnings", async () => {
    const sources = ["transpose.cu", "arithmetic.cu", "cuda_names.cu", "planted_bugs.cu", ...linkage];
    await requireOnGpus([75, 90], sources);
  });

  it("compiles those with clusters for sm_90 without warnings", async () => {
    await requireOnGpus([90], ["pipeline.cu", "boxes.cu"]);
  });
});
