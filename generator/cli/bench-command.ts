// `fftgen bench [suite]`: measurements of a suite's transforms as one report, beside cuFFT, other peers and the limits of the
// GPU; with the cost model judged. Or, without a GPU, what would be measured.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chartSvg } from "../bench/chart.js";
import { htmlReport } from "../bench/html-report.js";
import { parseMeasurements } from "../bench/measurement-file.js";
import { choosePlatform } from "../bench/platforms.js";
import { reportValue } from "../bench/report-value.js";
import { suiteResults, type SuiteResults } from "../bench/results.js";
import { findSuite } from "../bench/shipped-suites.js";
import { parseSuite } from "../bench/suite-file.js";
import type { Suite } from "../bench/suite.js";
import { writeTextFile } from "../emit/write.js";
import { InputError, ToolchainError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import type { Measurement } from "../tune/measurement.js";
import { countFrom } from "./asked-transform.js";
import { plannedText, plannedValue } from "./bench-dry-run.js";
import { planCases } from "./bench-plans.js";
import { benchText } from "./bench-report.js";
import { print, printJson } from "./terminal.js";

export interface BenchArguments {
  readonly suite: string;
  readonly gpu: string;
  readonly top: string;
  readonly only: string | undefined;
  readonly import: string | undefined;
  readonly html: string | undefined;
  readonly svg: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Where measurements are kept as they are taken. */
const STORE = join(".fftgen", "measurements.jsonl");

export async function benchCommand(parameters: BenchArguments): Promise<void> {
  const { json, html, svg } = parameters;
  const suite = suiteFrom(parameters);
  const gpu = findGpu(parameters.gpu);
  if (parameters.dryRun) {
    const planned = await planCases(suite, gpu, countFrom("--top", parameters.top));
    if (json) printJson(plannedValue(suite, gpu, planned));
    else print(plannedText(suite, gpu, planned));
    return;
  }
  const path = parameters.import ?? STORE;
  const results = resultsFrom(suite, gpu, measurementsOf(path, parameters.import !== undefined), path);
  if (json) printJson(reportValue(results));
  else print(benchText(results));
  const written = [
    { path: html, text: () => htmlReport(results) },
    { path: svg, text: () => chartSvg(results) },
  ];
  for (const { path: target, text } of written) {
    if (target === undefined) continue;
    writeTextFile(target, text());
    if (!json) print(`\nwritten  ${target}`);
  }
}

/** A shipped suite by name or a user's by the path of its file, narrowed to the cases that --only names. */
function suiteFrom({ suite: text, only }: BenchArguments): Suite {
  const suite = text.endsWith(".json") ? parseSuite(textOf(text), text) : findSuite(text);
  if (only === undefined) return suite;
  const cases = suite.cases.filter(({ label }) => label.includes(only));
  if (cases.length > 0) return { ...suite, cases };
  const some = suite.cases.slice(0, 3).map(({ label }) => JSON.stringify(label));
  throw new InputError(
    `--only ${only}: no case of suite ${suite.name} has that in its name; they are called ${some.join(", ")} and so on`,
  );
}

function measurementsOf(path: string, asked: boolean): readonly Measurement[] {
  if (!asked && !existsSync(path))
    throw new ToolchainError(
      `nothing has been measured yet: there is no ${path}. --import FILE reads measurements from elsewhere, --dry-run shows what would be measured`,
    );
  return parseMeasurements(textOf(path), path);
}

function resultsFrom(suite: Suite, gpu: Gpu, measurements: readonly Measurement[], path: string): SuiteResults {
  const chosen = choosePlatform(suite.cases, measurements);
  if (chosen === undefined)
    throw new InputError(
      `${path}: none of its ${measurements.length} measurements is of a case of suite ${suite.name} (size, precision, direction and batch must agree, out of place)`,
    );
  return suiteResults(suite, chosen.platform, measuredGpu(chosen.platform.gpu, gpu), chosen.measurements);
}

/** The GPU that was measured, where fftgen knows it; else the one that was planned for stands in for its limits. */
function measuredGpu(name: string, planned: Gpu): Gpu {
  try {
    return findGpu(name);
  } catch (error) {
    if (error instanceof InputError) return planned;
    throw error;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
