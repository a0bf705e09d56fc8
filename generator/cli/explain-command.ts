// `fftgen explain <plan>`: every stage of the pipeline for one plan, as text, or with --html as a page, too.
import { z } from "zod";
import { transformSchema } from "../json/transform-schema.js";
import { CALLERS_ARRAYS, WORKSPACE_ARRAYS } from "../kernel/host-program.js";
import { printKernel as printKernelText } from "../emit/print-kernel.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";
import { printKernels } from "../notation/print.js";
import { resolve } from "../plan/resolve.js";
import { ruleTexts } from "../plan/rule-words.js";
import { RULES } from "../plan/tree.js";
import { layoutCosts } from "../search/layout-costs.js";
import { fileBy, outputFile } from "../output/output-file.js";
import type { ArgumentsOf } from "./command.js";
import type { explainForm } from "./commands/explain.js";
import { costFacts, exchangeFacts, planFacts, tileFacts, transformFact } from "./explain-facts.js";
import { atomsText, beside, fact, label, LABEL, listed, stepNames } from "./explain-lines.js";
import { explainPage } from "./explain-page.js";
import { explainedPlan, type ExplainedKernel, type ExplainedPlan } from "./explained-plan.js";
import { loadPlan, planGpu } from "./loaded-plan.js";
import { judgedEvidence } from "./measured-schemas.js";
import { output, part } from "./output.js";
import { gpuPlanFiles, mainPlanFile } from "./packages.js";
import { cost, costValue } from "./plan-report.js";
import { findProject } from "./project.js";
import { kernelLines } from "./ranking.js";
import { lineText, table } from "./table.js";
import { outputWidth, print, printJson, styled } from "./terminal.js";

export const explainOutput = output("explain", {
  name: z.string(),
  path: part.path,
  gpu: z.string(),
  calibration: z.string().describe("The GPU whose measurements the cost model was fitted to."),
  transform: transformSchema,
  milliseconds: part.milliseconds,
  copyMilliseconds: z.number(),
  rules: z
    .array(z.strictObject({ rule: z.enum(RULES), text: z.string() }))
    .describe(
      "How the transform is computed through others, the outermost first; none where its kernels are its butterflies.",
    ),
  bound: z.strictObject({ l2: z.number(), max: z.number(), text: z.string() }),
  evidence: z.array(judgedEvidence).describe("Its measurements."),
  layout: part.layout,
  kernels: part.kernels,
  costs: z.array(cost),
  host: z.array(
    z.strictObject({
      source: z.enum([...CALLERS_ARRAYS, ...WORKSPACE_ARRAYS]),
      target: z.enum([...CALLERS_ARRAYS, ...WORKSPACE_ARRAYS]),
    }),
  ),
  text: z.array(z.string()).optional().describe("The emitted kernels, with --text."),
});

type ExplainArguments = ArgumentsOf<typeof explainForm>;

export const outputs = [explainOutput];

export function run({ plan: asked, gpu, order, text, html, json }: ExplainArguments): void {
  const page = html === undefined ? undefined : outputFile(fileBy("--html", html, "page"));
  const project = findProject();
  const loaded = loadPlan(project, mainPlanFile(project, asked), order);
  const all = gpuPlanFiles(project, loaded.name, loaded.gpu).map((path) => loadPlan(project, path));
  const plan = explainedPlan(loaded, planGpu(loaded, gpu), all);
  page?.write(explainPage(plan));
  if (json) {
    printValue(loaded.name, plan, text);
    return;
  }
  printText(plan, text);
  if (page !== undefined) print(`\nwritten  ${page.path}`);
}

function printValue(name: string, { path, gpu, ranked, bound, evidence, kernels }: ExplainedPlan, text: boolean): void {
  printJson(explainOutput, {
    name,
    path,
    gpu: gpu.name,
    calibration: gpu.weights.gpu,
    transform: ranked.plan.transform,
    milliseconds: ranked.milliseconds,
    copyMilliseconds: ranked.copyMilliseconds,
    rules: ruleTexts(resolve(ranked.plan)),
    bound,
    evidence,
    layout: layoutCosts(ranked.plan, gpu),
    kernels: printKernels(ranked.plan),
    costs: kernels.map(({ cost }) => costValue(cost)),
    host: kernels.map(({ source, target }) => ({ source, target })),
    ...(text ? { text: kernels.map(({ kernel }) => printKernelText(kernel)) } : {}),
  });
}

function printText(plan: ExplainedPlan, text: boolean): void {
  fact(transformFact(plan));
  printKernels(plan.ranked.plan).forEach((kernel, index) => {
    const lines = kernelLines(kernel, outputWidth() - LABEL).map(lineText);
    lines.forEach((line, row) => print(label(index + row === 0 ? "plan" : "") + line));
  });
  planFacts(plan).forEach(fact);
  plan.kernels.forEach((explained, index) => {
    const { kernel, source, target } = explained;
    print();
    print(styled("bold", `kernel ${index + 1}, ${source} -> ${target}`));
    printKernelFacts(explained);
    if (text) print(`\n${printKernelText(kernel)}`);
  });
}

function printKernelFacts(explained: ExplainedKernel): void {
  const { kernel, geometry } = explained;
  const { before, after } = exchangeFacts(explained);
  [...tileFacts(explained), ...before].forEach(fact);
  print(label("places") + beside(placesTable(geometry)));
  after.forEach(fact);
  for (const { name, steps } of kernel.roles)
    listed(geometry.team.kind === "cluster" ? name : "program", stepNames(steps, kernel));
  costFacts(explained).forEach(fact);
}

function placesTable({ phases, exit, team }: KernelGeometry): string {
  const rows = (some: readonly Phase[], name: (phase: Phase, index: number) => readonly string[]) =>
    some.map((phase, index) => [...name(phase, index), atomsText(phase.registers), atomsText(phase.threads)]);
  const places = [{ title: "phase" }, { title: "registers" }, { title: "threads, lanes first" }];
  if (team.kind !== "cluster")
    return table(
      places,
      rows(exit?.through === "cluster" ? [...phases, exit.phase] : phases, (phase, index) => [phaseName(phase, index)]),
      LABEL,
    );
  return table(
    [{ title: "role" }, ...places],
    [
      ...rows(team.front, (phase, index) => ["front", phaseName(phase, index)]),
      ...rows(team.back, (phase, index) => ["back", phaseName(phase, index)]),
    ],
    LABEL,
  );
}

/** The work of the threads in the phase with this index of a kernel. */
const phaseName = ({ digit }: Phase, index: number): string =>
  digit === undefined ? (index === 0 ? "load" : "store") : `butterfly ${digit.name.toLowerCase()}`;
