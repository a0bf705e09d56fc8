// `fftgen plan [kind] <size>`: searches, emits, verifies, and only then writes the plan and its package, so that a failing plan
// never replaces a working one; then prints the next steps.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { gigabytesText } from "../arithmetic/bytes-text.js";
import { transformTitle } from "../emit/contract.js";
import { linkPackage, packagePaths } from "../emit/link-package.js";
import { packageTarget, type Symbols } from "../emit/symbols.js";
import { packageIn, requirePackageDirectory } from "../output/package-directory.js";
import type { TextFile } from "../output/text-file.js";
import { keepVerified, verifiedIn, verifiedBy } from "../output/verified-file.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { at, InputError, invariant, ToolchainError, VerificationError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { VerifiedTransform, Verifier } from "../json/verified.js";
import { hasTwiddles, type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import type { Evidence } from "../planfile/definition.js";
import { updatePlanFile } from "../planfile/update.js";
import { bytesOf, checkTransform, needsText, sideNeeds, type MemoryNeed } from "../search/limits.js";
import { layoutCosts } from "../search/layout-costs.js";
import { otherWaysThan, type RankedPlan } from "../search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../search/search.js";
import { requireHostMemory } from "../toolchain/host-memory.js";
import type { ArgumentsOf } from "./command.js";
import type { planForm } from "./commands/plan.js";
import { askedSizes, askedTransform } from "./asked-transform.js";
import { calledAs } from "./called-as.js";
import { otherVariants } from "./emitted-package.js";
import { keptPlan, type KeptFile } from "./kept-plan.js";
import { countFrom } from "./option-values.js";
import { allowedDirectory, requirePlace, requirePlansInside } from "./package-place.js";
import { withRuntime } from "./package-runtime.js";
import {
  packageDirectory,
  packagePlanFiles,
  planLabel,
  planPaths,
  readablePlans,
  usualDirectory,
  writtenDirectory,
} from "./packages.js";
import { originLine, originReason, originText, originValue, settledPlan, type PlanOrigin } from "./plan-origin.js";
import { planOutput, rankingText, rankingValue, type PlannedValue } from "./plan-report.js";
import { withProgress } from "./progress.js";
import { askedGpus, findProject, projectKey, symbolsOf, type Project } from "./project.js";
import { planFileText, publish, type Published } from "./publish.js";
import { searchWishes } from "./search-wishes.js";
import { firstThatFits, spillCompiler, spillLine, spillText, spillValue, type SpillCheck } from "./spill-check.js";
import { plural, print, printJson, styled } from "./terminal.js";
import { COMPILER_ADDS, readyVerifier, whereText } from "./verifier.js";
import { verdictText, verifyPackage, type VerificationOutcome } from "./verify-package.js";
import { recordText, sayUnverified, textOf } from "./verified-packages.js";
import { wiseBatch, wisdomVerdict, type WisdomVerdict } from "./wisdom-choice.js";

type PlanArguments = ArgumentsOf<typeof planForm>;

/** A request, checked before the search begins. */
interface Task {
  readonly transform: Transform;
  /** The size as it was typed. */
  readonly size: string;
  readonly gpu: Gpu;
  readonly name: string;
  /** The path of the plan file. */
  readonly path: string;
  /** The directory of the package. */
  readonly directory: string;
  /** The former directory of the package. */
  readonly formerDirectory: string;
  readonly symbols: Symbols;
  readonly kept: KeptFile | undefined;
}

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
  const { transform, size: called, gpu, name, path, directory, symbols, kept } = task;
  const compiler = spillCompiler(parameters.compile, target !== undefined && kept === undefined);

  const started = performance.now();
  const twiddles = parameters.fastTwiddles ? (["fast-sincos"] as const) : DEFAULT_TWIDDLES;
  const found = await withProgress(`searching plans for ${name}`, () =>
    searchPlans(transform, gpu, { twiddles, called, keep: top + SPARE_PLANS, ...searchWishes(parameters, transform) }),
  );
  const seconds = (performance.now() - started) / 1000;
  const verdict = usesWisdom(parameters, kept) ? wisdomVerdict(project, transform, gpu, at(found.plans, 0)) : NO_WISDOM;
  const origin = originOf(path, kept, verdict);
  const settled = settledPlan(origin);
  // A plan that spills is not measured.
  const isKnown = origin.kind === "wisdom" && !origin.wise.measured.stale && parameters.compile !== true;
  const nvcc = isKnown ? undefined : compiler;
  // A kept plan is emitted for its own batch, as by `emit`: otherwise the two commands would undo each other's work.
  const { chosen, unit, check } = await firstThatFits(name, found.plans, settled?.own, gpu, nvcc, parameters.compile);
  const units = [unit, ...otherVariants(project, path, name)];
  const files = linkPackage(units, symbols);
  const shown = Math.max(top, found.plans.indexOf(chosen) + 1);
  const plans = found.plans.slice(0, shown);
  const result = { ...found, plans, otherWays: otherWaysThan(plans, [...found.plans, ...found.otherWays]) };
  say(`${styled("bold", transformTitle(transform))}, for batch ${transform.batch} on ${gpu.name}`);
  say(`${plural(found.candidatesTried, "candidate")} in ${seconds.toFixed(2)} s\n`);
  say(`${rankingText(result, gpu, settled, chosen, originText(origin, verdict, result, gpu, name))}\n`);
  const spills = spillText(check);
  if (spills !== undefined) say(`${spills}\n`);

  const attempted =
    target === undefined
      ? undefined
      : await orUnverified(() =>
          verifyPackage({ name, units, files }, target, {
            table: json ? "never" : parameters.verbose ? "always" : "of failures",
            keep: parameters.keep,
            hint: "--no-verify skips it",
          }),
        );
  const verification = typeof attempted === "string" ? undefined : attempted;
  const unverified = typeof attempted === "string" ? attempted : undefined;
  const passed = verification?.passed !== false;
  const written = writtenDirectory(project, name, path, directory);
  const reason = { why: originReason(origin, gpu), evidence: originEvidence(origin, chosen) };
  const plan = kept === undefined ? await planFileText(chosen, gpu, path, written, reason) : undefined;
  const others = await movedPlanFiles(project, name, plan === undefined ? undefined : path, directory);
  const paths = [...new Set([path, ...packagePlanFiles(project, name)])];
  const contents = {
    name,
    plans: paths.map((one) => planLabel(project, one)),
    files: withRuntime(directory, files),
  };
  const published = dryRun || !passed ? undefined : publish({ path, plan, others, directory, contents });
  const text = textOf({ name, units });
  const known = verification === undefined ? undefined : verifiedBy(text, verification);
  const [verified = null] =
    published === undefined
      ? []
      : keepVerified(directory, [text], [...(known === undefined ? [] : [known]), ...verifiedIn(directory)]);
  if (!json && passed)
    sayOutcome(task, files.length, {
      published,
      verification,
      check,
      origin,
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
      origin: originValue(origin),
      ...rankingValue(result, chosen, settled),
      layout: layoutCosts(settled?.asked.plan ?? chosen.plan, gpu),
      compiled: spillValue(check),
      plan: { path, state: published?.plan ?? null },
      package: { directory, state: published?.package ?? null, files: files.map((file) => file.path), verified },
      verification:
        verification === undefined ? null : { passed, target: verification.by, report: verification.report },
    },
  };
}

const NO_WISDOM: WisdomVerdict = { kind: "none" };

/** Options about the search request a search. */
const usesWisdom = ({ replan, fastTwiddles, unit, algorithm }: PlanArguments, kept: KeptFile | undefined): boolean =>
  kept === undefined && !replan && !fastTwiddles && unit === undefined && algorithm === undefined;

function originOf(path: string, kept: KeptFile | undefined, verdict: WisdomVerdict): PlanOrigin {
  if (kept !== undefined) return { kind: "kept", path, plan: kept };
  if (verdict.kind !== "taken") return { kind: "search" };
  const { wise, plan, basis } = verdict;
  return { kind: "wisdom", wise, plan, basis };
}

/** The measurements for a new plan file: only those of the same GPU and batch. */
function originEvidence(origin: PlanOrigin, { plan }: RankedPlan): readonly Evidence[] {
  if (origin.kind !== "wisdom" || origin.basis !== "measured") return [];
  const { evidence, gpu, plan: measured } = origin.wise.loaded;
  return measured.transform.batch === plan.transform.batch ? evidence.filter((one) => one.gpu === gpu.name) : [];
}

/** New texts for the plan files of a package that record another directory; `written` is written anyway. */
async function movedPlanFiles(
  project: Project,
  name: string,
  written: string | undefined,
  directory: string,
): Promise<readonly TextFile[]> {
  const moved: TextFile[] = [];
  for (const { path, directory: recorded } of readablePlans(project, name).plans) {
    if (path === written || resolve(recorded ?? usualDirectory(project, name)) === resolve(directory)) continue;
    const before = readFileSync(path, "utf8");
    const text = await updatePlanFile(path, before, { directory: writtenDirectory(project, name, path, directory) });
    if (text !== before) moved.push({ path, text });
  }
  return moved;
}

/** One task for each GPU; all mistakes are found before the first search. */
function tasksOf(project: Project, parameters: PlanArguments): readonly Task[] {
  const gpus = askedGpus(project, parameters.gpu);
  const [asked] = askedSizes(parameters.transform);
  invariant(asked !== undefined, () => "plan: no size");
  const transform = askedTransform({ ...parameters, ...asked });
  if (!hasTwiddles(transform) && parameters.fastTwiddles)
    throw new InputError(
      "--fast-twiddles requires a Fourier transform: a Walsh-Hadamard transform has no twiddle factors",
    );
  for (const gpu of gpus) requireMemory(transform, gpu, parameters.batch);
  const name = transformName(transform);
  const { out, anywhere } = parameters;
  const former = readablePlans(project, name);
  const formerDirectory = packageDirectory(project, former);
  requirePlansInside(project, anywhere);
  const directory = out ?? allowedDirectory(project, former, anywhere);
  // The plan file will record the directory.
  if (out !== undefined) requirePlace(project, out, { kind: "file", text: "--out" }, anywhere);
  const symbols = symbolsOf(project);
  const paths = planPaths(project, name, gpus);
  if (!parameters.dryRun) {
    requirePackageDirectory(directory, name, packagePaths(name, symbols));
    requireWritable([
      ...paths.map((path) => placeBy(projectKey(project, "plans"), dirname(path))),
      placeBy("--out", directory),
    ]);
  }
  return gpus.map((gpu, index): Task => {
    const path = at(paths, index);
    const batchIsAsked = parameters.batch !== undefined;
    const kept = parameters.replan ? undefined : keptPlan(project, path, transform, gpu, batchIsAsked);
    if (kept !== undefined && parameters.fastTwiddles)
      throw new InputError(
        `${path} is kept, so --fast-twiddles would change nothing: add --replan, which replaces it, or leave it out`,
      );
    // Without --batch, the batch of the existing plan is used.
    const batch =
      kept?.asked.plan.transform.batch ??
      (batchIsAsked || !usesWisdom(parameters, kept) ? undefined : wiseBatch(project, transform, gpu));
    const meant = batch === undefined ? transform : { ...transform, batch };
    return { transform: meant, size: asked.size, gpu, name, path, directory, formerDirectory, symbols, kept };
  });
}

/** The memory that a given --batch would need is checked here; without one the search chooses a batch that fits. */
function requireMemory(transform: Transform, gpu: Gpu, batch: string | undefined): void {
  const needs = sideNeeds(transform);
  const fits = (all: readonly MemoryNeed[]): boolean => bytesOf(all) <= gpu.memoryBytes;
  if (batch === undefined || fits(needs) || !fits(sideNeeds({ ...transform, batch: 1 }))) return;
  throw new InputError(
    `--batch ${batch}: input and output need ${needsText(needs)}, ${gpu.name} has ${gigabytesText(gpu.memoryBytes)}`,
  );
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

/** The result for one plan. */
interface Outcome {
  readonly published: Published | undefined;
  readonly verification: VerificationOutcome | undefined;
  readonly check: SpillCheck;
  readonly origin: PlanOrigin;
  /** Whether the table is shown, above the following text. */
  readonly isTableShown: boolean;
  readonly verified: VerifiedTransform | null;
  /** Why the plan was not verified. */
  readonly unverified: string | undefined;
}

function sayOutcome(
  { name, path, directory, formerDirectory, symbols, kept }: Task,
  files: number,
  { published, verification, check, origin, isTableShown, verified, unverified }: Outcome,
): void {
  const compiled = spillLine(check);
  if (isTableShown && verification !== undefined) print();
  if (compiled !== undefined) print(`compiled  ${compiled}`);
  if (published === undefined) {
    print(`dry run: nothing was written; the plan would ${kept === undefined ? "go to" : "stay in"} ${path}`);
    print(`         its origin: ${originLine(origin)}`);
    print(`         and the package of ${plural(files, "file")} go to ${directory}/`);
    return;
  }
  const keptAs = resolve(formerDirectory) === resolve(directory) ? "kept as it is" : "kept but for its directory";
  print(
    `plan      ${path}  (${published.plan === "kept" ? `${keptAs}${kept?.measured === undefined ? "; --replan replaces it" : ""}` : published.plan})`,
  );
  print(`from      ${originLine(origin)}`);
  print(`package   ${directory}/  (${plural(files, "file")}, ${published.package})`);
  if (resolve(formerDirectory) !== resolve(directory) && packageIn(formerDirectory)?.name === name)
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
