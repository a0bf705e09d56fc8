// `fftgen tune [transforms...]`: measures the search's first choices and writes the fastest, with the evidence. On this machine,
// through a runner, or in two steps by way of a pack: --pack before, --import after.
import { transformTitle } from "../emit/contract.js";
import { requireNewDirectory, writeNewDirectory } from "../output/new-directory.js";
import { at, InputError, VerificationError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Machine } from "../toolchain/measuring.js";
import { shellWord } from "../toolchain/shell-words.js";
import { packFiles } from "../tune/pack.js";
import { winnerOf } from "../tune/winner.js";
import type { ArgumentsOf } from "./command.js";
import type { tuneForm } from "./commands/tune.js";
import { askedGpu, askedGpus } from "./asked-gpu.js";
import { askedSizes, type AskedSize } from "./asked-transform.js";
import { calledAs } from "./called-as.js";
import { askedMachine, measureJobs } from "./measure-jobs.js";
import { storeMeasurements } from "./measurement-store.js";
import { countFrom } from "./option-values.js";
import { packOutput, type OutputValue } from "./output.js";
import { findPlanFiles } from "./plan-files.js";
import { withProgress } from "./progress.js";
import { findProject, type Project } from "./project.js";
import { plural, print, printError, printJson, styled } from "./terminal.js";
import { importedTargets, readResults } from "./tune-import.js";
import { measuredRanges, rangeLine, rangeValue, type MeasuredRange } from "./tune-ranges.js";
import { requirePublishable, writeVictory, type Served, type Written } from "./tune-plan-file.js";
import { tuneOutput, tuningTable, tuningValue, type TuningEntry } from "./tune-report.js";
import { requireWisdom, winnerIntoWisdom, wisdomLine, wisdomValue, type WisdomOutcome } from "./tune-wisdom.js";
import { keptText, tuningJobs, tuningTargets, type TuningTarget } from "./tuning-target.js";

type TuneArguments = ArgumentsOf<typeof tuneForm>;

export const outputs = [tuneOutput, packOutput];

export async function run(parameters: TuneArguments): Promise<void> {
  refuseContradictions(parameters);
  const project = findProject();
  if (parameters.import !== undefined) return importCommand(project, parameters, parameters.import);
  if (parameters.transforms.length === 0)
    throw new InputError("tune needs a transform: a size such as 256x256x256, or a plan as `fftgen list` shows it");
  const sizes = askedSizes(parameters.transforms);
  const repeat = countFrom("--repeat", parameters.repeat);
  const top = countFrom("--top", parameters.top);
  if (parameters.pack !== undefined) requireNewDirectory(parameters.pack);
  // Mistakes in the words are reported before the search for a GPU.
  if (parameters.gpu !== undefined) askedGpu(parameters.gpu);
  for (const { size } of sizes) if (!/^\d/.test(size)) findPlanFiles(project, size);
  const isAway = parameters.dryRun || parameters.pack !== undefined;
  const machine = isAway ? undefined : await askedMachine(project, parameters.on, parameters.runner);
  const gpu = plannedGpu(project, parameters.gpu, machine);
  const targets = targetsOf(project, parameters, sizes, gpu);
  if (!isAway) {
    requireWisdom(parameters.wisdom);
    for (const target of targets) requirePublishable(project, target, parameters.anywhere);
  }
  const tasks = await tasksOf(targets, gpu, top);

  if (machine === undefined) {
    if (parameters.pack === undefined || parameters.dryRun) showCandidates(tasks, parameters.json);
    else writePack(parameters.pack, tasks, gpu, parameters.json);
    return;
  }
  const jobs = tasks.flatMap(({ entries }) => entries.map(({ job }) => job));
  const { again, keep } = parameters;
  const { measurements, kept } = await measureJobs(project, jobs, gpu, machine, { repeat, again, keep });
  if (kept !== undefined) printError(`fftgen: the build directory of the failed candidates is kept: ${kept}`);
  const measured = new Map(jobs.map((job, index) => [job, measurements[index]] as const));
  const done = tasks.map(({ target, entries }) => ({
    target,
    gpu,
    entries: entries.flatMap(({ job }) => {
      const measurement = measured.get(job);
      return measurement === undefined ? [] : [{ job, measurement }];
    }),
  }));
  const isEvidence = machine.target === "gpu";
  const values = await conclude(project, done, isEvidence, parameters);
  const ranges = isEvidence
    ? await measuredRanges(
        project,
        done.map(({ target }) => target.name),
        gpu,
        (more) => measureJobs(project, more, gpu, machine, { repeat, again, keep }),
      )
    : [];
  report(values, ranges, isEvidence, parameters);
}

/** Refuses an option that excludes measuring together with options about how or where to measure. */
function refuseContradictions(parameters: TuneArguments): void {
  const given = (["import", "pack", "dryRun"] as const).filter(
    (name) => parameters[name] !== undefined && parameters[name] !== false,
  );
  const [first, second] = [
    ...given.map((name) => `--${name === "dryRun" ? "dry-run" : name}`),
    ...(parameters.runner === undefined ? [] : ["--runner"]),
    ...(parameters.on === "auto" ? [] : ["--on"]),
    ...(parameters.again ? ["--again"] : []),
    ...(parameters.keep ? ["--keep"] : []),
  ];
  if (first !== undefined && second !== undefined && given.length > 0)
    throw new InputError(`${first} measures nothing here: ${second} does not go with it; leave out one`);
  const winnerless =
    parameters.on === "emulator"
      ? "--on emulator"
      : parameters.pack !== undefined || parameters.dryRun
        ? first
        : undefined;
  if (parameters.wisdom !== undefined && winnerless !== undefined)
    throw new InputError(
      `${parameters.wisdom ? "--wisdom" : "--no-wisdom"} is for a winner, ${winnerless} gives none: leave out one`,
    );
  if (parameters.runner !== undefined && parameters.on === "emulator")
    throw new InputError("--runner is for a GPU, and --on emulator uses none: leave out one");
}

interface Task {
  readonly target: TuningTarget;
  readonly entries: readonly TuningEntry[];
}

/** A task with measured candidates. */
interface DoneTask {
  readonly target: TuningTarget;
  readonly gpu: Gpu;
  readonly entries: readonly Required<TuningEntry>[];
}

/** The GPU of --gpu; else the one of the measurements, if fftgen knows it; else the first of the project. */
function plannedGpu(project: Project, asked: string | undefined, machine: Machine | undefined): Gpu {
  return at(askedGpus(project, asked ?? (machine?.target === "gpu" ? machine.platform.gpu : undefined)), 0);
}

function targetsOf(
  project: Project,
  parameters: TuneArguments,
  sizes: readonly AskedSize[],
  gpu: Gpu,
): readonly TuningTarget[] {
  const targets = sizes.flatMap((asked) => tuningTargets(project, { ...parameters, ...asked }, gpu));
  const names = targets.map(({ name, path }) => `${name} ${path}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InputError(`${twice.split(" ")[0] ?? twice} is given twice; give it once`);
  return targets;
}

async function tasksOf(targets: readonly TuningTarget[], gpu: Gpu, top: number): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const target of targets) {
    const jobs = await withProgress(`searching plans for ${target.name}`, () => tuningJobs(target, gpu, top));
    tasks.push({ target, entries: jobs.map((job) => ({ job })) });
  }
  return tasks;
}

function showCandidates(tasks: readonly Task[], json: boolean): void {
  if (json) {
    printJson(tuneOutput, { transforms: tasks.map(({ entries }) => tuningValue(entries, undefined)) });
    return;
  }
  for (const { target, entries } of tasks) print(`${heading(target)}\n${tuningTable(entries, undefined)}\n`);
  print("dry run: nothing was measured or written; times are predictions");
}

const heading = ({ transform }: TuningTarget): string =>
  `${styled("bold", transformTitle(transform))}, batch ${transform.batch}`;

function writePack(directory: string, tasks: readonly Task[], gpu: Gpu, json: boolean): void {
  const jobs = tasks.flatMap(({ entries }) => entries.map(({ job }) => job));
  const files = packFiles(jobs, gpu);
  writeNewDirectory(directory, files);
  if (json) {
    printJson(packOutput, { pack: directory, candidates: jobs.length, files: files.map(({ path }) => path) });
    return;
  }
  print(`pack      ${directory}/  (${plural(jobs.length, "candidate")} of ${plural(tasks.length, "transform")})`);
  print(
    `\nNext: measure  copy ${directory}/ to the machine with the GPU; there: sh ${shellWord(`${directory}/run.sh`)}`,
  );
  print(`      import   ${calledAs()} tune --import ${shellWord(`${directory}/results.json`)}`);
}

async function importCommand(project: Project, parameters: TuneArguments, path: string): Promise<void> {
  if (parameters.transforms.length > 0)
    throw new InputError(`--import ${path} names the transforms itself: leave out ${parameters.transforms.join(" ")}`);
  requireWisdom(parameters.wisdom);
  const measurements = readResults(path);
  const imported = importedTargets(
    project,
    measurements,
    path,
    parameters.gpu === undefined ? undefined : askedGpu(parameters.gpu),
  );
  for (const { target, stale, entries } of imported) {
    if (entries.length === 0)
      throw new InputError(
        `${path}: this version of fftgen emits other code for all candidates of ${target.name} than was measured: make a new pack`,
      );
    if (stale > 0 && !parameters.json)
      print(`${target.name}: ${plural(stale, "candidate was", "candidates were")} measured with other code; left out`);
    requirePublishable(project, target, parameters.anywhere);
  }
  storeMeasurements(
    project,
    imported.flatMap(({ entries }) => entries.map(({ measurement }) => measurement)),
  );
  report(await conclude(project, imported, true, parameters), [], true, parameters);
}

interface Conclusion {
  readonly values: readonly OutputValue<typeof tuneOutput>["transforms"][number][];
  /** The transforms of which no candidate can win. */
  readonly failed: readonly string[];
}

/** Shows the result of each transform and, unless its times are those of the emulator, writes the fastest plan. */
async function conclude(
  project: Project,
  tasks: readonly DoneTask[],
  isEvidence: boolean,
  { json, wisdom: asked }: TuneArguments,
): Promise<Conclusion> {
  const values: OutputValue<typeof tuneOutput>["transforms"][number][] = [];
  const failed: string[] = [];
  for (const { target, gpu, entries } of tasks) {
    const measurements = entries.map(({ measurement }) => measurement);
    const timed = measurements.filter(({ outcome }) => "timing" in outcome).length;
    const winner = winnerOf(measurements, keptText(target, gpu));
    const entry = entries.find(({ measurement }) => measurement === winner);
    if (!json) print(`${heading(target)}${platformText(entries)}\n${tuningTable(entries, winner)}\n`);
    if (winner === undefined || entry === undefined) failed.push(target.name);
    const victory =
      winner === undefined || entry === undefined || !isEvidence
        ? undefined
        : { target, winner: entry.job, measurement: winner, measured: timed };
    const written = victory && (await writeVictory(project, victory));
    const wisdom = victory && (await winnerIntoWisdom(project, victory, asked));
    values.push({ ...tuningValue(entries, winner), ...writtenValue(target, written), wisdom: wisdomValue(wisdom) });
    if (!json && written !== undefined) sayWritten(target, written, wisdom);
  }
  return { values, failed };
}

function report(
  { values, failed }: Conclusion,
  ranges: readonly MeasuredRange[],
  isEvidence: boolean,
  { json }: TuneArguments,
): void {
  if (json) printJson(tuneOutput, { transforms: [...values], ranges: ranges.map(rangeValue) });
  else if (!isEvidence) print("measured under the emulator, whose times are meaningless: nothing was written");
  else for (const range of ranges) print(rangeLine(range));
  if (failed.length > 0)
    throw new VerificationError(
      `no candidate gives right results without spilling registers: ${failed.join(", ")}; nothing was written for it`,
    );
}

function platformText(entries: readonly TuningEntry[]): string {
  const platform = entries[0]?.measurement?.platform;
  return platform === undefined ? "" : ` on ${platform.gpu}, driver ${platform.driver}, ${platform.toolchain}`;
}

const writtenValue = ({ path }: TuningTarget, written: Written | Served | undefined) => {
  if (written?.plan === "served")
    return {
      plan: { path: written.path, state: "kept" as const },
      package: { directory: null, state: null },
      evidence: null,
    };
  return {
    plan: { path, state: written?.plan ?? null },
    package: { directory: written?.directory ?? null, state: written?.package ?? null },
    evidence: written?.evidence ?? null,
  };
};

/** An existing plan file is edited, not replaced: comments and everything unrelated to tuning stay. */
const PLAN_STATES = { kept: "unchanged", replaced: "edited in place", written: "written" } as const;

function sayWritten(
  { name, path, transform }: TuningTarget,
  written: Written | Served,
  wisdom: WisdomOutcome | undefined,
): void {
  if (written.plan === "served") {
    print(`plan      ${written.path}  (unchanged: the fastest for batch ${transform.batch}, too)\n`);
    return;
  }
  print(`plan      ${path}  (${PLAN_STATES[written.plan]})`);
  print(`package   ${written.directory}/  (${written.package})`);
  if (wisdom !== undefined) print(`wisdom    ${wisdomLine(wisdom)}`);
  print(`\nNext: verify it  ${calledAs()} verify ${name}\n`);
}
