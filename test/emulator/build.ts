// Turns fixture sources into programs with a host C++ compiler and the emulator, and runs them.
// Knows nothing of what the programs are to show.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const here = dirname(fileURLToPath(import.meta.url));
const runtime = join(here, "..", "..", "templates", "runtime");
const emulator = join(runtime, "emulator");
const device = join(runtime, "device");

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

/** The compiler for the emulator, or undefined: the tests that need it are then skipped by name. */
export const hostCompiler = ["g++", "clang++"].find(isInstalled);

/** Appended to the names of tests that are skipped, so that a report says why. */
export const withoutCompiler = hostCompiler === undefined ? " (skipped: no C++ compiler)" : "";

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Outcome {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FFTGEN_EMULATOR_"));
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...Object.fromEntries(inherited), ...environment },
    cwd: scratch,
  });
  return { status, stdout, stderr };
}

const scratch = mkdtempSync(join(tmpdir(), "fftgen-emulator-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

export function scratchFile(name: string): string {
  return join(scratch, name);
}

/** Compiles fixtures with warnings as errors; gives the program's path, or throws what the compiler said. */
export function build(
  name: string,
  sources: readonly string[],
  compiler: string,
  options: readonly string[] = [],
): string {
  const program = scratchFile(name);
  const files = sources.map((source) => join(here, "fixtures", source));
  const flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread", ...options];
  const outcome = run(compiler, [...flags, "-x", "c++", "-I", emulator, "-I", device, ...files, "-o", program]);
  if (outcome.status !== 0) throw new Error(`${compiler} refused ${sources.join(", ")}:\n${outcome.stderr}`);
  return program;
}

/** Compiles fixtures with nvcc to objects, for some GPU architectures at once, with all warnings as errors. */
export function compileForGpus(architectures: readonly number[], sources: readonly string[]): Outcome {
  const targets = architectures.map((sm) => `-gencode=arch=compute_${sm},code=sm_${sm}`);
  const files = sources.map((source) => join(here, "fixtures", source));
  const flags = ["-std=c++17", "--threads=2", "-Werror", "all-warnings"];
  return run("nvcc", [...flags, ...targets, "-I", device, "-c", ...files]);
}

/** What nvcc makes of a fixture for one GPU architecture, before the assembler. Throws what it said if it refuses. */
export function printPtx(architecture: number, source: string): string {
  const flags = ["-std=c++17", `-arch=sm_${architecture}`, "-I", device, "-ptx", join(here, "fixtures", source)];
  const outcome = run("nvcc", [...flags, "-o", scratchFile("kernels.ptx")]);
  if (outcome.status !== 0) throw new Error(`nvcc refused ${source}:\n${outcome.stderr}`);
  return readFileSync(scratchFile("kernels.ptx"), "utf8");
}

export interface GlobalTraffic {
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
}

export interface SharedTraffic {
  readonly requests: number;
  readonly wavefronts: number;
  readonly idealWavefronts: number;
}

export interface RemoteTraffic {
  readonly requests: number;
  readonly bytes: number;
}

export interface LaunchRecord {
  readonly ordinal: number;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly clusterBlocks: number;
  readonly dynamicSharedBytes: number;
  readonly sampledBlocks: number;
  readonly globalLoads: GlobalTraffic;
  readonly globalStores: GlobalTraffic;
  readonly sharedLoads: SharedTraffic;
  readonly sharedStores: SharedTraffic;
  readonly remoteStores: RemoteTraffic;
  readonly errors: readonly { readonly kind: string; readonly message: string }[];
}

/** Runs a program built for the emulator, and reads the report that it leaves. */
export function runWithReport(
  program: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Outcome & { readonly launches: readonly LaunchRecord[] } {
  const path = scratchFile("report.json");
  const outcome = run(program, args, { ...environment, FFTGEN_EMULATOR_REPORT: path });
  const report = JSON.parse(readFileSync(path, "utf8")) as { readonly launches: readonly LaunchRecord[] };
  rmSync(path);
  return { ...outcome, launches: report.launches };
}
