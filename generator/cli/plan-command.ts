// `fftgen plan <size>`: search, write the plan, emit the package, verify it, say what to do next.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { emitPackage, lowerPlan } from "../compile.js";
import { writePackage, writeTextFile } from "../emit/write.js";
import { transformTitle } from "../emit/contract.js";
import { findGpu } from "../gpu/registry.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernel } from "../notation/print.js";
import { transformName, type Transform } from "../plan/transform.js";
import { writePlanFile } from "../planfile/write.js";
import { DEFAULT_TWIDDLES, searchPlans, type RankedPlan, type SearchResult } from "../search/search.js";
import { countFrom, transformFrom, type TransformArguments } from "./options.js";
import { GENERATED_DIRECTORY, loadPlan, PLANS_DIRECTORY, PLAN_SUFFIX, schedule } from "./project.js";
import { rankedTable, whyBest } from "./ranking.js";
import { print, progress, styled } from "./terminal.js";
import { verifyPackage, type VerificationOutcome } from "./verify-package.js";

export interface PlanArguments extends TransformArguments {
  readonly gpu: string;
  readonly top: number;
  readonly verify: boolean;
  readonly out: string | undefined;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly replan: boolean;
  readonly fastTwiddles: boolean;
}

export async function planCommand(parameters: PlanArguments): Promise<void> {
  const gpu = findGpu(parameters.gpu);
  const transform = transformFrom(parameters);
  const top = countFrom("top", parameters.top);
  const name = transformName(transform);
  const say = parameters.json ? () => undefined : print;

  const started = performance.now();
  const twiddles = parameters.fastTwiddles ? (["fast-sincos"] as const) : DEFAULT_TWIDDLES;
  const result = searchPlans(transform, gpu, { twiddles, keep: top });
  const seconds = (performance.now() - started) / 1000;
  say(`${styled("bold", transformTitle(transform))}, planned for batch ${transform.batch} on ${gpu.name}`);
  say(`${result.candidatesTried} candidates in ${seconds.toFixed(2)} s\n`);
  say(rankedTable(result.plans));
  say(`\n${whyBest(result, gpu)}\n`);

  const planPath = join(PLANS_DIRECTORY, `${name}${PLAN_SUFFIX}`);
  const { ranked, kept } = choosePlan(result, transform, planPath, gpu, parameters.replan);
  const directory = parameters.out ?? join(GENERATED_DIRECTORY, name);
  const files = emitPackage(lowerPlan(name, ranked.plan, gpu), gpu);

  let verification: VerificationOutcome | undefined;
  if (!parameters.dryRun) {
    if (!kept) {
      writeTextFile(planPath, await planFileText(ranked, gpu));
    }
    writePackage(directory, files);
    say(`plan      ${planPath}${kept ? "  (kept as it is; --replan searches anew)" : ""}`);
    say(`package   ${directory}/  (${files.length} files)`);
    if (parameters.verify) {
      verification = await verifyPackage(directory, name, "auto");
      say(`verified  on the ${verification.target === "gpu" ? "GPU" : "emulator"}\n`);
      say(verification.output);
    }
  } else {
    progress("dry run: nothing was written");
  }
  if (parameters.json) {
    print(JSON.stringify(jsonResult(name, result, ranked, verification), undefined, 2));
    return;
  }
  if (parameters.dryRun) return;
  say("");
  say(`Next: vendor it    copy ${directory}/ and add_subdirectory() it; link fftgen::${name}`);
  say(`      time it      ${directory}/README.md has the commands for the machine with the GPU`);
  say(`      look inside  npx fftgen explain ${name}`);
}

/** The plan file that is there wins, unless the user asks to plan anew. */
function choosePlan(
  result: SearchResult,
  transform: Transform,
  path: string,
  gpu: Gpu,
  replan: boolean,
): { ranked: RankedPlan; kept: boolean } {
  const [best] = result.plans;
  if (!replan && existsSync(path)) {
    const { plan } = loadPlan(path);
    return { ranked: schedule({ ...plan, transform: { ...plan.transform, batch: transform.batch } }, gpu), kept: true };
  }
  if (best === undefined) throw new Error("a search without plans must have thrown");
  return { ranked: best, kept: false };
}

function planFileText(ranked: RankedPlan, gpu: Gpu): Promise<string> {
  const { transform, kernels } = ranked.plan;
  const passes = kernels.length === 1 ? "One pass" : `${kernels.length} passes`;
  return writePlanFile(
    { transform, kernels: kernels.map(printKernel), evidence: [] },
    `${transformTitle(transform)}.\n${passes} over memory; chosen by prediction for ${gpu.name}, not measured.`,
  );
}

function jsonResult(
  name: string,
  result: SearchResult,
  ranked: RankedPlan,
  verification: VerificationOutcome | undefined,
) {
  const describe = (plan: RankedPlan) => ({
    kernels: plan.plan.kernels.map(printKernel),
    milliseconds: plan.milliseconds,
    fractionOfCopy: plan.copyMilliseconds / plan.milliseconds,
    costs: plan.kernels.map(({ cost }) => cost),
  });
  return {
    name,
    transform: ranked.plan.transform,
    chosen: describe(ranked),
    ranking: result.plans.map(describe),
    candidatesTried: result.candidatesTried,
    refused: Object.fromEntries(result.refused),
    verification:
      verification === undefined ? null : { target: verification.target, output: verification.output.split("\n") },
  };
}
