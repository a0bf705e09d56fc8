// `fftgen explain <plan>`: every stage of the pipeline for one plan.
import { lowerPlan } from "../compile.js";
import { transformTitle } from "../emit/contract.js";
import { printKernel as printKernelText } from "../emit/print-kernel.js";
import { InvariantError } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import type { KernelProgram, ThreadStep } from "../kernel/program.js";
import { product, type Atom } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { printKernel } from "../notation/print.js";
import type { Order } from "../plan/transform.js";
import type { KernelCost } from "../search/cost.js";
import { errorBound } from "../verify/bound.js";
import { findPlanFile, loadPlan, schedule } from "./project.js";
import { dominantTerm, termName } from "./ranking.js";
import { bytesText, print, short, styled, table } from "./terminal.js";

export interface ExplainArguments {
  readonly plan: string;
  readonly gpu: string;
  readonly order: Order | undefined;
  readonly text: boolean;
  readonly json: boolean;
}

export function explainCommand(parameters: ExplainArguments): void {
  const gpu = findGpu(parameters.gpu);
  const { name, path, plan } = loadPlan(
    findPlanFile(parameters.plan),
    parameters.order === undefined ? {} : { order: parameters.order },
  );
  const ranked = schedule(plan, gpu);
  const compiled = lowerPlan(name, ranked.plan, gpu);
  const costs = ranked.kernels.map(({ cost }) => cost);
  if (parameters.json) {
    print(
      JSON.stringify(
        {
          name,
          transform: plan.transform,
          kernels: ranked.plan.kernels.map(printKernel),
          costs,
          host: compiled.host.launches.map(({ source, target }) => ({ source, target })),
        },
        undefined,
        2,
      ),
    );
    return;
  }
  const bound = errorBound(ranked.plan);
  print(`${styled("bold", "transform")}  ${transformTitle(plan.transform)}  (${path})`);
  print(`${styled("bold", "plan")}       ${ranked.plan.kernels.map(printKernel).join("\n           ")}`);
  print(`${styled("bold", "error")}      at most ${bound.l2.toExponential(1)} relative L2: ${bound.text}`);
  print(
    `${styled("bold", "predicted")}  ${short(ranked.milliseconds)} ms for batch ${plan.transform.batch} on ${gpu.name}; a copy takes ${short(ranked.copyMilliseconds)} ms`,
  );
  compiled.host.launches.forEach(({ kernel, source, target }, index) => {
    const geometry = compiled.geometries[index];
    const cost = costs[index];
    if (geometry === undefined || cost === undefined)
      throw new InvariantError("explain: a launch without geometry or cost");
    print();
    print(styled("bold", `kernel ${index + 1}: ${source} -> ${target}`) + `  ${kernel.notation}`);
    explainPlaces(geometry);
    explainProgram(kernel);
    explainCost(cost, geometry);
    if (parameters.text) print(`\n${printKernelText(kernel)}`);
  });
}

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
  print(
    `  tile ${product(tile.atoms)} elements, ${tile.inputRun} contiguous in the input, ${tile.outputRun} in the output; blocks over ${atomsText(tile.grid)}, batch`,
  );
  print(
    table(
      ["  phase", "registers", "threads, lanes first"],
      ["left", "left", "left"],
      phases.map((phase, index) => [
        `  ${phase.digit === undefined ? (index === 0 ? "load" : "store") : `butterfly ${phase.digit.name.toLowerCase()}`}`,
        atomsText(phase.registers),
        atomsText(phase.threads),
      ]),
    ),
  );
  if (shared !== undefined) {
    const strides = shared.atoms.map((atom, index) => `${atomsText([atom])}*${shared.strides[index] ?? 0}`).join(" ");
    print(
      `  exchange at ${strides}; wavefronts per access ${shared.wavefronts.join(", ")} (least ${shared.idealWavefronts.join(", ")})`,
    );
  }
}

function explainProgram(kernel: KernelProgram): void {
  const words = kernel.body
    .flatMap((step) => (step.kind === "phase" ? step.steps.map(stepName) : [step.kind]))
    .filter((word) => word !== "");
  print(`  program: ${words.join(", ")}`);
}

function stepName(step: ThreadStep): string {
  if (step.kind === "coordinates") return "";
  if (step.kind === "butterfly") {
    const twiddle =
      step.twiddle === undefined ? "" : ` with w^(e/${step.twiddle.order}) by ${step.twiddle.source.kind}`;
    return `butterfly ${step.codelet.radix}${twiddle}`;
  }
  return step.kind;
}

function explainCost(cost: KernelCost, geometry: KernelGeometry): void {
  const terms = Object.entries(cost.terms).map(([name, value]) => `${name} ${short(value)}`);
  print(`  ${short(cost.milliseconds)} ms = ${terms.join(", ")}; limited by ${termName(dominantTerm(cost))}`);
  print(
    `  ${bytesText(cost.bytes)} moved, segments cost x${short(cost.segmentFactor)}, sectors per request ${geometry.loadSectors.sectors} and ${geometry.storeSectors.sectors} (least ${geometry.loadSectors.ideal}); ${cost.blocks} blocks, ${cost.blocksPerSm} per SM, ${short(cost.waves)} waves; about ${cost.registers} registers, ${short(cost.instructionsPerElement)} instructions per element`,
  );
}
