// `fftgen study fwht-stability`: the stability study of Andersson's thesis with generated transforms, and its Table 4.1 next to
// our results. On this machine, through a runner, or in two steps by way of a pack: --pack before, --import after.
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { compilePlan } from "../compile.js";
import { emulatorDirectory } from "../emit/read-template.js";
import { requireNewDirectory, writeNewDirectory } from "../output/new-directory.js";
import { fileBy, outputFiles, type OutputFile } from "../output/output-file.js";
import { at, InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import type { Gpu } from "../gpu/gpu.js";
import { studyFigure } from "../study/figure.js";
import { studyPackFiles, type StudyPackage } from "../study/pack.js";
import { studyPlanner, studySubjects } from "../study/plans.js";
import { parseStudyResults, type StudyResults } from "../study/results.js";
import { LARGEST_EXPONENT, SMALLEST_EXPONENT, NUMBER_FORMATS } from "../study/vocabulary.js";
import { readyTarget } from "../toolchain/build.js";
import type { Machine } from "../toolchain/measuring.js";
import { temporaryDirectory } from "../toolchain/early-end.js";
import { runPack } from "../toolchain/pack-run.js";
import { shellWord } from "../toolchain/shell-words.js";
import type { ArgumentsOf } from "./command.js";
import type { studyForm } from "./commands/study.js";
import { calledAs } from "./called-as.js";
import { askedMachine } from "./measure-jobs.js";
import { makeWorkDirectory } from "./measurement-store.js";
import { choiceFrom, countFrom } from "./option-values.js";
import { packOutput } from "./output.js";
import { withProgress } from "./progress.js";
import { findProject, type Project } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { studyOutput, studyText, studyValue } from "./study-report.js";
import { plural, print, printJson } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

type StudyArguments = ArgumentsOf<typeof studyForm>;

export const STUDIES = ["fwht-stability"] as const;

/** The largest exponent that the emulator computes in about a minute. */
const LARGEST_EMULATED_EXPONENT = 7;

export const outputs = [studyOutput, packOutput];

export async function run(parameters: StudyArguments): Promise<void> {
  requireStudy(parameters.study);
  const figures = figureFiles(parameters.figures);
  if (parameters.import !== undefined) {
    const results = parseStudyResults(readUserFile(parameters.import, MOST_BYTES.results), parameters.import);
    conclude(results, figures, parameters);
    return;
  }
  const seeds = countFrom("--seeds", parameters.seeds);
  const project = findProject();
  const gpu = at(askedGpus(project, parameters.gpu), 0);
  if (parameters.pack !== undefined) {
    requireNewDirectory(parameters.pack);
    writePack(parameters.pack, await packagesOf(parameters, LARGEST_EXPONENT, gpu), gpu, parameters.json);
    return;
  }
  // The emulator gives the errors of a GPU, so it serves where there is no GPU.
  const on = parameters.runner === undefined ? await readyTarget(parameters.on) : parameters.on;
  const machine = await askedMachine(project, on, parameters.runner);
  const largest = machine.target === "emulator" ? LARGEST_EMULATED_EXPONENT : LARGEST_EXPONENT;
  const packages = await packagesOf(parameters, largest, gpu);
  conclude(await runPackages(project, packages, gpu, machine, seeds), figures, parameters);
}

/** One file for each number format, in the order of NUMBER_FORMATS. */
const figureFiles = (directory: string | undefined): readonly OutputFile[] =>
  outputFiles(
    directory === undefined
      ? []
      : NUMBER_FORMATS.map((storage) => ({
          ...fileBy("--figures", join(directory, `fwht-stability-${storage}.svg`), "chart"),
          remedy: "name another directory by --figures",
          makesDirectory: true,
        })),
  );

function requireStudy(name: string): void {
  if (STUDIES.some((study) => study === name)) return;
  const meant = nearest(name, STUDIES);
  throw new InputError(
    `there is no study ${name}${meant === undefined ? "." : `; did you mean ${meant}?`} Studies: ${STUDIES.join(", ")}`,
  );
}

/** `largest`: the largest of the sizes, unless others are given. */
async function packagesOf(
  { sizes, precision }: StudyArguments,
  largest: number,
  gpu: Gpu,
): Promise<readonly StudyPackage[]> {
  const [from, to] = sizes === undefined ? [SMALLEST_EXPONENT, largest] : exponentsFrom(sizes);
  const asked = precision.split(",").map((word) => choiceFrom("--precision", word.trim(), NUMBER_FORMATS));
  const storages = NUMBER_FORMATS.filter((storage) => asked.includes(storage));
  const subjects = studySubjects(storages, from, to);
  const planOf = studyPlanner(gpu);
  return withProgress(`planning ${subjects.length} transforms`, async (show) => {
    const packages: StudyPackage[] = [];
    for (const subject of subjects) {
      show(`planning ${subject.name} (${packages.length + 1}/${subjects.length})`);
      packages.push({ subject, unit: compilePlan(subject.name, planOf(subject), gpu) });
      // Lets earlier output appear.
      await setImmediate();
    }
    return packages;
  });
}

/** `3..25` or `10`. The scattered inputs have one element in 8: 2^3 is the least size. */
function exponentsFrom(text: string): readonly [number, number] {
  const [, first, last] = /^(\d{1,2})(?:\.\.(\d{1,2}))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last ?? first)];
  if (from >= SMALLEST_EXPONENT && to <= LARGEST_EXPONENT && from <= to) return [from, to];
  throw new InputError(
    `--sizes ${text}: expected exponents of 2 from ${SMALLEST_EXPONENT} to ${LARGEST_EXPONENT}, such as 3..10 or 12`,
  );
}

function writePack(directory: string, packages: readonly StudyPackage[], gpu: Gpu, json: boolean): void {
  const files = studyPackFiles(packages, gpu);
  writeNewDirectory(directory, files);
  if (json) {
    printJson(packOutput, { pack: directory, transforms: packages.length, files: files.map(({ path }) => path) });
    return;
  }
  print(`pack      ${directory}/  (${plural(packages.length, "transform")})`);
  print(
    `\nNext: measure  copy ${directory}/ to the machine with the GPU; there: sh ${shellWord(`${directory}/run.sh`)}`,
  );
  print(`      import   ${calledAs()} study fwht-stability --import ${shellWord(`${directory}/results.json`)}`);
}

async function runPackages(
  project: Project,
  packages: readonly StudyPackage[],
  gpu: Gpu,
  machine: Machine,
  seeds: number,
): Promise<StudyResults> {
  // A runner may start on another node, which sees the project's directory but not this machine's temporary one.
  const isElsewhere = machine.target === "gpu" && machine.runner.length > 0;
  const scratch = temporaryDirectory({ parent: isElsewhere ? makeWorkDirectory(project) : undefined });
  try {
    const directory = join(scratch.path, "pack");
    writeNewDirectory(directory, studyPackFiles(packages, gpu));
    await withProgress(`building ${packages.length} transforms`, (show) =>
      runPack({
        directory,
        place:
          machine.target === "gpu"
            ? { kind: "gpu", architecture: machine.architecture, runner: machine.runner }
            : { kind: "emulator", headers: emulatorDirectory },
        options: ["--seeds", String(seeds)],
        onLine: show,
      }),
    );
    const path = join(directory, "results.json");
    return parseStudyResults(readUserFile(path, MOST_BYTES.results), path);
  } finally {
    scratch.remove();
  }
}

function conclude(results: StudyResults, files: readonly OutputFile[], { against, json }: StudyArguments): void {
  if (json) printJson(studyOutput, studyValue(results, against));
  else print(studyText(results, against));
  for (const [index, file] of files.entries()) {
    const figure = studyFigure(results, at(NUMBER_FORMATS, index), against);
    if (figure === undefined) continue;
    file.write(figure);
    if (!json) print(`\nwritten  ${file.path}`);
  }
}
