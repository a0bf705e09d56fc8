// How programs find cuFFT, and whether they find a bundle before it: by DT_NEEDED or by dlopen, with symbols that have versions, in
// libraries whose run-time paths lead to the real one.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders } from "../toolchain/emulator-library.js";
import { requireSuccess, type Outcome } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { cufftLibraries, fixture, type CufftLibraries } from "./cufft-bundle.js";

const folder = scratchFolder("cufft-loader");
afterAll(folder.remove);

/** `libcufft.so.12` exports these, by `readelf --dyn-syms` of version 12.0. */
const NAMES = readFileSync(fixture("cufft_names.txt"), "utf8").trim().split("\n");

let libraries: CufftLibraries = { cuda: "", preload: "", named: "", real: "", computing: "" };
const program = join(folder.path, "program");
const plugin = (name: string): string => join(folder.path, "plugins", name);

async function build(compiler: string): Promise<void> {
  libraries = await cufftLibraries(compiler, folder.path);
  mkdirSync(join(folder.path, "plugins"));
  const common = ["-std=c++17", "-w", ...emulatorHeaders];
  const { cuda, real } = libraries;
  const shared = [...common, "-shared", "-fPIC", fixture("loader_plugin.cpp"), `-Wl,-rpath,${folder.path}`];
  const rpath = ["-Wl,--disable-new-dtags", "-Wl,-rpath,$ORIGIN/../real"];
  await requireSuccess(compiler, [...shared, ...rpath, "-o", plugin("needed.so"), cuda, real]);
  await requireSuccess(compiler, [...shared, ...rpath, "-DBY_NAME", "-o", plugin("by_name.so"), cuda, "-ldl"]);
  await requireSuccess(compiler, [...shared, "-DBY_NAME", "-o", plugin("without_path.so"), cuda, "-ldl"]);
  await requireSuccess(compiler, [...common, fixture("loader_program.cpp"), "-o", program, "-ldl"]);
}

const runWith = (
  name: string,
  environment: Readonly<Record<string, string>>,
  names: readonly string[] = [],
): Promise<Outcome> => {
  const preload = [libraries.cuda, environment["LD_PRELOAD"] ?? ""].join(":");
  return requireSuccess(program, [plugin(name), ...names], { environment: { ...environment, LD_PRELOAD: preload } });
};

const SERVED = "plan: 0\nexecution: 0\nreal destroy 1\ndestroy: 0\n";
const PASSED =
  "real plan 1: n 64 in none out none type 29 batch 5\nplan: 0\nreal c2c 1 -1\nexecution: 0\nreal destroy 1\ndestroy: 0\n";
const OTHERS = "estimate: 0 1048576\nreal debug 9 1.5 2.5 3 4 5 6 7 8 3.5\ndebug: 9\n";
const LINE = "fftgen: served 1 of 1 executions of cuFFT\n";

describe.skipIf(hostCompiler === undefined)(`programs that look for cuFFT${withoutCompiler}`, () => {
  beforeAll(() => build(hostCompiler ?? ""), 240_000);

  test("find it without a bundle", async () => {
    const { stdout, stderr } = await runWith("needed.so", {});
    expect({ stdout, stderr }).toEqual({ stdout: PASSED + OTHERS, stderr: "" });
  });

  test("by DT_NEEDED, find the bundle that is loaded before", async () => {
    const { stdout, stderr } = await runWith("needed.so", { LD_PRELOAD: libraries.preload });
    expect({ stdout, stderr }).toEqual({ stdout: SERVED + OTHERS, stderr: LINE });
  });

  test("by dlopen, find the real one, and the bundle under its name", async () => {
    const before = await runWith("by_name.so", { LD_PRELOAD: libraries.preload });
    expect(before).toMatchObject({ stdout: PASSED + OTHERS, stderr: "" });
    const named = await runWith("by_name.so", { LD_PRELOAD: libraries.named });
    expect(named).toMatchObject({ stdout: SERVED + OTHERS, stderr: LINE });
  });

  test("find all its names under its name, with the versions of its symbols, and the real one by the program's paths", async () => {
    const { stdout, stderr } = await runWith("needed.so", { LD_PRELOAD: libraries.named }, [...NAMES, "cufftNone"]);
    expect(NAMES).toHaveLength(58);
    expect({ stdout, stderr }).toEqual({ stdout: `${SERVED}${OTHERS}lacks cufftNone\n`, stderr: LINE });
  });

  test("without a path to it: the variable, LD_LIBRARY_PATH, or nothing behind the bundle", async () => {
    const one = { LD_PRELOAD: libraries.named };
    const told = await runWith("without_path.so", { ...one, FFTGEN_CUFFT: libraries.real });
    expect(told).toMatchObject({ stdout: SERVED + OTHERS, stderr: LINE });
    const listed = await runWith("without_path.so", {
      ...one,
      LD_LIBRARY_PATH: `/nowhere:${join(folder.path, "real")}`,
    });
    expect(listed).toMatchObject({ stdout: SERVED + OTHERS, stderr: LINE });
    // Its own path: it is not the real library, and says so.
    const itself = await runWith("without_path.so", { ...one, FFTGEN_CUFFT: libraries.named });
    expect(itself.stdout).toContain("plan: 0\nexecution: 0\ndestroy: 0\nestimate: 14 0\ndebug: 14\n");
    expect(itself.stderr).toContain(`fftgen: FFTGEN_CUFFT: ${libraries.named} is not the real cuFFT\n`);
    expect(itself.stderr).toContain(LINE);
  });

  test("in LD_LIBRARY_PATH before the real one", async () => {
    const environment = { LD_LIBRARY_PATH: `${join(folder.path, "named")}:${join(folder.path, "real")}` };
    const { stdout, stderr } = await runWith("without_path.so", environment);
    expect({ stdout, stderr }).toEqual({ stdout: SERVED + OTHERS, stderr: LINE });
  });
});
