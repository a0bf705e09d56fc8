// Turns fixture sources into programs with a host C++ compiler and the emulator, and runs them.
// Knows nothing of what the programs are to show.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { emulatorObjects } from "../toolchain/emulator-library.js";
import { requireNoWarning } from "../toolchain/evidence.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { scratchFolder } from "../toolchain/scratch.js";

const here = dirname(fileURLToPath(import.meta.url));
const runtime = join(here, "..", "..", "templates", "runtime");
const device = join(runtime, "device");

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

const scratch = scratchFolder("emulator").path;

export function scratchFile(name: string): string {
  return join(scratch, name);
}

/** Milliseconds, of a hook that builds. */
export const BUILD_TIMEOUT = 240_000;

/** Compiles fixtures with warnings as errors, in them and in the emulator's headers; gives the program's path. */
export async function build(
  name: string,
  sources: readonly string[],
  compiler: string,
  options: readonly string[] = [],
): Promise<string> {
  const warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wno-unknown-pragmas", "-Werror"];
  const flags = ["-std=c++17", "-O1", ...warnings, "-pthread", ...options, "-I", emulatorDirectory, "-I", device];
  const units = sources.map((source) => ({ source: join(here, "fixtures", source), flags }));
  return linkedProgram(compiler, scratchFile(name), units, await emulatorObjects(compiler, options));
}

/** Whether nvcc takes fixtures, for some GPU architectures at once, without a warning: throws what it says if not. */
export const requireOnGpus = (architectures: readonly number[], sources: readonly string[]): Promise<void> =>
  requireNoWarning(`${sources.join(" ")} for sm_${architectures.join(" and sm_")}`, {
    sources: sources.map((source) => join(here, "fixtures", source)),
    flags: ["-std=c++17", "--threads=2", ...architectures.map((sm) => `-gencode=arch=compute_${sm},code=sm_${sm}`)],
    includes: [device],
  });

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
