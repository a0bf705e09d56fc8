// What nvcc makes of generated packages: no warnings for any architecture that nvcc knows, no spilled registers on the one
// they are tuned for. Compiles what every checked-in plan gives, and many that nobody would check in.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emittedPackage, filesOf } from "../../generator/cli/emitted-package.js";
import { wantedPackages } from "../../generator/cli/packages.js";
import { findProject } from "../../generator/cli/project.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { MOST_SPILLED } from "../../generator/tune/measurement.js";
import { emitted, lowered } from "./named-plan.js";
import { halves, made, onClusters, searchedHalves } from "./nvcc-plans.js";
import { keepFinding, knownFinding } from "../toolchain/evidence.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { isInstalled } from "../toolchain/compilers.js";

const nvcc = isInstalled("nvcc");

/** The oldest architectures that this nvcc and the packages support, and the one that plans are tuned for. */
function architectures(): readonly string[] {
  const offered = spawnSync("nvcc", ["--list-gpu-arch"], { encoding: "utf8" }).stdout;
  return ["70", "75", "80", "90"].filter((number) => new RegExp(`compute_${number}\\b`).test(offered));
}

interface CompiledKernel {
  /** The package's name. */
  readonly name: string;
  /** `sm_90 kernel_2` */
  readonly kernel: string;
  readonly spilledBytes: number;
}

/** Reads what `ptxas -v` says: a mangled function `fftgen::<name>::...kernel_<n>` and its architecture, then its spills. */
function kernelsOf(report: string): readonly CompiledKernel[] {
  const entries = report.matchAll(/entry function '_ZN6fftgen(\d+)(\w+)' for '(sm_\d+)'[^]*?(\d+) bytes spill stores/g);
  return [...entries].map(([, length, mangled = "", architecture = "", bytes]) => {
    const name = mangled.slice(0, Number(length));
    const kernel = /kernel_\d+/.exec(mangled.slice(name.length))?.[0] ?? "";
    return { name, kernel: `${architecture} ${kernel}`, spilledBytes: Number(bytes) };
  });
}

const PACKAGES_PER_UNIT = 8;
const FLAGS = ["-std=c++17", "-O3", "-Werror", "all-warnings", "-Xptxas", "-v"] as const;

/** `sm_90 kernel_1 0, sm_90 kernel_2 16`: kernels and the bytes that they spill. */
const printFinding = (kernels: readonly CompiledKernel[]): string =>
  kernels.map(({ kernel, spilledBytes }) => `${kernel} ${spilledBytes}`).join(", ");

const readFinding = (name: string, finding: string): readonly CompiledKernel[] =>
  [...finding.matchAll(/(\w+ \w+) (\d+)/g)].map(([, kernel = "", bytes]) => ({
    name,
    kernel,
    spilledBytes: Number(bytes),
  }));

type Compilation =
  | { readonly kind: "compiled"; readonly kernels: readonly CompiledKernel[] }
  | { readonly kind: "refused"; readonly complaints: string };

/** Compiles the launchers of some packages as one translation unit: nvcc takes longer to start than to compile one. */
async function compileTogether(
  directory: string,
  unit: string,
  names: readonly string[],
  architectures: readonly string[],
): Promise<Compilation> {
  writeFileSync(join(directory, unit), names.map((name) => `#include "${name}/${name}.cu"\n`).join(""));
  const targets = architectures.map((number) => `-gencode=arch=compute_${number},code=sm_${number}`);
  const { exitCode, stderr } = await runProgram("nvcc", [...FLAGS, ...targets, "-c", unit, "-o", `${unit}.o`], {
    directory,
  });
  if (exitCode === 0) return { kind: "compiled", kernels: kernelsOf(stderr) };
  return {
    kind: "refused",
    complaints: stderr
      .split("\n")
      .filter((line) => !/^ptxas info/.test(line))
      .join("\n"),
  };
}

/** As `compileTogether`, but without those that are to blame when it is refused. Throws when nobody is. */
async function compileAll(
  directory: string,
  unit: string,
  names: readonly string[],
  architectures: readonly string[],
): Promise<ReadonlyMap<string, Compilation>> {
  const outcome = await compileTogether(directory, `${unit}.cu`, names, architectures);
  if (outcome.kind === "compiled") {
    const own = (name: string): readonly CompiledKernel[] => outcome.kernels.filter((kernel) => kernel.name === name);
    return new Map(names.map((name) => [name, { kind: "compiled", kernels: own(name) }]));
  }
  const lines = outcome.complaints.split("\n");
  const blame = (name: string): readonly string[] =>
    lines.filter((line) => line.includes(`_ZN6fftgen${name.length}${name}`) || line.includes(`${name}_kernels.cuh(`));
  const refused = names.filter((name) => blame(name).length > 0);
  if (refused.length === 0) throw new Error(outcome.complaints);
  const others = await compileAll(
    directory,
    unit,
    names.filter((name) => !refused.includes(name)),
    architectures,
  );
  const complaints = refused.map((name) => [name, { kind: "refused", complaints: blame(name).join("\n") }] as const);
  return new Map([...others, ...complaints]);
}

/** What all checked-in plans give. */
const checkedIn = wantedPackages(findProject(), []).map((one) => emittedPackage(one));

/** What nvcc compiles. */
const sourcesOf = (files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.filter(({ path }) => /\.(cu|cuh|h)$/.test(path) && path !== "verify.cu");

/** The least compute capability that a package promises to run on, 75 for 7.5: its header says so. */
function promisedCapability(name: string, files: readonly GeneratedFile[]): number {
  const header = files.find(({ path }) => path === `include/fftgen/${name}.h`)?.text ?? "";
  const words = header.replace(/\s+(\*\s+)?/g, " ");
  const [, major, minor] = /runs on compute capability (\d+)\.(\d)/.exec(words) ?? [];
  if (major === undefined) throw new Error(`${name}.h does not say which compute capability it needs`);
  return Number(`${major}${minor}`);
}

describe.skipIf(!nvcc)(`generated packages compiled by nvcc${nvcc ? "" : " (skipped: no nvcc)"}`, () => {
  const scratch = scratchFolder("nvcc");
  afterAll(scratch.remove);
  const outcomes = new Map<string, Compilation>();
  /** By package, where its kernels are not empty. 90: on clusters, or with kernels that start early; 75 and 80: on tensor cores. */
  const promised = new Map<string, number>();
  /** By package: the paths and texts of its files. */
  const texts = new Map<string, readonly string[]>();
  const offered = architectures();
  const evidenceOf = (name: string): readonly string[] => [...FLAGS, ...offered, ...(texts.get(name) ?? [])];

  beforeAll(async () => {
    const place = (name: string, read: () => readonly GeneratedFile[]): boolean => {
      try {
        const files = sourcesOf(read());
        mkdirSync(join(scratch.path, name, "include", "fftgen"), { recursive: true });
        for (const { path, text } of files) writeFileSync(join(scratch.path, name, path), text);
        promised.set(name, promisedCapability(name, files));
        texts.set(
          name,
          files.flatMap(({ path, text }) => [path, text]),
        );
        return true;
      } catch (error) {
        outcomes.set(name, { kind: "refused", complaints: error instanceof Error ? error.message : String(error) });
        return false;
      }
    };
    const all = [
      ...made.filter((named) => place(named.name, () => emitted(named))).map(({ name }) => name),
      ...checkedIn.filter((one) => place(one.name, () => filesOf(one))).map(({ name }) => name),
    ];
    const known = (name: string): boolean => {
      const finding = knownFinding(name, evidenceOf(name));
      if (finding !== undefined) outcomes.set(name, { kind: "compiled", kernels: readFinding(name, finding) });
      return finding !== undefined;
    };
    const placed = all.filter((name) => !known(name));
    // Few at a time: what has been found of them is kept when something else goes wrong.
    const units = Array.from({ length: Math.ceil(placed.length / PACKAGES_PER_UNIT) }, (_, index) =>
      placed.slice(index * PACKAGES_PER_UNIT, (index + 1) * PACKAGES_PER_UNIT),
    );
    const parts = await inParallel(2, units, (names) =>
      compileAll(scratch.path, `unit_${names[0] ?? ""}`, names, offered),
    );
    for (const part of parts)
      for (const [name, outcome] of part) {
        outcomes.set(name, outcome);
        if (outcome.kind === "compiled") keepFinding(name, evidenceOf(name), printFinding(outcome.kernels));
      }
  }, 1_500_000);

  const kernelsCompiledFor = (name: string): readonly CompiledKernel[] => {
    const outcome = outcomes.get(name) ?? { kind: "refused", complaints: "not compiled" };
    if (outcome.kind === "refused") throw new Error(outcome.complaints);
    return outcome.kernels;
  };

  test.each(made.map((one) => [one.name, one] as const))("%s, made for this test, has no warning", (name, one) => {
    expect(kernelsCompiledFor(name).length).toBe(lowered(one).host.launches.length * offered.length);
  });

  test.each(onClusters.map(({ name }) => name))("%s, on clusters, spills nothing", (name) => {
    expect(kernelsCompiledFor(name).filter(({ spilledBytes }) => spilledBytes > 0)).toEqual([]);
  });

  // Of what a search finds without a compiler, as here, three kernels in a hundred are to spill a little: `plan` asks nvcc (search/spilling.ts).
  test.each([
    ...halves.map(({ name }) => [name, "nothing", 0] as const),
    ...searchedHalves.map(({ name }) => [name, "a pair of registers at most", 8] as const),
  ])("%s, of 16-bit numbers, spills %s on sm_90", (name, _, most) => {
    const spilling = kernelsCompiledFor(name).filter(({ spilledBytes }) => spilledBytes > most);
    expect(spilling.filter(({ kernel }) => kernel.startsWith("sm_90 "))).toEqual([]);
  });

  test("tensor cores of half precision are asked for from 7.5 on, of bfloat16 from 8.0 on", () => {
    const needed = halves.map(({ name }) => promised.get(name));
    expect(needed).toEqual([75, 80, 75, 75, 75, 70]);
  });

  test.each(checkedIn.map((one) => [one.name, one] as const))(
    "%s has no warning, and spills nothing on sm_90, or goes there and back and was the fastest with a little",
    (name, { units }) => {
      const kernels = kernelsCompiledFor(name);
      const count = units.reduce((sum, { kernels: own }) => sum + own.length, 0);
      expect(kernels.length).toBe(count * offered.length);
      const turns = units.some(({ plan }) => plan.kernels.some(({ through }) => through !== undefined));
      // These are stored; as many are loaded.
      const most = turns ? MOST_SPILLED / 2 : 0;
      const spilling = kernels.filter(({ kernel, spilledBytes }) => kernel.startsWith("sm_90 ") && spilledBytes > most);
      expect(spilling).toEqual([]);
    },
  );

  test("the headers are C89 as well as C++11", { timeout: 60_000 }, async () => {
    const shown = await runProgram("nvcc", ["-E", "-M", "-x", "cu", "/dev/null"]);
    const include = /(\S*)\/cuda_runtime\.h/.exec(shown.stdout)?.[1] ?? "";
    expect(include).not.toBe("");
    const names = [...checkedIn, ...halves].map(({ name }) => name);
    const calls = names.map((name) => `  if (fftgen_${name}_workspace_bytes(0) != 0) return 1;`);
    const text = [
      ...names.map((name) => `#include "${name}/include/fftgen/${name}.h"`),
      "int main(void) {",
      ...calls,
      "  return 0;",
      "}",
      "",
    ];
    writeFileSync(join(scratch.path, "headers.c"), text.join("\n"));
    for (const [compiler, standard] of [
      ["gcc", "c89"],
      ["g++", "c++11"],
    ] as const) {
      const language = standard === "c89" ? "c" : "c++";
      const flags = [
        `-std=${standard}`,
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-isystem",
        include,
        "-x",
        language,
      ];
      const outcome = await runProgram(compiler, [...flags, "-fsyntax-only", "headers.c"], { directory: scratch.path });
      expect(outcome, standard).toMatchObject({ exitCode: 0, stderr: "" });
    }
  });

  test("the compiler's report is understood", () => {
    const report = [
      "ptxas info    : Compiling entry function '_ZN6fftgen12c2c_f32_100055_GLOBAL__N__69a_15kernel_1EPK6float2PS2_m' for 'sm_90'",
      "ptxas info    : Function properties for _ZN6fftgen12c2c_f32_100055_GLOBAL__N__69a_15kernel_1EPK6float2PS2_m",
      "    16 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads",
    ];
    expect(kernelsOf(report.join("\n"))).toEqual([
      { name: "c2c_f32_1000", kernel: "sm_90 kernel_1", spilledBytes: 24 },
    ]);
  });
});
