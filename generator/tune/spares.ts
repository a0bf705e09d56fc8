// Spare jobs: measured for jobs of the same transform and batch whose registers the compiler spills, few or too many.
import type { GeneratedFile } from "../emit/files.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Job } from "./job.js";
import { spilledBytes, type Measurement } from "./measurement.js";
import { packFiles } from "./pack.js";

/** The files of a pack, with the lines of its spare jobs in a list of their own: `run.sh` takes those that it needs from it. */
export function packWithSpares(jobs: readonly Job[], gpu: Gpu): readonly GeneratedFile[] {
  const spares = new Set(jobs.filter(({ spare }) => spare === true).map(idOf));
  return packFiles(jobs, gpu).flatMap((file): readonly GeneratedFile[] => {
    if (file.path !== "jobs.txt" || spares.size === 0) return [file];
    const lines = file.text.split(/(?<=\n)/);
    const isSpare = (line: string): boolean => spares.has(line.split(" ")[0] ?? "");
    return [
      { path: "jobs.txt", text: lines.filter((line) => !isSpare(line)).join("") },
      { path: "spares.txt", text: lines.filter(isSpare).join("") },
    ];
  });
}

/** The id of a job in a pack: `c2c_f32_4096-b4096-3`. */
const idOf = ({ candidate: { name, transform, rank } }: Job): string => `${name}-b${transform.batch}-${rank}`;

/**
 * The jobs to run where some are known: for each job known to spill the next spare that may not, which then is a spare no longer;
 * and the other spares, if any job runs that may need them.
 */
export function jobsToRun(jobs: readonly Job[], known: ReadonlyMap<Job, Measurement>): readonly Job[] {
  const groups = new Set(jobs.map(groupOf));
  return [...groups].flatMap((group) =>
    groupToRun(
      jobs.filter((job) => groupOf(job) === group),
      known,
    ),
  );
}

function groupToRun(jobs: readonly Job[], known: ReadonlyMap<Job, Measurement>): readonly Job[] {
  const spills = (job: Job): boolean => {
    const found = known.get(job);
    return found !== undefined && spilledBytes(found.outcome) > 0;
  };
  let wanting = jobs.filter((job) => job.spare !== true && spills(job)).length;
  const left = jobs.flatMap((job): readonly Job[] => {
    const isWanted = job.spare === true && wanting > 0;
    if (isWanted && !spills(job)) wanting -= 1;
    if (known.has(job)) return [];
    if (!isWanted) return [job];
    const { spare: _, ...promoted } = job;
    return [promoted];
  });
  return left.some(({ spare }) => spare !== true) ? left : [];
}

const groupOf = ({ candidate: { name, transform } }: Job): string => `${name} ${transform.batch}`;
