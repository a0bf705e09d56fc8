// Measures jobs, here or through a runner: known results are taken from the store, and each new result is stored at once.
import { invariant, ToolchainError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Target } from "../toolchain/build.js";
import { findMachine, measureOn, type Machine, type MeasuredJobs } from "../toolchain/measuring.js";
import { requireSharedFiles } from "../toolchain/shared-files.js";
import { shellWords } from "../toolchain/shell-words.js";
import type { Job } from "../tune/job.js";
import { knownMeasurements } from "../tune/known.js";
import type { Measurement } from "../tune/measurement.js";
import { jobsToRun } from "../tune/spares.js";
import { makeWorkDirectory, requireStore, storedMeasurements, storeMeasurements } from "./measurement-store.js";
import { withProgress } from "./progress.js";
import type { Project } from "./project.js";

/**
 * `runner`: a command prefix for the programs that need the GPU.
 * @throws ToolchainError where there is no GPU, or the runner does not see the project's files
 */
export async function askedMachine(
  project: Project,
  on: Target | "auto",
  runner: string | undefined,
): Promise<Machine> {
  const words = shellWords(runner ?? "", "--runner");
  const machine = await foundMachine(on, words);
  if (words.length > 0) await requireSharedFiles(words, makeWorkDirectory(project));
  return machine;
}

async function foundMachine(on: Target | "auto", words: readonly string[]): Promise<Machine> {
  try {
    return await findMachine(on, words);
  } catch (error) {
    if (!(error instanceof ToolchainError) || on === "emulator") throw error;
    throw new ToolchainError(
      `${error.message}\nWhere the GPU is elsewhere: --runner "srun -p gpu" runs the programs there, --pack DIR writes everything that is needed to measure on a machine without fftgen`,
    );
  }
}

export interface MeasureOptions {
  /** Launches of each candidate. */
  readonly repeat: number;
  /** Measures known jobs again. */
  readonly again?: boolean;
  /** Keeps the directory in which candidates were built, if one fails or is wrong. */
  readonly keep?: boolean;
}

export interface Measurements {
  /** In the order of the jobs; undefined for spare plans that were not needed. */
  readonly measurements: readonly (Measurement | undefined)[];
  /** The directory that was kept. */
  readonly kept: string | undefined;
}

/** @throws ToolchainError if no job could be measured */
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
  const { measurements: measured, kept } =
    unknown.length === 0
      ? { measurements: [], kept: undefined }
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

function runJobs(
  project: Project,
  jobs: readonly Job[],
  gpu: Gpu,
  machine: Machine,
  options: Required<Omit<MeasureOptions, "again">>,
): Promise<MeasuredJobs> {
  if (machine.target === "gpu") requireStore(project);
  // A runner may start on another node, which sees the project's directory but not this machine's temporary one.
  const isElsewhere = machine.target === "gpu" && machine.runner.length > 0;
  const parent = isElsewhere ? makeWorkDirectory(project) : undefined;
  return withProgress(`measuring ${jobs.length} candidates`, (onLine) =>
    measureOn(machine, jobs, gpu, {
      ...options,
      parent,
      onLine,
      onMeasured: (fresh) => {
        if (machine.target === "gpu") storeMeasurements(project, fresh);
      },
    }),
  );
}
