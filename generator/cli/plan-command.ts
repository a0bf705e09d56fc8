// `fftgen plan [kind] <size>`: searches, emits, verifies, and only then writes the plan and its package, so that a failing plan
// never replaces a working one; then prints the next steps.
import { resolve } from "node:path";
import { transformTitle } from "../emit/contract.js";
import { linkPackage } from "../emit/link-package.js";
import { packageTarget } from "../emit/symbols.js";
import { packageIn } from "../output/package-directory.js";
import { keepVerified, verifiedIn, verifiedBy } from "../output/verified-file.js";
import { at, InputError, ToolchainError, VerificationError } from "../failure/errors.js";
import type { VerifiedTransform, Verifier } from "../json/verified.js";
import { fittedText } from "../gpu/weights.js";
import { checkTransform } from "../search/limits.js";
import { layoutCosts } from "../search/layout-costs.js";
import { otherWaysThan, type RankedPlan } from "../search/ranked-plans.js";
import { DEFAULT_TWIDDLES } from "../search/search.js";
import { requireHostMemory } from "../toolchain/host-memory.js";
import { keptForBatch, otherPlans, searchedFor, type BatchPlan, type OriginalPlan } from "./batch-plans.js";
import { rangesText, rangesValue, servedText } from "./batch-report.js";
import { calledAs } from "./called-as.js";
import { otherUnits } from "./emitted-package.js";
import type { KeptFile } from "./kept-plan.js";
import { countFrom } from "./option-values.js";
import { withRuntime } from "./package-runtime.js";
import { batchPlanPath, packagePlanFiles, planLabel } from "./packages.js";
import { originLine, originText, originValue, settledPlan, type PlanOrigin } from "./plan-origin.js";
import { withRanges } from "./plan-ranges.js";
import { planOutput, rankingText, rankingValue, weightsValue, type PlannedValue } from "./plan-report.js";
import { tasksOf, usesWisdom, type PlanArguments, type Task } from "./plan-task.js";
import { withProgress } from "./progress.js";
import { findProject, type Project } from "./project.js";
import { publish, publishedState, type Published } from "./publish.js";
import { searchWishes } from "./search-wishes.js";
import { firstThatFits, spillCompiler, spillLine, spillText, spillValue, type SpillCheck } from "./spill-check.js";
import { paragraph } from "./table.js";
import { outputWidth, plural, print, printJson, styled } from "./terminal.js";
import { COMPILER_ADDS, readyVerifier, whereText } from "./verifier.js";
import { verdictText, verifyPackage, type VerificationOutcome } from "./verify-package.js";
import { recordText, sayUnverified, textOf } from "./verified-packages.js";
import { wisdomVerdict, type WisdomVerdict } from "./wisdom-choice.js";
import { writtenPlans } from "./written-plans.js";

/** Further plans behind those shown, in case that these spill registers. */
const SPARE_PLANS = 7;

export const outputs = [planOutput];

export async function run(parameters: PlanArguments): Promise<void> {
  const { json, dryRun } = parameters;
  refuseContradictions(parameters);
  const top = countFrom("--top", parameters.top);
  const project = findProject();
  const tasks = tasksOf(project, parameters);
  const target =
    dryRun || parameters.verify === false ? undefined : await orUnverified(() => readyVerifier(parameters.on));
  if (target !== undefined)
    for (const { transform, gpu, size } of tasks) {
      // What no plan is for is said before what no verification has room for.
      checkTransform(transform, gpu, size);
      requireHostMemory(transform, target, size);
    }
  const values: PlannedValue[] = [];
  for (const [index, task] of tasks.entries()) {
    if (!json && index > 0) print();
    const { value, passed, kept } = await planFor(task, top, target, project, parameters);
    values.push(value);
    if (json && (!passed || index === tasks.length - 1))
      printJson(planOutput, tasks.length === 1 ? value : { plans: values });
    if (!passed && target !== undefined)
      throw new VerificationError(
        `verification of ${task.name} ${whereText(target)} failed: nothing was written; --no-verify writes the package all the same${kept}`,
      );
  }
}

function refuseContradictions({ verify, on, dryRun, keep, verbose, fastTwiddles, precision }: PlanArguments): void {
  if (dryRun && verify === true) throw new InputError("--dry-run verifies nothing: leave out --dry-run or --verify");
  if ((verify === false || dryRun) && on !== "auto")
    throw new InputError(
      `--on ${on} says where to verify, ${dryRun ? "--dry-run" : "--no-verify"} not to: leave out one`,
    );
  if (keep && (verify === false || dryRun))
    throw new InputError(
      `--keep is for a verification that fails, ${dryRun ? "--dry-run" : "--no-verify"} for none: leave out one`,
    );
  if (verbose && (verify === false || dryRun))
    throw new InputError(
      `--verbose shows what is verified, ${dryRun ? "--dry-run" : "--no-verify"} is for nothing: leave out one`,
    );
  if (fastTwiddles && precision === "f64")
    throw new InputError("--fast-twiddles are of single precision: they do not go with --precision f64");
}

async function planFor(
  task: Task,
  top: number,
  target: Verifier | undefined,
  project: Project,
  parameters: PlanArguments,
): Promise<{ readonly value: PlannedValue; readonly passed: boolean; readonly kept: string }> {
  const { json, dryRun } = parameters;
  const say = json ? () => undefined : print;
  const { transform, size: called, gpu, name, directory, symbols } = task;
  const compiler = spillCompiler(parameters.compile, !dryRun && task.kept.length === 0);

  const started = performance.now();
  const twiddles = parameters.fastTwiddles ? (["fast-sincos"] as const) : DEFAULT_TWIDDLES;
  const verdictOn = (first: RankedPlan, tells: boolean): WisdomVerdict =>
    usesWisdom(parameters) ? wisdomVerdict(project, transform, gpu, first, tells) : NO_WISDOM;
  const settledOver = (first: RankedPlan): RankedPlan => {
    const verdict = verdictOn(first, false);
    return verdict.kind === "taken" ? verdict.plan.own : first;
  };
  const wishes = { twiddles, called, keep: top + SPARE_PLANS, ...searchWishes(parameters, transform) };
  const searched = await withProgress(`searching plans for ${name}`, () =>
    searchedFor(task, { ...wishes, settled: settledOver }),
  );
  const seconds = (performance.now() - started) / 1000;
  const found = searched.largest;
  const first = at(found.plans, 0);
  const kept = keptForBatch(task, first);
  const verdict = kept === undefined ? verdictOn(first, true) : NO_WISDOM;
  const origin = originOf(kept, verdict);
  const settled = settledPlan(origin);
  // A plan that spills is not measured.
  const isKnown = origin.kind === "wisdom" && !origin.wise.measured.stale && parameters.compile !== true;
  const nvcc = isKnown ? undefined : compiler;
  // A kept plan is emitted for its own batch, as by `emit`: otherwise the two commands would undo each other's work.
  const { chosen, unit, check } = await firstThatFits(name, found.plans, settled?.own, gpu, nvcc, parameters.compile);
  const path = kept?.path ?? (task.kept.length === 0 ? task.path : batchPlanPath(task.path, transform.batch, []));
  const own: OriginalPlan = { path, ranked: chosen, origin, unit, kept };
  const others = await otherPlans(project, task, searched, own, { usesWisdom: usesWisdom(parameters), nvcc: compiler });
  const batchPlans = withRanges([own, ...others], gpu);
  const main = at(
    batchPlans.filter((one) => one.path === path),
    0,
  );
  const ownFiles = [...batchPlans.map((one) => one.path), ...task.replaced];
  const units = [...batchPlans.map((one) => one.unit), ...otherUnits(project, ownFiles, name)];
  const files = linkPackage(units, symbols);
  const shown = Math.max(top, check.kind === "compiled" ? (check.taken.rank ?? 0) : 0);
  const plans = found.plans.slice(0, shown);
  const result = { ...found, plans, otherWays: otherWaysThan(plans, [...found.plans, ...found.otherWays]) };
  say(`${styled("bold", transformTitle(transform))}, for batch ${transform.batch} on ${gpu.name}`);
  const tried = `${plural(found.candidatesTried, "candidate")} in ${seconds.toFixed(2)} s`;
  say(`${paragraph(`${tried}; predictions are fitted ${fittedText(gpu)}`, outputWidth())}\n`);
  say(`${rankingText(result, gpu, settled, chosen, originText(origin, verdict, result, gpu, name))}\n`);
  const spills = spillText(check);
  if (spills !== undefined) say(`${spills}\n`);
  const ranges = rangesText(batchPlans, main, gpu);
  if (ranges !== undefined) say(`${ranges}\n`);

  const attempted =
    target === undefined
      ? undefined
      : await orUnverified(() =>
          verifyPackage({ name, units, symbols }, target, {
            table: json ? "never" : parameters.verbose ? "always" : "of failures",
            keep: parameters.keep,
            hint: "--no-verify skips it",
          }),
        );
  const verification = typeof attempted === "string" ? undefined : attempted;
  const unverified = typeof attempted === "string" ? attempted : undefined;
  const passed = verification?.passed !== false;
  const replaced = task.replaced.filter((old) => !batchPlans.some((one) => one.path === old));
  const paths = [...new Set([...batchPlans.map((one) => one.path), ...packagePlanFiles(project, name)])].filter(
    (one) => !replaced.includes(one),
  );
  const contents = {
    name,
    plans: paths.map((one) => planLabel(project, one)).toSorted(),
    files: withRuntime(directory, files),
  };
  const published =
    dryRun || !passed
      ? undefined
      : publish({ texts: await writtenPlans(project, task, batchPlans), replaced, directory, contents });
  const text = textOf({ name, units });
  const known = verification === undefined ? undefined : verifiedBy(text, verification);
  const [verified = null] =
    published === undefined
      ? []
      : keepVerified(directory, [text], [...(known === undefined ? [] : [known]), ...verifiedIn(directory)]);
  if (!json && passed)
    sayOutcome(task, files.length, {
      published,
      batchPlans,
      main,
      replaced,
      verification,
      check,
      isTableShown: parameters.verbose,
      unverified,
      verified,
    });
  return {
    passed,
    kept: verification?.kept ?? "",
    value: {
      name,
      transform,
      gpu: gpu.name,
      weights: weightsValue(gpu),
      origin: originValue(origin),
      ...rankingValue(result, chosen, settled),
      ranges: rangesValue(batchPlans, published),
      layout: layoutCosts(settled?.asked.plan ?? chosen.plan, gpu),
      compiled: spillValue(check),
      plan: { path, state: published === undefined ? null : publishedState(published, path) },
      package: { directory, state: published?.package ?? null, files: files.map((file) => file.path), verified },
      verification:
        verification === undefined ? null : { passed, target: verification.by, report: verification.report },
    },
  };
}

const NO_WISDOM: WisdomVerdict = { kind: "none" };

function originOf(kept: KeptFile | undefined, verdict: WisdomVerdict): PlanOrigin {
  if (kept !== undefined) return { kind: "kept", path: kept.path, plan: kept };
  if (verdict.kind !== "taken") return { kind: "search" };
  const { wise, plan, basis } = verdict;
  return { kind: "wisdom", wise, plan, basis };
}

/** A plan that cannot be built or run here can still be written, if the user allows it. */
async function orUnverified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolchainError)) throw error;
    throw new ToolchainError(`${error.message}\nnothing was written; --no-verify writes the package unverified`);
  }
}

/** The result for one GPU. */
interface Outcome {
  readonly published: Published | undefined;
  readonly batchPlans: readonly BatchPlan[];
  /** The one that the search was about. */
  readonly main: BatchPlan;
  /** Plan files that were removed. */
  readonly replaced: readonly string[];
  readonly verification: VerificationOutcome | undefined;
  readonly check: SpillCheck;
  /** Whether the table is shown, above the following text. */
  readonly isTableShown: boolean;
  readonly verified: VerifiedTransform | null;
  /** Why the plan was not verified. */
  readonly unverified: string | undefined;
}

function sayOutcome(
  task: Task,
  files: number,
  { published, batchPlans, main, replaced, verification, check, isTableShown, verified, unverified }: Outcome,
): void {
  const { name, directory, formerDirectory, symbols } = task;
  const compiled = spillLine(check);
  if (isTableShown && verification !== undefined) print();
  if (compiled !== undefined) print(`compiled  ${compiled}`);
  const others = batchPlans.filter((one) => one !== main);
  if (published === undefined) {
    print(`dry run: nothing was written; the plan would ${main.kept === undefined ? "go to" : "stay in"} ${main.path}`);
    print(`         its origin: ${originLine(main.origin)}`);
    for (const one of others)
      print(`         and that for ${servedText(one, batchPlans)} ${one.kept === undefined ? "to" : "in"} ${one.path}`);
    print(`         and the package of ${plural(files, "file")} go to ${directory}/`);
    return;
  }
  const hasMoved = resolve(formerDirectory) !== resolve(directory);
  print(`plan      ${main.path}  (${stateText(main, batchPlans, published, hasMoved)})`);
  for (const one of others) print(`          ${one.path}  (${stateText(one, batchPlans, published, hasMoved)})`);
  for (const old of replaced) print(`          ${old}  (removed)`);
  print(`from      ${originLine(main.origin)}`);
  print(`package   ${directory}/  (${plural(files, "file")}, ${published.package})`);
  if (hasMoved && packageIn(formerDirectory)?.name === name)
    print(`          ${formerDirectory}/ still contains the former package: remove it`);
  if (verification !== undefined) {
    print(`verified  ${verdictText(verification)}`);
    if (verification.by === "evaluator") print(`          ${COMPILER_ADDS}`);
  } else if (unverified !== undefined) print(`not verified: ${unverified}\n          ${COMPILER_ADDS}`);
  else if (verified === null) sayUnverified([{ name }]);
  else print(`verified  before, ${recordText(verified)}`);
  print();
  print(`Next: vendor it    copy ${directory}/, add_subdirectory() it, link fftgen::${packageTarget(symbols, name)}`);
  print(`      tune it      ${calledAs()} tune ${name}   (on the machine with the GPU, or with --runner or --pack)`);
  print(`      look inside  ${calledAs()} explain ${name}`);
}

/** `for up to 7 arrays, written`; `kept as it is; --replan replaces it` of a single one. */
function stateText(plan: BatchPlan, all: readonly BatchPlan[], published: Published, hasMoved: boolean): string {
  const range = all.length === 1 ? "" : `for ${servedText(plan, all)}, `;
  if (plan.kept === undefined) return `${range}${publishedState(published, plan.path)}`;
  const changed = [
    ...(hasMoved ? ["its directory"] : []),
    ...(plan.kept.upToBatch === plan.upToBatch ? [] : ["its range"]),
  ];
  const as = changed.length === 0 ? "kept as it is" : `kept but for ${changed.join(" and ")}`;
  return `${range}${as}${plan.kept.measured === undefined && all.length === 1 ? "; --replan replaces it" : ""}`;
}
