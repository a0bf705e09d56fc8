// The vendored headers compile without a warning: by nvcc for a GPU, and by the host's compiler without cuFFT.
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isThorough } from "../effort.js";
import { requireNoWarning } from "../toolchain/evidence.js";
import { canInclude, compile, FIXTURES, hasCompiler, run, RUNTIME, temporaryFolder, WARNINGS } from "./toolchain.js";

const folder = temporaryFolder();
afterAll(folder.remove);

const requireOnGpu = (fixture: string, definitions: readonly string[]): Promise<void> =>
  requireNoWarning([fixture, ...definitions].join(" "), {
    sources: [join(FIXTURES, fixture)],
    flags: ["-std=c++17", "-arch=sm_90", "-Xcompiler", "-Wall,-Wextra,-Werror", ...definitions],
    includes: [RUNTIME, join(RUNTIME, "..", "device")],
  });

describe("a program in the form of a generated verify.cu", () => {
  it("compiles with nvcc", async ({ skip }) => {
    if (!hasCompiler("nvcc")) skip("there is no nvcc");
    await requireOnGpu("copy_verify.cu", []);
  });

  it("compiles with nvcc for real elements, with kernels that check them", async ({ skip }) => {
    if (!hasCompiler("nvcc")) skip("there is no nvcc");
    await requireOnGpu("walsh_verify.cu", ["-DWALSH_ELEMENT=__half", "-DWALSH_HALF"]);
  });

  it("compiles with nvcc and cuFFT", async ({ skip }) => {
    if (!hasCompiler("nvcc") || !canInclude("nvcc", "cufft.h")) skip("there is no nvcc with cufft.h");
    await requireOnGpu("copy_verify.cu", ["-DFFTGEN_WITH_CUFFT"]);
  });

  it.runIf(isThorough)("compiles with g++, and passes on a pretended GPU with graphs", ({ skip }) => {
    if (!hasCompiler("g++")) skip("there is no g++");
    const program = folder.path("copy-host");
    compile("g++", [
      ...[...WARNINGS, "-DFAKE_GRAPHS", "-x", "c++", "-I", `${FIXTURES}/fake`, "-I", RUNTIME],
      ...[`${FIXTURES}/copy_verify.cu`, "-o", program, "-pthread"],
    ]);
    const verified = run(program, []);
    expect(verified.stdout).toMatch(/random input, in place +1048577 .* ok\n/); // more blocks than a grid's y dimension has
    expect(verified.stdout).toMatch(/CUDA graph +35 +70 +ok\n/);
    expect(verified.stdout).toMatch(/c2c_f32_1: verified, relative L2 error 0 \(bound 6e-08\)\n$/);
    expect(verified.status).toBe(0);

    const refused = run(program, ["--batch", "5"], { FAKE_CAPTURE: "refused" });
    expect(refused.stdout).toContain("the launches cannot be captured: cudaErrorStreamCaptureInvalidated");
    expect(refused.stdout).toMatch(/c2c_f32_1: FAILED: CUDA graph \(batch 5\)\n$/);
    expect(refused.status).toBe(1);

    expect(run(program, ["benchmark", "--batch", "2"]).stdout).toContain(
      "no cuFFT: compiled without FFTGEN_WITH_CUFFT",
    );
  });
});
