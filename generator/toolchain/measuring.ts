// Measures jobs: builds them as a pack in a temporary directory, runs its script, which checks and times them on the GPU, and
// reads each result when it is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMeasurements } from "../bench/measurement-file.js";
import { emulatorDirectory } from "../emit/read-template.js";
import { InputError, ToolchainError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { writeNewDirectory } from "../output/new-directory.js";
import type { Job } from "../tune/job.js";
import type { Measurement } from "../tune/measurement.js";
import { packWithSpares } from "../tune/spares.js";
import type { Target } from "./build.js";
import { hostCompiler } from "./compilers.js";
import { temporaryDirectory, undoAtEarlyEnd } from "./early-end.js";
import { findGpuMachine, type GpuMachine } from "./gpu-machine.js";
import { runPack } from "./pack-run.js";

/** The machine of measurements. */
export type Machine =
  | (GpuMachine & { readonly target: "gpu"; readonly runner: readonly string[] })
  /** Times of the emulator are meaningless: they are no evidence. */
  | { readonly target: "emulator" };

/**
 * The machine that measures: by default this one, with its GPU.
 * @param on `emulator`: the host compiler and a virtual GPU, for tests
 * @param runner the command prefix for programs that need the GPU: `["srun", "-p", "gpu"]`
 * @throws ToolchainError where there is no GPU or no compiler
 */
export async function findMachine(on: Target | "auto" = "auto", runner: readonly string[] = []): Promise<Machine> {
  if (on !== "emulator") return { target: "gpu", runner, ...(await findGpuMachine(runner)) };
  hostCompiler();
  return { target: "emulator" };
}

export interface MeasuringOptions {
  /** Launches of each candidate; 50 by default. */
  readonly repeat?: number;
  /** The parent of the temporary directory; a runner must see it, too. */
  readonly parent?: string | undefined;
  /** Keeps the directory in which candidates were built, if one fails or is wrong. */
  readonly keep?: boolean;
  /** Receives each line of progress. */
  readonly onLine?: (line: string) => void;
  /** Receives measurements as they arrive; at the latest when the program ends early. */
  readonly onMeasured?: (fresh: readonly Measurement[]) => void;
}

export interface MeasuredJobs {
  readonly measurements: readonly Measurement[];
  /** The directory that was kept. */
  readonly kept: string | undefined;
}

/** @throws ToolchainError if no job could be measured */
export async function measureOn(
  machine: Machine,
  jobs: readonly Job[],
  gpu: Gpu,
  { repeat = 50, parent, keep = false, onLine, onMeasured }: MeasuringOptions = {},
): Promise<MeasuredJobs> {
  if (!Number.isSafeInteger(repeat) || repeat < 1)
    throw new InputError(`repeat: expected a positive integer, found ${repeat}`);
  const scratch = temporaryDirectory({ parent, mayStay: keep });
  try {
    const directory = join(scratch.path, "pack");
    writeNewDirectory(directory, packWithSpares(jobs, gpu));
    const results = new Results(join(directory, "results"), onMeasured);
    const release = undoAtEarlyEnd(() => results.collect());
    await runPack({
      directory,
      place:
        machine.target === "gpu"
          ? { kind: "gpu", architecture: machine.architecture, runner: machine.runner }
          : { kind: "emulator", headers: emulatorDirectory },
      options: ["--repeat", String(repeat)],
      onLine: (line) => {
        onLine?.(line);
        results.collect();
      },
    });
    results.collect();
    release();
    const isFaulty = results.measurements.some(({ outcome: { kind } }) => kind === "failed" || kind === "wrong");
    if (keep && isFaulty) scratch.keep();
    return { measurements: results.measurements, kept: keep && isFaulty ? scratch.path : undefined };
  } catch (error) {
    if (!keep || !(error instanceof ToolchainError)) throw error;
    scratch.keep();
    throw new ToolchainError(`${error.message}\nkept: ${scratch.path}`);
  } finally {
    scratch.remove();
  }
}

/** The results of a running pack. */
class Results {
  readonly measurements: Measurement[] = [];
  readonly #directory: string;
  readonly #onMeasured: ((fresh: readonly Measurement[]) => void) | undefined;
  readonly #seen = new Set<string>();

  constructor(directory: string, onMeasured: ((fresh: readonly Measurement[]) => void) | undefined) {
    this.#directory = directory;
    this.#onMeasured = onMeasured;
  }

  collect(): void {
    if (!existsSync(this.#directory)) return;
    for (const name of readdirSync(this.#directory).sort()) {
      if (!name.endsWith(".json") || this.#seen.has(name)) continue;
      this.#seen.add(name);
      const path = join(this.#directory, name);
      const fresh = parseMeasurements(readFileSync(path, "utf8"), path);
      this.measurements.push(...fresh);
      this.#onMeasured?.(fresh);
    }
  }
}
