// Compiles many packages into one program for the emulator, and transforms numbers with it. One program, because each
// compilation costs more than the packages in it: the launchers are two translation units, one for each of two cores.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { isComplex } from "../../generator/plan/transform.js";
import type { LaunchRecord } from "../emulator/build.js";
import { hostCompiler } from "../toolchain/compilers.js";
import type { Interleaved } from "./interleaved.js";
import { emitted, type NamedPlan } from "./named-plan.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { objectOf } from "../toolchain/linked-program.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

/** Numbers as packages take them; 16-bit ones as their bits. */
export type Numbers = Interleaved | Uint16Array;

export type Placement = "in-place" | "out-of-place";

export interface TransformOutcome<N extends Numbers = Numbers> {
  readonly output: N;
  /** What the program and the emulator complained of; empty when all is well. */
  readonly complaints: string;
  readonly launches: readonly LaunchRecord[];
}

export interface EmulatorOptions {
  /** Clusters that run at once, each with threads in an order of its own, of four. Default 2. */
  readonly clusters?: number;
}

export interface EmulatedPackages {
  /** Runs a package on a batch of arrays, as many as `input` holds. Throws why, if it could not be emitted or compiled. */
  readonly transform: <N extends Numbers>(
    named: NamedPlan,
    input: N,
    placement: Placement,
    options?: EmulatorOptions,
  ) => Promise<TransformOutcome<N>>;
  /** Where the packages lie, each in a folder of its name. */
  readonly directory: string;
  readonly remove: () => void;
}

/** Long enough for a hook that builds. */
export const BUILD_TIMEOUT = 300_000;

const FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-pthread"];

export interface BuildOptions {
  /** The files of a package, for tests that change them. Default: as they are emitted. */
  readonly emit?: (named: NamedPlan) => readonly GeneratedFile[];
  /** Pays where there is more to run than to compile. Default "-O1". */
  readonly optimisation?: "-O0" | "-O1";
  /** What the driver calls, as arguments of `describe` behind the name. Default: what the package's header declares. */
  readonly described?: (name: string) => string;
}

const asDeclared = (name: string): string =>
  `fftgen::${name}::elements, fftgen_${name}_workspace_bytes, fftgen_${name}_execute`;

/** A package that is refused, with or without a good reason, does not keep the others from being built. */
export async function buildPackages(
  plans: readonly NamedPlan[],
  { emit = emitted, optimisation = "-O1", described = asDeclared }: BuildOptions = {},
): Promise<EmulatedPackages> {
  const { path: directory, remove } = scratchFolder("packages");
  try {
    const refusals = new Map<string, string>();
    for (const named of plans) {
      try {
        const files = emit(named).filter(({ path }) => path !== "verify.cu");
        mkdirSync(join(directory, named.name, "include", "fftgen"), { recursive: true });
        for (const { path, text } of files) writeFileSync(join(directory, named.name, path), text);
      } catch (error) {
        refusals.set(named.name, error instanceof Error ? error.message : String(error));
      }
    }
    await compileAndLink(directory, plans, refusals, optimisation, described);
    let runs = 0;
    const transform: EmulatedPackages["transform"] = (named, input, placement, options = {}) => {
      const refusal = refusals.get(named.name);
      if (refusal !== undefined) throw new Error(refusal);
      runs += 1;
      return transformFile(directory, runs, named, input, placement, options);
    };
    return { directory, remove, transform };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Adds to `refusals` the packages that the compiler has an error or a warning for, and builds the others. */
async function compileAndLink(
  directory: string,
  plans: readonly NamedPlan[],
  refusals: Map<string, string>,
  optimisation: string,
  described: (name: string) => string,
): Promise<void> {
  const compiler = hostCompiler ?? "";
  const flags = [...FLAGS, optimisation, "-I.", ...emulatorHeaders];
  for (;;) {
    const names = plans.map(({ name }) => name).filter((name) => !refusals.has(name));
    const halves = [0, 1].map((half) => names.filter((_, index) => index % 2 === half));
    const sources = halves.map((half, index) => {
      const source = `launchers_${index}.cu`;
      writeFileSync(join(directory, source), half.map((name) => `#include "${name}/${name}.cu"\n`).join(""));
      return source;
    });
    writeFileSync(join(directory, "packages.inc"), registryText(names, described));
    const outcomes = await Promise.allSettled(
      [...sources, DRIVER].map((source) => objectOf(compiler, { directory, source, flags })),
    );
    const objects = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    if (objects.length === outcomes.length) {
      const all = [...objects, ...(await emulatorObjects(compiler))];
      await requireSuccess(compiler, ["-pthread", ...all, "-o", PROGRAM], { directory });
      return;
    }
    const complaints = outcomes
      .map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : ""))
      .join("\n");
    const blamed = new Set(
      [...complaints.matchAll(/^(?:\S*\/)?(\w+?)(?:_kernels|_tables)?\.(?:cuh|cu|h):\d+:\d+: error/gm)].map(
        ([, name]) => name ?? "",
      ),
    );
    const known = names.filter((name) => blamed.has(name));
    if (known.length === 0) throw new Error(`refused by the compiler:\n${complaints.slice(0, 8000)}`);
    for (const name of known) {
      const lines = complaints.split("\n").filter((line) => line.includes(`${name}_kernels.cuh:`));
      refusals.set(name, `refused by the compiler:\n${lines.slice(0, 20).join("\n")}`);
    }
  }
}

const DRIVER = join(import.meta.dirname, "fixtures", "transform_file.cpp");
const PROGRAM = "transform_file";

function registryText(names: readonly string[], described: (name: string) => string): string {
  const headers = names.map((name) => `#include "${name}/include/fftgen/${name}.h"`);
  const entries = names.map((name) => `    describe("${name}", ${described(name)}),`);
  return [...headers, "const std::vector<Package> packages = {", ...entries, "};", ""].join("\n");
}

/** The constructor of a typed array is that of its type: what comes out is what went in. */
const arrayLike = <N extends Numbers>(input: N, bytes: ArrayBuffer): N =>
  new (input.constructor as new (bytes: ArrayBuffer) => N)(bytes);

async function transformFile<N extends Numbers>(
  directory: string,
  run: number,
  { name, plan }: NamedPlan,
  input: N,
  placement: Placement,
  { clusters = 2 }: EmulatorOptions,
): Promise<TransformOutcome<N>> {
  const file = (kind: string): string => join(directory, `${run}.${kind}`);
  const { transform } = plan;
  const batch = input.length / ((isComplex(transform) ? 2 : 1) * transform.distance);
  writeFileSync(file("input"), input);
  const { exitCode, stderr } = await runProgram(
    join(directory, PROGRAM),
    [name, String(batch), placement, file("input"), file("output")],
    {
      environment: {
        FFTGEN_EMULATOR_REPORT: file("report"),
        FFTGEN_EMULATOR_CHECK_INITIALISED: "1",
        FFTGEN_EMULATOR_CLUSTERS: String(clusters),
      },
    },
  );
  const complaints = exitCode === 0 ? stderr : `${stderr}exit code ${exitCode}`;
  const bytes = exitCode === 0 ? Uint8Array.from(readFileSync(file("output"))) : new Uint8Array(0);
  const output = arrayLike(input, bytes.buffer);
  const report = JSON.parse(readFileSync(file("report"), "utf8")) as { readonly launches: readonly LaunchRecord[] };
  for (const kind of ["input", "output", "report"]) rmSync(file(kind), { force: true });
  return { output, complaints, launches: report.launches };
}
