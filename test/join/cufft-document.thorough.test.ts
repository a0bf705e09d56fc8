// What plans/joining.md prints on cuFFT, word for word: a program is recorded, a bundle is made for it and built, and it runs with that.
// Without a GPU the libraries load and pass on; what they serve there is seen under the emulator.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cudaCompiler } from "../../generator/toolchain/compilers.js";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { mainFile, useProgram, useProject } from "../cli/program.js";
import { isInstalled } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";

useProgram();
const project = useProject();

const document = readFileSync(join(import.meta.dirname, "../../plans/joining.md"), "utf8");
const section = /^## cuFFT\n(.*?)^## /msu.exec(document)?.[1] ?? "";
const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, block]) => block ?? "");

const PROGRAM = `#include <dlfcn.h>
int cufftPlan1d(int*, int, int, int);
int cufftExecC2C(int, void*, void*, int);
int cufftDestroy(int);
int main(void) {
  int plan;
  double numbers[128];
  if (cufftPlan1d(&plan, 64, 0x29, 1) || cufftExecC2C(plan, numbers, numbers, -1) || cufftDestroy(plan)) return 1;
  /* And as JAX does. */
  void* cufft = dlopen("libcufft.so.12", RTLD_NOW);
  int (*execute)(int, void*, void*, int) = dlsym(cufft, "cufftExecC2C");
  return cufftPlan1d(&plan, 64, 0x29, 1) || execute(plan, numbers, numbers, 1);
}`;

const REAL = `int cufftCreate(int* plan) { return *plan = 1, 0; }
int cufftDestroy(int plan) { return 0; }
int cufftMakePlanMany64() { return 0; }
int cufftPlan1d(int* plan, int n, int type, int batch) { return 0; }
int cufftExecC2C(int plan, void* in, void* out, int direction) { return 0; }`;

const MAP = "libcufft.so.12 { global: cufft*; local: *; };";

async function runLines(lines: string): Promise<string> {
  const script = [
    "set -e",
    `npx() { shift; ${shellWord(process.execPath)} ${shellWord(mainFile())} "$@"; }`,
    `export CUDACXX=${shellWord(cudaCompiler()?.path ?? "nvcc")}`,
    lines,
  ].join("\n");
  const { stdout, stderr } = await requireSuccess("sh", ["-c", script], { directory: project.path() });
  return stdout + stderr;
}

test.skipIf(cudaCompiler() === undefined || !["cmake", "gcc"].every(isInstalled))(
  "a program for cuFFT runs as plans/joining.md says",
  async () => {
    const directory = project.path();
    for (const [name, text] of Object.entries({ "program.c": PROGRAM, "real.c": REAL, "real.map": MAP }))
      writeFileSync(project.path(name), text);
    const cc = (words: readonly string[]) => requireSuccess("gcc", ["-w", ...words], { directory });
    const soname = "-Wl,-Bsymbolic,-soname,libcufft.so.12,--version-script=real.map";
    await cc(["-shared", "-fPIC", soname, "-o", "libcufft.so.12", "real.c"]);
    await cc(["-o", "program", "program.c", "libcufft.so.12", "-ldl", "-Wl,--disable-new-dtags,-rpath,$ORIGIN"]);
    const [first = "", byHand = "", named = "", ...others] = blocks;
    expect(others).toEqual([]);

    const twoRuns = await runLines(first);
    expect(twoRuns).toContain("fftgen: 1 execution of cuFFT, recorded in ");
    expect(twoRuns).toContain("recorded  1 of 1 problem, 100% of the recorded calls");
    expect(twoRuns).toContain("fftgen: building generated/fft/build/libfft_cufft.so: cmake -S generated/fft");
    expect(twoRuns.match(/fftgen: served \d of 1 executions of cuFFT\n/gu)).toHaveLength(2);

    await runLines("npx fftgen plan 4096 --no-verify\nnpx fftgen plan 4096 --inverse --no-verify");
    const built = await runLines(byHand);
    expect(built).toMatch(/fftgen: served \d of 1 executions of cuFFT\n/u);
    // Both executions, of which the second is found by its name.
    expect(await runLines(named)).toMatch(/fftgen: served \d of 2 executions of cuFFT\n/u);
  },
  240_000,
);
