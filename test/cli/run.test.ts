// `fftgen run`: a program runs as it would alone, with a library before cuFFT.
import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { parseProblems } from "../../generator/json/problem-file.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();
beforeEach(project.clear);

test("says what it lacks, and which command makes it", async () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [["--", "true"], "run needs --record FILE, which records the transforms of the program, or --bundle DIR"],
    [
      ["--record", "x.json"],
      "which program? It comes after --, as in `fftgen run --record problems.json -- ./program`",
    ],
    [
      ["--record", "x.json", "true"],
      "run takes a program after --, as in `fftgen run --record problems.json -- ./program`; found true",
    ],
    [["--record", "x.json", "--check", "--", "true"], "--check compares what a bundle serves: add --bundle DIR"],
    [["--record", "x.json", "--", "no-such-program"], "there is no program no-such-program on the PATH"],
    [["--record", "x.json", "--", "./none"], "there is no program ./none\n"],
    [["--record", "x.json", "--as", "libfft.so", "--", "true"], "--as libfft.so: expected a name of cuFFT's"],
    [
      ["--bundle", "generated/fft", "--", "true"],
      "there is no bundle; `fftgen bundle fft plans/*.plan.ts --for cufft`",
    ],
  ];
  project.write("main.cpp", "int main() {}\n");
  for (const [words, message] of [
    ...wrong,
    [
      ["--record", "main.cpp", "--", "true"],
      "main.cpp is there already, and is no recording that fftgen wrote",
    ] as const,
  ]) {
    const { code, stderr } = await project.run(["run", ...words]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  }
  expect(project.read("main.cpp")).toBe("int main() {}\n");
  await project.run(["plan", "16", "--no-verify", "--no-compile"]);
  await project.run(["bundle", "fft", "c2c_f32_16"]);
  const { code, stderr } = await project.run(["run", "--bundle", "generated/fft", "--", "true"]);
  expect(stderr).toContain(
    "no library with cuFFT's functions; `fftgen bundle fft --for cufft`, with the plans that it has",
  );
  expect(code).toBe(2);
});

test("builds no library where LD_PRELOAD cannot have it", async () => {
  await project.run(["plan", "16", "--no-verify", "--no-compile"]);
  await project.run(["bundle", "fft", "c2c_f32_16", "--for", "cufft", "--out", "a b/fft"]);
  const { code, stderr } = await project.run(["run", "--bundle", "a b/fft", "--", "true"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `fftgen: LD_PRELOAD takes no path with a space or a colon in it: ${project.path("a b/fft")}; move the bundle\n`,
  });
});

/** Calls cuFFT, which need not compute. */
const CLIENT = `
int cufftPlan1d(int*, int, int, int);
int cufftExecC2C(int, void*, void*, int);
int cufftDestroy(int);
int main(void) {
  int plan;
  double numbers[128];
  for (int i = 0; i < 3; ++i) {
    if (cufftPlan1d(&plan, 64, 0x29, 1) || cufftExecC2C(plan, numbers, numbers, -1) || cufftDestroy(plan)) return 1;
  }
  return 0;
}`;

const REAL = `
int cufftCreate(int* plan) { return *plan = 1, 0; }
int cufftDestroy(int plan) { return 0; }
int cufftMakePlanMany64() { return 0; }
int cufftPlan1d(int* plan, int n, int type, int batch) { return 0; }
int cufftExecC2C(int plan, void* in, void* out, int direction) { return 0; }`;

describe.skipIf(hostCompiler === undefined)(`without a bundle${withoutCompiler}`, () => {
  test("a program has its words, its streams and its exit code", async () => {
    const script = 'echo "$1" "$2"; echo "$LD_PRELOAD $FFTGEN_SHIM_LOG" >&2; exit 7';
    const words = ["run", "--record", "log.%p.json", "--", "sh", "-c", script, "sh", "--help", "two\nlines"];
    const { code, stdout, stderr } = await project.spawn(words);
    expect({ code, stdout }).toEqual({ code: 7, stdout: "--help two\nlines\n" });
    expect(stderr).toMatch(/libfftgen_cufft-[0-9a-f]{16}\.so \S+\/log\.%p\.json\n$/u);
    const killed = await project.spawn(["run", "--record", "log.json", "--", "sh", "-c", "kill -TERM $$"]);
    expect(killed.code).toBe(143);
  });

  test.skipIf(!isInstalled("gcc"))("what a program has cuFFT compute is recorded", async () => {
    for (const [name, text] of Object.entries({ "client.c": CLIENT, "real.c": REAL }))
      writeFileSync(project.path(name), text);
    const directory = project.path();
    const cc = (words: readonly string[]) => requireSuccess("gcc", ["-w", ...words], { directory });
    await cc(["-shared", "-fPIC", "-Wl,-Bsymbolic,-soname,libcufft.so.12", "-o", "libcufft.so.12", "real.c"]);
    await cc(["-o", "client", "client.c", "libcufft.so.12", "-Wl,-rpath,$ORIGIN"]);
    for (const words of [[], ["--as", "libcufft.so.12"]]) {
      const { code, stderr } = await project.spawn(["run", "--record", "log.json", ...words, "--", "./client"]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `fftgen: 3 executions of cuFFT, recorded in ${project.path("log.json")}\n`,
      });
      const { problems } = parseProblems("log.json", project.read("log.json"));
      expect(problems).toMatchObject([{ name: "c2c 64 f32 forward", calls: 3, served: 0, batch: { count: 1 } }]);
    }
    const { stdout } = await project.run(["bundle", "fft", "--for", "cufft", "--from", "log.json"]);
    expect(stdout).toContain("recorded  1 of 1 problem, 100% of the recorded calls");
  });
});

describe.skipIf(!["nvcc", "cmake"].every(isInstalled))("with a bundle", () => {
  test("its library is built once", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    await project.run(["bundle", "fft", "c2c_f32_16", "--for", "cufft"]);
    const words = ["run", "--bundle", "generated/fft", "--check", "--", "sh", "-c", "echo $LD_PRELOAD $FFTGEN_SHIM"];
    const library = project.path("generated/fft/build/libfft_cufft.so");
    const { code, stdout, stderr } = await project.spawn(words);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${library} check\n` });
    expect(stderr).toContain(
      "fftgen: building generated/fft/build/libfft_cufft.so: cmake -S generated/fft -B generated/fft/build",
    );
    expect((await project.spawn(words)).stderr).toBe("");
    const named = ["run", "--bundle", "generated/fft", "--as", "libcufft.so.12", "--", "sh", "-c", "echo $LD_PRELOAD"];
    expect((await project.spawn(named)).stdout).toBe(`${project.path("generated/fft/build/cufft/libcufft.so.12")}\n`);
    // The bundle is written again beside what was built.
    expect((await project.run(["bundle", "fft", "c2c_f32_16"])).code).toBe(0);
  });
});
