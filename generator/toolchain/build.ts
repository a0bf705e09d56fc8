// Builds a package's verification program: for the GPU with nvcc, or for the emulator with the host compiler. Same files.
import { basename, join } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { cudaCompiler, hostCompiler, localGpu, type Compiler } from "./compilers.js";
import { temporaryDirectory } from "./early-end.js";
import { runProcess } from "./process.js";

export type Target = "gpu" | "emulator";

/**
 * `auto`: the GPU where there is one and nvcc too, else the emulator. Throws a ToolchainError if there is nothing to build
 * for the target with, so that nobody waits for a search before hearing of it.
 */
export async function readyTarget(wanted: Target | "auto"): Promise<Target> {
  const hasGpu = wanted !== "emulator" && cudaCompiler() !== undefined && (await localGpu()) !== undefined;
  if (wanted === "gpu" && !hasGpu)
    throw new ToolchainError("no GPU to run on: --on gpu needs nvcc and an NVIDIA driver here");
  if (hasGpu) return "gpu";
  hostCompiler();
  return "emulator";
}

/** Compiles the sources in the directory of a package or bundle into the directory `scratch`. Gives the path of the program. */
export async function buildVerification(
  directory: string,
  name: string,
  sources: readonly string[],
  target: Target,
  emulator: Emulator,
  scratch: string,
): Promise<string> {
  const job: Job = { directory, scratch, program: join(scratch, `${name}_verify`) };
  if (target === "gpu") await buildForGpu(job, sources);
  else await buildForEmulator(job, sources, emulator);
  return job.program;
}

/** The virtual GPU: its headers, and the units that are linked with every program for it. */
export interface Emulator {
  readonly headers: string;
  readonly units: readonly string[];
}

interface Job {
  readonly directory: string;
  readonly scratch: string;
  readonly program: string;
}

async function buildForGpu(job: Job, sources: readonly string[]): Promise<void> {
  const nvcc = cudaCompiler();
  if (nvcc === undefined)
    throw new ToolchainError("nvcc was not found: install the CUDA toolkit, or verify with --on emulator");
  const gpu = await localGpu();
  const architecture = gpu === undefined ? "native" : `sm_${gpu.computeCapability.replace(".", "")}`;
  const flags = ["-std=c++17", "-O3", `-arch=${architecture}`, "-I."];
  await compile(nvcc, [...flags, ...sources, "-o", job.program], job);
}

const EMULATOR_FLAGS = ["-std=c++17", "-O2", "-pthread", "-w"] as const;

async function buildForEmulator(job: Job, sources: readonly string[], emulator: Emulator): Promise<void> {
  const compiler = hostCompiler();
  const flags = [...EMULATOR_FLAGS, "-I.", "-isystem", emulator.headers];
  const units = sources.map((source, index) => ({ source, object: join(job.scratch, `${index}.o`) }));
  const library = emulatorObjects(compiler, emulator);
  await compileAll(compiler, flags, units, job, [library]);
  const objects = [...units.map(({ object }) => object), ...(await library)];
  await compile(compiler, ["-pthread", ...objects, "-o", job.program], job);
}

interface Unit {
  readonly source: string;
  readonly object: string;
}

/** The translation units at the same time, for each takes seconds; when one fails, or what goes on beside them, the others need not go on. */
async function compileAll(
  compiler: Compiler,
  flags: readonly string[],
  units: readonly Unit[],
  job: Omit<Job, "program">,
  beside: readonly Promise<unknown>[] = [],
): Promise<void> {
  const stop = new AbortController();
  const runs = units.map(({ source, object }) =>
    compile(compiler, [...flags, "-x", "c++", "-c", source, "-o", object], job, stop.signal),
  );
  try {
    await Promise.all([...runs, ...beside]);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(runs);
    throw error;
  }
}

/** By compiler: the emulator is the same for all packages that one call verifies. Gone when the program is. */
const builtEmulators = new Map<string, Promise<readonly string[]>>();

function emulatorObjects(compiler: Compiler, { units }: Emulator): Promise<readonly string[]> {
  const key = [compiler.path, ...compiler.parameters].join(" ");
  const known = builtEmulators.get(key);
  if (known !== undefined) return known;
  const build = async (): Promise<readonly string[]> => {
    const { path } = temporaryDirectory();
    const objects = units.map((source) => ({ source, object: join(path, `${basename(source)}.o`) }));
    await compileAll(compiler, EMULATOR_FLAGS, objects, { directory: path, scratch: path });
    return objects.map(({ object }) => object);
  };
  const built = build();
  builtEmulators.set(key, built);
  built.catch(() => builtEmulators.delete(key));
  return built;
}

/** What a compiler said is shown up to this many lines: the first ones name the cause. */
const SHOWN_LINES = 20;

async function compile(
  compiler: Compiler,
  parameters: readonly string[],
  { directory, scratch }: Omit<Job, "program">,
  signal?: AbortSignal,
): Promise<void> {
  const words = [...compiler.parameters, ...parameters];
  const { exitCode, stdout, stderr } = await runProcess(compiler.path, words, {
    directory,
    // The compiler's own temporary files go where they are removed with everything else.
    environment: { TMPDIR: scratch },
    ...(signal === undefined ? {} : { signal }),
  });
  if (exitCode === 0) return;
  const said = (stderr.trim() === "" ? stdout : stderr).trimEnd().split("\n");
  const shown = said.slice(0, SHOWN_LINES).filter((line) => line !== "");
  throw new ToolchainError(
    [
      `${basename(compiler.path)} failed with exit code ${exitCode}${shown.length === 0 ? " and said nothing" : ""}`,
      ...shown.map((line) => `  ${line}`),
      ...(said.length > SHOWN_LINES ? [`  ... ${said.length - SHOWN_LINES} more lines`] : []),
      `the command, in ${directory}: ${[compiler.path, ...words].join(" ")}`,
    ].join("\n"),
  );
}
