// What was measured, and measuring, as functions: `fftgen tune`, `fftgen bench` and `fftgen wisdom` without a project.
import { compilePlan } from "./compile.js";
import { suiteResults, type SuiteResults } from "./bench/results.js";
import type { Suite } from "./bench/suite.js";
import { deviceTextHash } from "./emit/device-text.js";
import { at, ifRight, InputError } from "./failure/errors.js";
import type { Gpu } from "./gpu/gpu.js";
import { readKernel } from "./notation/parse.js";
import { requireRules } from "./notation/parse-plan.js";
import { printKernels } from "./notation/print.js";
import { checkPlan, problemText } from "./plan/check.js";
import type { ScheduledPlan } from "./plan/plan.js";
import type { Transform } from "./plan/transform.js";
import { transformName } from "./plan/transform-name.js";
import { plainTransform } from "./planfile/contents.js";
import type { Evidence } from "./planfile/definition.js";
import { schedulePlan } from "./planfile/schedule-plan.js";
import type { Wisdom, WisdomEntry } from "./planfile/wisdom-file.js";
import type { RankedPlan } from "./search/ranked-plans.js";
import { measureOn, type Machine, type MeasuringOptions } from "./toolchain/measuring.js";
import { tuningCandidates } from "./tune/candidates.js";
import { bestEvidence, impossibleTime, evidenceOf, type JudgedEvidence } from "./tune/evidence.js";
import { jobOf, type Job } from "./tune/job.js";
import type { Measurement, Platform } from "./tune/measurement.js";
import { winnerOf } from "./tune/winner.js";
import { errorBound } from "./verify/bound.js";

/** A plan of wisdom with what was measured of it. */
export interface JudgedWisdom {
  readonly plan: RankedPlan;
  readonly evidence: readonly JudgedEvidence[];
  /** The best of it. */
  readonly measured: JudgedEvidence;
}

/**
 * Holds a plan of wisdom to what plans are held to: legal kernels with schedules that the GPU can run, errors within the bound.
 * @param place begins messages
 * @throws InputError for what no plan can be, or what cannot have been measured of it
 */
export function judgedWisdom(place: string, entry: WisdomEntry, gpu: Gpu): JudgedWisdom {
  const kernelPlace = (index: number): string => `${place}.kernels[${index}]`;
  const read = entry.kernels.map((text, index) => placed(kernelPlace(index), () => readKernel(text)));
  const kernels = read.map(({ kernel }) => kernel);
  const open = kernels.findIndex(({ schedule }) => schedule === undefined);
  if (open >= 0) throw new InputError(`${kernelPlace(open)}: it has no schedule, such as \`on 256 threads\``);
  const plan = { transform: entry.transform, kernels };
  const [problem] = checkPlan(plan);
  if (problem !== undefined) throw new InputError(`${place}: ${problemText(problem)}`);
  requireRules(plan, read, (index, judge) => placed(kernelPlace(index), judge));
  const ranked = placed(place, () => schedulePlan({ path: `${place}.kernels`, plan, places: [], gpu }, gpu));
  const bound = errorBound(ranked.plan).l2;
  const wrong = entry.evidence.findIndex(({ relativeL2Error }) => relativeL2Error > bound);
  if (wrong >= 0)
    throw new InputError(
      `${place}.evidence[${wrong}].relativeL2Error: ${at(entry.evidence, wrong).relativeL2Error} is beyond the bound of this plan, ${bound.toExponential(1)}: it is not right`,
    );
  for (const [index, { milliseconds, ratioToCopy }] of entry.evidence.entries()) {
    const why = impossibleTime(milliseconds, milliseconds / ratioToCopy);
    if (why !== undefined) throw new InputError(`${place}.evidence[${index}].milliseconds: ${why}: it is not right`);
  }
  const text = placed(place, () => deviceTextHash(compilePlan(transformName(entry.transform), ranked.plan, gpu)));
  const evidence = entry.evidence.map((one) => ({ ...one, stale: one.text !== text }));
  const measured = bestEvidence(evidence, gpu.name);
  if (measured === undefined) throw new InputError(`${place}.evidence: nothing was measured on ${gpu.name}`);
  return { plan: ranked, evidence, measured };
}

function placed<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(place)) throw error;
    throw new InputError(`${place}: ${error.message}`);
  }
}

/**
 * The plan of wisdom that was measured to be the best for exactly this: the transform, its batch included, on this GPU, as the text
 * that this version emits. Undefined where there is none; what is wrong in the wisdom is none.
 */
export function wisestPlan({ plans }: Wisdom, transform: Transform, gpu: Gpu): JudgedWisdom | undefined {
  const key = JSON.stringify(plainTransform(transform));
  return plans
    .filter((entry) => entry.gpu === gpu.name && JSON.stringify(plainTransform(entry.transform)) === key)
    .flatMap((entry, index) => ifRight(() => judgedWisdom(`plans[${index}]`, entry, gpu)) ?? [])
    .filter(({ measured }) => !measured.stale)
    .toSorted((a, b) => a.measured.ratioToCopy - b.measured.ratioToCopy)[0];
}

/** What wisdom has of a plan, every schedule said. */
export const wisdomEntry = (plan: ScheduledPlan, gpu: Gpu, evidence: readonly Evidence[]): WisdomEntry => ({
  transform: plan.transform,
  gpu: gpu.name,
  kernels: printKernels(plan),
  evidence,
});

export interface TuneOptions extends MeasuringOptions {
  /** How many candidates are measured; 12 by default. */
  readonly top?: number;
}

export interface Tuned {
  /** The candidates, the fastest by prediction first. */
  readonly measurements: readonly Measurement[];
  /** What takes the least time beside the copy that was measured with it; undefined where none is right and fit to run. */
  readonly winner: { readonly plan: ScheduledPlan; readonly evidence: Evidence } | undefined;
}

/**
 * Measures the search's first choices and variants of their schedules. Times of the emulator mean nothing.
 * @throws InputError for a transform that the GPU or fftgen cannot do
 * @throws ToolchainError if nothing could be measured
 */
export async function tunePlan(
  transform: Transform,
  gpu: Gpu,
  machine: Machine,
  { top = 12, ...options }: TuneOptions = {},
): Promise<Tuned> {
  const jobs = jobsOf(tuningCandidates(transform, gpu, counted("top", top)), gpu);
  const { measurements } = await measureOn(machine, jobs, gpu, options);
  const best = winnerOf(measurements);
  const plan = jobs.find(({ candidate }) => candidate.text === best?.candidate.text)?.unit.plan;
  const winner = best === undefined || plan === undefined ? undefined : { plan, evidence: evidenceOf(best) };
  return { measurements, winner };
}

/** The platform of a machine; that of what is measured under the emulator says so. */
const platformOf = (machine: Machine, measurements: readonly Measurement[]): Platform =>
  machine.target === "gpu" ? machine.platform : at(measurements, 0).platform;

/**
 * Measures a suite, `top` plans of each case (1 by default), and judges it as `fftgen bench` does; cases that fftgen has no plan for
 * are reported so.
 * @throws InputError where there is a plan for none of them
 * @throws ToolchainError if nothing could be measured
 */
export async function benchSuite(
  suite: Suite,
  gpu: Gpu,
  machine: Machine,
  { top = 1, ...options }: TuneOptions = {},
): Promise<SuiteResults> {
  const count = counted("top", top);
  const jobs = suite.cases.flatMap(
    ({ transform }) => ifRight(() => jobsOf(tuningCandidates(transform, gpu, count), gpu)) ?? [],
  );
  if (jobs.length === 0) throw new InputError(`suite ${suite.name}: there is no plan for any of its cases`);
  const { measurements } = await measureOn(machine, jobs, gpu, options);
  return suiteResults(suite, platformOf(machine, measurements), gpu, measurements);
}

function counted(what: string, count: number): number {
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InputError(`${what}: expected a positive integer, found ${count}`);
}

/** Those that cannot be emitted are left out, unless none can. */
function jobsOf(plans: readonly RankedPlan[], gpu: Gpu): readonly Job[] {
  const unitOf = ({ plan }: RankedPlan) => compilePlan(transformName(plan.transform), plan, gpu);
  const compiled = plans.flatMap((ranked) => {
    const unit = ifRight(() => unitOf(ranked));
    return unit === undefined ? [] : [{ ranked, unit }];
  });
  if (compiled.length === 0) unitOf(at(plans, 0));
  return compiled.map(({ ranked, unit }, index) => jobOf(ranked, index + 1, unit));
}
