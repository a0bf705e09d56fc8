// Has jobs measured, here or where a runner leads: what is known already is taken from the store, the rest is run as a pack, and
// each result is stored as it comes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMeasurements } from "../bench/measurement-file.js";
import { emulatorDirectory } from "../emit/read-template.js";
import { writeNewDirectory } from "../output/new-directory.js";
import { invariant, ToolchainError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Target } from "../toolchain/build.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { temporaryDirectory, undoAtEarlyEnd } from "../toolchain/early-end.js";
import { findGpuMachine, type GpuMachine } from "../toolchain/gpu-machine.js";
import { runPack, type PackRun } from "../toolchain/pack-run.js";
import { shellWords } from "../toolchain/shell-words.js";
import type { Job } from "../tune/job.js";
import { knownMeasurements } from "../tune/known.js";
import type { Measurement } from "../tune/measurement.js";
import { jobsToRun, packWithSpares } from "../tune/spares.js";
import { makeWorkDirectory, requireStore, storedMeasurements, storeMeasurements } from "./measurement-store.js";
import type { Project } from "./project.js";
import { showingProgress } from "./terminal.js";

/** Where measurements are taken. */
export type Machine =
  | (GpuMachine & { readonly target: "gpu"; readonly runner: readonly string[] })
  /** Its times mean nothing: what is measured here is neither stored nor evidence. */
  | { readonly target: "emulator" };

/** `runner`: a command put before the programs that need the GPU. Throws a ToolchainError where there is no GPU. */
export async function findMachine(on: Target | "auto", runner: string | undefined): Promise<Machine> {
  if (on === "emulator") {
    hostCompiler();
    return { target: "emulator" };
  }
  const words = shellWords(runner ?? "", "--runner");
  try {
    return { target: "gpu", runner: words, ...(await findGpuMachine(words)) };
  } catch (error) {
    if (!(error instanceof ToolchainError)) throw error;
    throw new ToolchainError(
      `${error.message}\nWhere the GPU is elsewhere: --runner "srun -p gpu" runs the programs there, --pack DIR writes everything that is needed to measure on a machine without fftgen`,
    );
  }
}

export interface MeasureOptions {
  /** Launches of each candidate. */
  readonly repeat: number;
  /** Measure what is known too. */
  readonly again?: boolean;
  /** Let the directory stay that candidates were built in, if one fails or is wrong. */
  readonly keep?: boolean;
}

export interface Measurements {
  /** In the order of the jobs; undefined for spares that were not needed. */
  readonly measurements: readonly (Measurement | undefined)[];
  /** The directory that has stayed. */
  readonly kept: string | undefined;
}

/** @throws ToolchainError if nothing could be measured */
export async function measureJobs(
  project: Project,
  jobs: readonly Job[],
  gpu: Gpu,
  machine: Machine,
  { repeat, again = false, keep = false }: MeasureOptions,
): Promise<Measurements> {
  const isKnowable = machine.target === "gpu" && !again;
  const known = isKnowable
    ? knownMeasurements(jobs, storedMeasurements(project), machine.platform)
    : new Map<Job, Measurement>();
  const unknown = jobsToRun(jobs, known);
  const { measured, kept } =
    unknown.length === 0
      ? { measured: [], kept: undefined }
      : await runJobs(project, unknown, gpu, machine, { repeat, keep });
  const measurements = jobs.map((job) => {
    const found = known.get(job) ?? measured.find(({ candidate }) => isOf(candidate, job));
    invariant(
      found !== undefined || job.spare === true,
      () => `measureJobs: the pack has no result for ${job.candidate.name}`,
    );
    return found;
  });
  return { measurements, kept };
}

const isOf = (candidate: Measurement["candidate"], { candidate: wanted }: Job): boolean =>
  candidate.name === wanted.name &&
  candidate.rank === wanted.rank &&
  candidate.transform.batch === wanted.transform.batch;

async function runJobs(
  project: Project,
  jobs: readonly Job[],
  gpu: Gpu,
  machine: Machine,
  { repeat, keep }: Required<Omit<MeasureOptions, "again">>,
): Promise<{ readonly measured: readonly Measurement[]; readonly kept: string | undefined }> {
  // A runner may lead to another node, which sees the project's directory but not this machine's temporary one.
  const isElsewhere = machine.target === "gpu" && machine.runner.length > 0;
  if (machine.target === "gpu") requireStore(project);
  const scratch = temporaryDirectory({
    parent: isElsewhere ? makeWorkDirectory(project) : undefined,
    mayStay: keep,
  });
  try {
    const directory = join(scratch.path, "pack");
    writeNewDirectory(directory, packWithSpares(jobs, gpu));
    const results = new Results(project, join(directory, "results"), machine.target === "gpu");
    const release = undoAtEarlyEnd(() => results.collect());
    const place: PackRun["place"] =
      machine.target === "gpu"
        ? { kind: "gpu", architecture: machine.architecture, runner: machine.runner }
        : { kind: "emulator", headers: emulatorDirectory };
    await showingProgress(`measuring ${jobs.length} candidates`, (show) =>
      runPack({
        directory,
        place,
        options: ["--repeat", String(repeat)],
        onLine: (line) => {
          show(line);
          results.collect();
        },
      }),
    );
    results.collect();
    release();
    const isFaulty = results.measurements.some(({ outcome: { kind } }) => kind === "failed" || kind === "wrong");
    if (keep && isFaulty) scratch.keep();
    return { measured: results.measurements, kept: keep && isFaulty ? scratch.path : undefined };
  } catch (error) {
    if (!keep || !(error instanceof ToolchainError)) throw error;
    scratch.keep();
    throw new ToolchainError(`${error.message}\nkept: ${scratch.path}`);
  } finally {
    scratch.remove();
  }
}

/** The results of a pack that is running, stored as they appear. */
class Results {
  readonly measurements: Measurement[] = [];
  readonly #project: Project;
  readonly #directory: string;
  readonly #isStored: boolean;
  readonly #seen = new Set<string>();

  constructor(project: Project, directory: string, isStored: boolean) {
    this.#project = project;
    this.#directory = directory;
    this.#isStored = isStored;
  }

  collect(): void {
    if (!existsSync(this.#directory)) return;
    for (const name of readdirSync(this.#directory).sort()) {
      if (!name.endsWith(".json") || this.#seen.has(name)) continue;
      this.#seen.add(name);
      const path = join(this.#directory, name);
      const fresh = parseMeasurements(readFileSync(path, "utf8"), path);
      this.measurements.push(...fresh);
      if (this.#isStored) storeMeasurements(this.#project, fresh);
    }
  }
}
