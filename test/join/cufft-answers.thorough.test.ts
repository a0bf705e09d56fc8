// A program that asks what cuFFT answers must print the same with a bundle before cuFFT, whose library is played by one that computes by
// the definition; and what the bundle serves is compared with that library.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders } from "../toolchain/emulator-library.js";
import { requireSuccess, type Outcome } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { cufftLibraries, fixture, type CufftLibraries } from "./cufft-bundle.js";

const folder = scratchFolder("cufft-answers");
afterAll(folder.remove);

let libraries: CufftLibraries = { cuda: "", preload: "", named: "", real: "", computing: "" };
const program = join(folder.path, "answers");

async function build(compiler: string): Promise<void> {
  libraries = await cufftLibraries(compiler, folder.path);
  const { cuda, computing } = libraries;
  const paths = [
    "-Wl,--disable-new-dtags",
    `-Wl,-rpath,${folder.path}`,
    `-Wl,-rpath,${join(folder.path, "computing")}`,
  ];
  const flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-DWITHOUT_GRAPHS", ...emulatorHeaders];
  await requireSuccess(compiler, [...flags, fixture("cufft_answers.cpp"), ...paths, "-o", program, cuda, computing]);
}

const runWith = (library: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  requireSuccess(program, [], { environment: { ...environment, LD_PRELOAD: `${libraries.cuda}:${library}` } });

describe.skipIf(hostCompiler === undefined)(`what cuFFT answers${withoutCompiler}`, () => {
  beforeAll(() => build(hostCompiler ?? ""), 240_000);

  test("is answered with a bundle before it, too", async () => {
    const alone = await runWith("");
    expect(alone.stdout).not.toMatch(/(?:right|is run|mean nothing|each other|their spectra|is kept|is missed): 0/u);
    for (const library of [libraries.preload, libraries.named]) {
      const { stdout, stderr } = await runWith(library);
      expect(stdout).toBe(alone.stdout);
      expect(stderr).toMatch(/^fftgen: served \d+ of \d+ executions of cuFFT\n$/u);
    }
  });

  test("agrees with what the bundle computes", async () => {
    const alone = await runWith("");
    const { stdout, stderr } = await runWith(libraries.preload, { FFTGEN_SHIM: "check" });
    expect(stdout).toBe(alone.stdout);
    expect(stderr).toMatch(
      /^fftgen: served (\d+) of \d+ executions of cuFFT\nfftgen: compared \d+ of \1 served executions with cuFFT: 0 differ by more than is allowed; the largest difference is 0\.\d+ of the allowed one\n$/u,
    );
  });

  test("differs where one of both is wrong, and is said once for each plan", async () => {
    const { stderr } = await runWith(libraries.preload, { FFTGEN_SHIM: "check", STUB_ERROR: "0.01" });
    expect(stderr).toMatch(
      /^fftgen: c2c 64 f32 forward, 4 arrays: the result differs from cuFFT's by 0\.\d+ of its size; allowed is \d\.\de-07$/mu,
    );
    expect(stderr).toMatch(
      /with cuFFT: [1-9]\d* differ by more than is allowed; the largest difference is \S+ of the allowed one\n$/u,
    );
  });

  test("is not compared without a cuFFT", async () => {
    const none = join(folder.path, "none.so");
    writeFileSync(none, "");
    const { stderr } = await runWith(libraries.named, { FFTGEN_SHIM: "check", FFTGEN_CUFFT: none });
    expect(stderr).toContain("fftgen: FFTGEN_SHIM=check: there is no plan of cuFFT to compare with\n");
    expect(stderr).toMatch(/fftgen: compared 0 of \d+ served executions with cuFFT\n$/u);
  });
});
