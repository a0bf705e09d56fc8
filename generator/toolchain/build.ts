// Builds a package's verification program: for the GPU with nvcc, or for the emulator with the host compiler, from the same
// files. The parts that all packages share, the verification runtime and the emulator, are compiled once on a machine.
import { join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { compile } from "./compilation.js";
import { cudaCompiler, hostCompiler, localGpu, type Compiler } from "./compilers.js";
import { objectOf, type Unit } from "./object-cache.js";
import { emulatorHeaders, emulatorUnit, RUNTIME_IS_LINKED, verificationUnit, verifyHeaders } from "./runtime-units.js";

export type Target = "gpu" | "emulator";

/**
 * `auto`: the GPU where there is one and nvcc too, else the emulator. Throws a ToolchainError if there is no compiler for the
 * target, before a search begins.
 */
export async function readyTarget(wanted: Target | "auto"): Promise<Target> {
  const hasGpu = wanted !== "emulator" && cudaCompiler() !== undefined && (await localGpu()) !== undefined;
  if (wanted === "gpu" && !hasGpu)
    throw new ToolchainError("no GPU to run on: --on gpu needs nvcc and an NVIDIA driver here");
  if (hasGpu) return "gpu";
  hostCompiler();
  return "emulator";
}

/** The files of a package or bundle, in a directory. */
export interface VerifiedSources {
  readonly name: string;
  readonly directory: string;
  /** The sources of the transforms, and of the program that describes them. */
  readonly sources: readonly string[];
  /** Types of their elements: `float2`. */
  readonly elements: readonly string[];
}

/** Compiles into the directory `scratch`. Returns the path of the program. */
export async function buildVerification(verified: VerifiedSources, target: Target, scratch: string): Promise<string> {
  const program = join(scratch, `${verified.name}_verify`);
  const { compiler, units, linking } = await (target === "gpu" ? forGpu : forEmulator)(verified, scratch);
  const objects = await compileAll(compiler, units, scratch);
  await compile(compiler, [...linking, ...objects], { directory: verified.directory, output: program, scratch });
  return program;
}

interface Job {
  readonly compiler: Compiler;
  readonly units: readonly Unit[];
  /** Flags of the linker. */
  readonly linking: readonly string[];
}

async function forGpu({ directory, sources, elements }: VerifiedSources, scratch: string): Promise<Job> {
  const compiler = cudaCompiler();
  if (compiler === undefined)
    throw new ToolchainError("nvcc was not found: install the CUDA toolkit, or verify with --on emulator");
  const gpu = await localGpu();
  const architecture = gpu === undefined ? "native" : `sm_${gpu.computeCapability.replace(".", "")}`;
  const flags = ["-std=c++17", "-O3", `-arch=${architecture}`];
  return {
    compiler,
    units: [
      ...ownUnits(directory, sources, flags),
      ...elements.map((element) => verificationUnit(scratch, element, flags)),
    ],
    linking: [`-arch=${architecture}`],
  };
}

const EMULATOR_FLAGS = ["-std=c++17", "-O1", "-pthread", "-w"] as const;

function forEmulator({ directory, sources, elements }: VerifiedSources, scratch: string): Promise<Job> {
  const flags = [...EMULATOR_FLAGS, ...emulatorHeaders];
  return Promise.resolve({
    compiler: hostCompiler(),
    units: [
      // The slowest unit first.
      ...elements.map((element) => verificationUnit(scratch, element, flags)),
      emulatorUnit(scratch, EMULATOR_FLAGS),
      ...ownUnits(directory, sources, flags),
    ],
    linking: ["-pthread"],
  });
}

const ownUnits = (directory: string, sources: readonly string[], flags: readonly string[]): readonly Unit[] =>
  sources.map((source) => ({
    directory,
    source,
    flags: [...flags, RUNTIME_IS_LINKED, "-I.", ...verifyHeaders],
  }));

/** Compiles the translation units at the same time, for each takes seconds; when one fails, the others stop. */
async function compileAll(compiler: Compiler, units: readonly Unit[], scratch: string): Promise<readonly string[]> {
  const stop = new AbortController();
  const runs = units.map((unit) => objectOf(compiler, unit, { scratch, signal: stop.signal }));
  try {
    return await Promise.all(runs);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(runs);
    throw error;
  }
}
