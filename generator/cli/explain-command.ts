// `fftgen explain <plan>`: every stage of the pipeline for one plan.
import { lowerPlan } from "../compile.js";
import { transformTitle } from "../emit/contract.js";
import { printKernel as printKernelText } from "../emit/print-kernel.js";
import { at } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import type { KernelProgram, ThreadStep } from "../kernel/program.js";
import { product, type Atom } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { printKernel } from "../notation/print.js";
import type { Order } from "../plan/transform.js";
import type { KernelCost } from "../search/cost.js";
import { errorBound } from "../verify/bound.js";
import { findPlanFile, loadPlan, schedulePlan } from "./project.js";
import { dominantTerm, kernelLines, termName } from "./ranking.js";
import { lineText, paragraph, table, wrapped } from "./table.js";
import { bytesText, outputWidth, percent, plural, print, printJson, short, styled } from "./terminal.js";

export interface ExplainArguments {
  readonly plan: string;
  readonly gpu: string;
  readonly order: Order | undefined;
  readonly text: boolean;
  readonly json: boolean;
}

export function explainCommand(parameters: ExplainArguments): void {
  const gpu = findGpu(parameters.gpu);
  const loaded = loadPlan(findPlanFile(parameters.plan), parameters.order);
  const { name, path, plan } = loaded;
  const ranked = schedulePlan(loaded, gpu);
  const { host, geometries } = lowerPlan(name, ranked.plan, gpu);
  const costs = ranked.kernels.map(({ cost }) => cost);
  const bound = errorBound(ranked.plan);
  if (parameters.json) {
    printJson({
      name,
      path,
      gpu: gpu.name,
      transform: plan.transform,
      milliseconds: ranked.milliseconds,
      copyMilliseconds: ranked.copyMilliseconds,
      bound,
      kernels: ranked.plan.kernels.map(printKernel),
      costs,
      host: host.launches.map(({ source, target }) => ({ source, target })),
      ...(parameters.text ? { text: host.launches.map(({ kernel }) => printKernelText(kernel)) } : {}),
    });
    return;
  }
  fact("transform", `${transformTitle(plan.transform)} (${path})`);
  ranked.plan.kernels.forEach((kernel, index) => {
    const lines = kernelLines(kernel, outputWidth() - LABEL).map(lineText);
    lines.forEach((line, row) => print(label(index + row === 0 ? "plan" : "") + line));
  });
  fact("error", `at most ${bound.l2.toExponential(1)} relative L2: ${bound.text}`);
  fact(
    "predicted",
    `${short(ranked.milliseconds)} ms for batch ${plan.transform.batch} on ${gpu.name}; a copy of the data takes ${short(ranked.copyMilliseconds)} ms`,
  );
  host.launches.forEach(({ kernel, source, target }, index) => {
    print();
    print(styled("bold", `kernel ${index + 1}, ${source} -> ${target}`));
    explainPlaces(at(geometries, index));
    explainProgram(kernel);
    explainCost(at(costs, index), at(geometries, index));
    if (parameters.text) print(`\n${printKernelText(kernel)}`);
  });
}

/** Width of the labels on the left. */
const LABEL = 11;

const label = (text: string): string => styled("bold", text) + " ".repeat(LABEL - text.length);

/** A label, and text broken to the width of the output beside it. */
function fact(name: string, text: string): void {
  print(label(name) + paragraph(text, outputWidth() - LABEL, "").replaceAll("\n", `\n${" ".repeat(LABEL)}`));
}

/** `x1:16 y2/4:2`: digit, weight if it is a part of one that does not begin at the bottom, and size. */
const atomsText = (atoms: readonly Atom[]): string => {
  if (atoms.length === 0) return "-";
  const parts: { digit: string; low: number; size: number }[] = [];
  for (const atom of atoms) {
    const last = parts.at(-1);
    if (last !== undefined && last.digit === atom.digit && atom.weight === last.low * last.size) last.size *= atom.size;
    else parts.push({ digit: atom.digit, low: atom.weight, size: atom.size });
  }
  return parts.map(({ digit, low, size }) => `${digit.toLowerCase()}${low === 1 ? "" : `/${low}`}:${size}`).join(" ");
};

function explainPlaces({ tile, phases, shared }: KernelGeometry): void {
  const grid = tile.grid.length === 0 ? "the batch" : `${atomsText(tile.grid)} and the batch`;
  fact(
    "tile",
    `${product(tile.atoms)} elements, ${tile.inputRun} contiguous in the input, ${tile.outputRun} in the output; blocks over ${grid}`,
  );
  const places = table(
    [{ title: "phase" }, { title: "registers" }, { title: "threads, lanes first" }],
    phases.map((phase, index) => [
      phase.digit === undefined ? (index === 0 ? "load" : "store") : `butterfly ${phase.digit.name.toLowerCase()}`,
      atomsText(phase.registers),
      atomsText(phase.threads),
    ]),
  );
  print(label("places") + places.replaceAll("\n", `\n${" ".repeat(LABEL)}`));
  if (shared === undefined) return;
  const strides = shared.atoms.map((atom, index) => `${atomsText([atom])}*${shared.strides[index] ?? 0}`).join(" ");
  const wavefronts = `wavefronts per access ${shared.wavefronts.join(", ")} (least ${shared.idealWavefronts.join(", ")})`;
  fact("exchange", `shared memory at ${strides}; ${wavefronts}`);
}

function explainProgram(kernel: KernelProgram): void {
  const body = kernel.kind === "plain" ? kernel.body : [...kernel.front, ...kernel.back];
  const steps = body
    .flatMap((step) => (step.kind === "phase" ? step.steps.map(stepName) : [step.kind]))
    .filter((step) => step !== "");
  const lines = wrapped(
    steps.map((step, index) => (index === steps.length - 1 ? step : `${step},`)),
    outputWidth() - LABEL,
  );
  lines.forEach((line, index) => print(label(index === 0 ? "program" : "") + line));
}

function stepName(step: ThreadStep): string {
  if (step.kind === "coordinates") return "";
  if (step.kind === "butterfly") {
    const twiddle =
      step.twiddle === undefined ? "" : ` with w^(e/${step.twiddle.order}) by ${step.twiddle.source.kind}`;
    return `butterfly ${step.codelet.radix}${twiddle}`;
  }
  return step.kind.replaceAll("-", " ");
}

function explainCost(cost: KernelCost, { loadSectors, storeSectors }: KernelGeometry): void {
  const terms = Object.entries(cost.terms).map(([name, value]) => `${name} ${short(value)}`);
  fact("time", `${short(cost.milliseconds)} ms from ${terms.join(", ")}: limited by ${termName(dominantTerm(cost))}`);
  fact(
    "memory",
    `${bytesText(cost.bytes)} moved; segments cost x${short(cost.segmentFactor)}; sectors per request ${loadSectors.sectors} in, ${storeSectors.sectors} out (least ${loadSectors.ideal}, ${storeSectors.ideal})`,
  );
  fact(
    "machine",
    `${plural(cost.blocks, "block")}, ${cost.blocksPerSm} per SM, ${plural(Number(short(cost.waves)), "wave")}; about ${cost.registers} registers, ${bytesText(cost.sharedBytes)} shared, ${percent(cost.occupancy)} occupancy; ${short(cost.instructionsPerElement)} instructions per element`,
  );
}
