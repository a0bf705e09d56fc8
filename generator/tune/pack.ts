// Turns jobs into a pack: a directory that builds, checks and measures them on a machine with a GPU, with a shell and a compiler
// and without fftgen. Text only; writes and runs nothing.
import { at, InputError } from "../failure/errors.js";
import { transformTitle } from "../emit/contract.js";
import { distinctFiles, inFolder, type GeneratedFile } from "../emit/files.js";
import { linkPack, PACK_RUNTIME } from "../emit/link-pack.js";
import { measureFiles, shellFunctions, verifyFiles } from "../emit/read-template.js";
import { render } from "../emit/render.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import type { Job } from "./job.js";
import { MOST_SPILLED } from "./measurement.js";
import { measuringProgram } from "./measuring-program.js";

/** A job with its places in the pack. */
interface PackedJob {
  readonly job: Job;
  /** The prefix of its files: `c2c_f32_4096-b4096-3`. */
  readonly id: string;
  /** The directory of its sources below that of its transform; jobs of the same plan share one. */
  readonly source: string;
  /** The program that it is linked with, without `.cu`: `measure`. */
  readonly main: string;
}

/**
 * The files of a pack, relative to its directory. Jobs may be of several transforms; those of one transform and batch run in the
 * order of their ranks. `gpu` is the pack's default GPU, unless its options or its machine give another one.
 * @throws InputError without jobs
 */
export function packFiles(jobs: readonly Job[], gpu: Gpu): readonly GeneratedFile[] {
  if (jobs.length === 0) throw new InputError("packFiles: a pack has at least one job");
  const packed = placed(jobs);
  const architecture = architectureName(gpu.computeCapability);
  return distinctFiles([
    { path: "README.md", text: readme(packed, architecture) },
    {
      path: "run.sh",
      text: render("pack-run.sh", { architecture, functions: shellFunctions(), mostSpilled: MOST_SPILLED }),
    },
    { path: "CMakeLists.txt", text: cmakeLists(packed, architecture) },
    { path: "jobs.txt", text: packed.map((one) => `${jobLine(one)}\n`).join("") },
    ...packed.map(({ id, job }) => ({ path: `jobs/${id}.json`, text: `${JSON.stringify(job.candidate)}\n` })),
    ...packed.map(({ job: { candidate, unit }, main }) => ({
      path: `${candidate.name}/${main}.cu`,
      text: measuringProgram(candidate.name, unit.plan, unit.host.inPlace),
    })),
    ...linkPack(packed.map(({ job: { unit }, source }) => ({ folder: `${unit.name}/${source}`, unit }))),
    ...inFolder(PACK_RUNTIME, [...verifyFiles(), ...measureFiles()]),
  ]);
}

/** A line that `run.sh` reads: id, transform, source, batch, rank, program. */
const jobLine = ({ id, source, main, job: { candidate } }: PackedJob): string =>
  [id, candidate.name, source, candidate.transform.batch, candidate.rank, main].join(" ");

function placed(jobs: readonly Job[]): readonly PackedJob[] {
  const groups = grouped(jobs, ({ candidate: { name, transform } }) => `${name}-b${transform.batch}`);
  const sources = new Numbering();
  const mains = new Numbering();
  return [...groups].flatMap(([group, members]) =>
    members
      .toSorted((a, b) => a.candidate.rank - b.candidate.rank)
      .map((job): PackedJob => {
        const { name, text, kernels, rank } = job.candidate;
        const main = mains.number(name, measuringProgram(name, job.unit.plan, job.unit.host.inPlace));
        return {
          job,
          id: `${group}-${rank}`,
          // Two plans may give the same device text, while the header names each: one butterfly, with tables or with powers.
          source: String(sources.number(name, [text, ...kernels].join("\n"))),
          main: main === 1 ? "measure" : `measure_${main}`,
        };
      }),
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  return groups;
}

/** Numbers the distinct texts of each name, from 1. */
class Numbering {
  readonly #texts = new Map<string, string[]>();

  number(name: string, text: string): number {
    const texts = this.#texts.get(name) ?? [];
    this.#texts.set(name, texts);
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text) + 1;
  }
}

function cmakeLists(packed: readonly PackedJob[], architecture: string): string {
  const target = ({ job: { candidate }, main }: PackedJob): string => `${candidate.name}_${main}`;
  const mains = new Map(
    packed.map((one) => [target(one), { target: target(one), source: `${one.job.candidate.name}/${one.main}.cu` }]),
  );
  const programs = new Map(
    packed.map((one) => {
      const { name } = one.job.candidate;
      const program = `${name}_${one.source}`;
      return [program, { target: program, source: `${name}/${one.source}/${name}.cu`, main: target(one) }];
    }),
  );
  return render("pack-CMakeLists.txt", {
    architecture: architecture.replace("sm_", ""),
    mains: [...mains.values()],
    programs: [...programs.values()],
  });
}

function readme(packed: readonly PackedJob[], architecture: string): string {
  const groups = grouped(packed, ({ id }) => id.slice(0, id.lastIndexOf("-")));
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  return render("pack-readme.md", {
    summary: `${count(packed.length, "candidate plan")} of ${count(groups.size, "transform")}.`,
    architectureName: architecture,
    mostSpilled: MOST_SPILLED,
    transforms: [...groups.values()].map((members) => {
      const { transform } = at(members, 0).job.candidate;
      return {
        title: transformTitle(transform),
        batch: String(transform.batch),
        candidates: String(members.length),
      };
    }),
  });
}
