// `fftgen bench [suite]`: measurements of a suite's transforms as one report, compared with cuFFT, other libraries and the limits
// of the GPU; and an assessment of the cost model. Without a GPU, a list of the measurements to be made.
import { existsSync } from "node:fs";
import { z } from "zod";
import { platform } from "../json/measured-schemas.js";
import { chartSvg } from "../bench/chart.js";
import { htmlReport } from "../bench/html-report.js";
import { parseMeasurements } from "../bench/measurement-file.js";
import { choosePlatform } from "../bench/platforms.js";
import { reportValue } from "../bench/report-value.js";
import { suiteResults, type SuiteResults } from "../bench/results.js";
import { findSuite } from "../bench/shipped-suites.js";
import { parseSuite } from "../bench/suite-file.js";
import { hasFourierCases, type Suite } from "../bench/suite.js";
import { requireNewDirectory, writeNewDirectory } from "../output/new-directory.js";
import { fileBy, outputFiles, type NamedFile } from "../output/output-file.js";
import { at, InputError, ToolchainError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Job } from "../tune/job.js";
import type { Measurement } from "../tune/measurement.js";
import { packWithSpares } from "../tune/spares.js";
import type { Machine } from "../toolchain/measuring.js";
import { shellWord } from "../toolchain/shell-words.js";
import type { ArgumentsOf } from "./command.js";
import type { benchForm } from "./commands/bench.js";
import { benchPlansOutput, plannedText, plannedValue } from "./bench-dry-run.js";
import { benchJobs, planCases } from "./bench-plans.js";
import { benchText } from "./bench-report.js";
import { calledAs } from "./called-as.js";
import { gpuCalled } from "./gpu-called.js";
import { askedMachine, measureJobs } from "./measure-jobs.js";
import { benchCase, costModel, suiteHead, suiteSummary } from "./measured-schemas.js";
import { storedMeasurements, storePath } from "./measurement-store.js";
import { countFrom } from "./option-values.js";
import { output, packOutput } from "./output.js";
import { findProject, type Project } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { plural, print, printError, printJson } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

export const benchOutput = output("bench", {
  suite: suiteHead,
  platform,
  cases: z.array(benchCase),
  summary: suiteSummary,
  costModel,
});

type BenchArguments = ArgumentsOf<typeof benchForm>;

export const outputs = [benchOutput, benchPlansOutput, packOutput];

export async function run(parameters: BenchArguments): Promise<void> {
  const { json } = parameters;
  const reports = reportsOf(parameters);
  const files = outputFiles(reports.map(({ file }) => file));
  const suite = suiteFrom(parameters);
  const project = findProject();
  const gpu = at(askedGpus(project, parameters.gpu), 0);
  const top = countFrom("--top", parameters.top);
  const repeat = countFrom("--repeat", parameters.repeat);
  if (parameters.dryRun) {
    const planned = await planCases(project, suite, gpu, top);
    if (json) printJson(benchPlansOutput, plannedValue(suite, gpu, planned));
    else print(plannedText(suite, gpu, planned));
    return;
  }
  if (parameters.pack !== undefined) {
    requireNewDirectory(parameters.pack);
    return writeBenchPack(
      { ...parameters, directory: parameters.pack },
      suite,
      benchJobs(await planCases(project, suite, gpu, top), gpu),
      gpu,
    );
  }
  const isMeasured =
    parameters.import !== undefined || (await measureSuite(project, suite, gpu, top, { ...parameters, repeat }));
  const path = parameters.import ?? storePath(project);
  const results = resultsFrom(suite, gpu, measurementsOf(path, parameters.import !== undefined), path);
  if (!isMeasured) sayNothingWasMeasured(path, json);
  if (json) printJson(benchOutput, reportValue(results));
  else print(benchText(results));
  for (const [index, file] of files.entries()) {
    file.write(at(reports, index).text(results));
    if (!json) print(`\nwritten  ${file.path}`);
  }
}

interface Report {
  readonly file: NamedFile;
  readonly text: (results: SuiteResults) => string;
}

const reportsOf = ({ html, svg }: BenchArguments): readonly Report[] => [
  ...(html === undefined ? [] : [{ file: fileBy("--html", html, "page"), text: htmlReport }]),
  ...(svg === undefined ? [] : [{ file: fileBy("--svg", svg, "chart"), text: chartSvg }]),
];

/** Measures the cases that the store lacks. False without a GPU: the report then shows an existing store as it is. */
async function measureSuite(
  project: Project,
  suite: Suite,
  gpu: Gpu,
  top: number,
  { runner, repeat, again }: Pick<BenchArguments, "runner" | "again"> & { readonly repeat: number },
): Promise<boolean> {
  let machine: Machine;
  try {
    machine = await askedMachine(project, "gpu", runner);
  } catch (error) {
    if (!(error instanceof ToolchainError) || runner !== undefined || !existsSync(storePath(project))) throw error;
    return false;
  }
  await measureJobs(project, benchJobs(await planCases(project, suite, gpu, top), gpu), gpu, machine, {
    repeat,
    again,
  });
  return true;
}

/** Accompanies the report: a report for programs leaves it to standard error. */
function sayNothingWasMeasured(path: string, json: boolean): void {
  const text = `No GPU was found: nothing was measured. This is the report on earlier measurements in ${path}.`;
  if (json) printError(text);
  else print(`${text}\n`);
}

function writeBenchPack(
  { directory, suite: asked, json }: Pick<BenchArguments, "suite" | "json"> & { readonly directory: string },
  suite: Suite,
  jobs: readonly Job[],
  gpu: Gpu,
): void {
  if (jobs.length === 0) throw new InputError(`suite ${suite.name}: no plan was found for any of its cases`);
  const files = packWithSpares(jobs, gpu);
  const spares = jobs.filter(({ spare }) => spare === true).length;
  const candidates = jobs.length - spares;
  writeNewDirectory(directory, files);
  if (json) {
    printJson(packOutput, {
      pack: directory,
      suite: suite.name,
      candidates,
      spares,
      files: files.map(({ path }) => path),
    });
    return;
  }
  print(
    `pack      ${directory}/  (${plural(candidates, "plan")} of suite ${suite.name}, ${plural(spares, "spare")} for those that spill registers)`,
  );
  print(
    `\nNext: measure  copy ${directory}/ to the machine with the GPU; there: sh ${shellWord(`${directory}/run.sh`)}`,
  );
  print(`      report   ${calledAs()} bench ${shellWord(asked)} --import ${shellWord(`${directory}/results.json`)}`);
}

/** A shipped suite by name or a user's by the path of its file, narrowed to the cases that --only names. */
function suiteFrom({ suite: text, only }: BenchArguments): Suite {
  const suite = text.endsWith(".json") ? parseSuite(readUserFile(text, MOST_BYTES.plan), text) : findSuite(text);
  if (only === undefined) return suite;
  const cases = suite.cases.filter(({ label }) => label.includes(only));
  if (cases.length > 0) return { ...suite, cases };
  const some = suite.cases.slice(0, 3).map(({ label }) => JSON.stringify(label));
  throw new InputError(
    `--only ${only}: no case of suite ${suite.name} has this text in its name; its cases are ${some.join(", ")} and others`,
  );
}

function measurementsOf(path: string, asked: boolean): readonly Measurement[] {
  if (!asked && !existsSync(path))
    throw new ToolchainError(
      `nothing has been measured yet: there is no ${path}. --import FILE reads the measurements of another machine, --dry-run shows what would be measured`,
    );
  return asked ? parseMeasurements(readUserFile(path, MOST_BYTES.results), path) : storedMeasurements(findProject());
}

function resultsFrom(suite: Suite, gpu: Gpu, measurements: readonly Measurement[], path: string): SuiteResults {
  const chosen = choosePlatform(suite.cases, measurements);
  if (chosen === undefined)
    throw new InputError(
      `${path}: none of its ${measurements.length} measurements is of a case of suite ${suite.name} (size, precision, ${hasFourierCases(suite) ? "direction" : "order"}, layout and batch must agree, out of place)`,
    );
  return suiteResults(
    suite,
    chosen.platform,
    measuredGpu(findProject(), chosen.platform.gpu, gpu),
    chosen.measurements,
  );
}

/** The GPU of the measurements, where fftgen knows it; else the limits of the GPU of the plans are used. */
function measuredGpu(project: Project, name: string, planned: Gpu): Gpu {
  try {
    return gpuCalled(project, name, planned);
  } catch (error) {
    if (error instanceof InputError) return planned;
    throw error;
  }
}
