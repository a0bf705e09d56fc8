// `fftgen explain <plan>`: every stage of the pipeline for one plan.
import { bytesText } from "../arithmetic/bytes-text.js";
import { lowerPlan } from "../compile.js";
import { transformTitle } from "../emit/contract.js";
import { printKernel as printKernelText } from "../emit/print-kernel.js";
import { at } from "../failure/errors.js";
import { isOnClusters, type Kernel } from "../kernel/program.js";
import { product } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { printKernel } from "../notation/print.js";
import type { KernelCost } from "../search/cost.js";
import { errorBound } from "../verify/bound.js";
import { explainCluster } from "./explain-cluster.js";
import { elementNoun, elementsText } from "./explain-elements.js";
import { atomsText, beside, fact, label, LABEL, listed, stepNames } from "./explain-lines.js";
import { loadPlan, planGpu, schedulePlan } from "./loaded-plan.js";
import { findPlanFile } from "./plan-files.js";
import { findProject } from "./project.js";
import { dominantTerm, kernelLines, termName } from "./ranking.js";
import { lineText, table } from "./table.js";
import { outputWidth, percent, plural, print, printJson, short, styled } from "./terminal.js";

export interface ExplainArguments {
  readonly plan: string;
  readonly gpu: string | undefined;
  readonly order: string | undefined;
  readonly text: boolean;
  readonly json: boolean;
}

export function explainCommand(parameters: ExplainArguments): void {
  const project = findProject();
  const loaded = loadPlan(project, findPlanFile(project, parameters.plan), parameters.order);
  const gpu = planGpu(loaded, parameters.gpu);
  const { name, path, plan } = loaded;
  const ranked = schedulePlan(loaded, gpu);
  const { host, geometries } = lowerPlan(name, ranked.plan, gpu);
  const costs = ranked.kernels.map(({ cost }) => cost);
  const bound = errorBound(ranked.plan);
  if (parameters.json) {
    printJson("explain", {
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
    const geometry = at(geometries, index);
    const elements = elementsText(kernel.elements);
    if (elements !== undefined) fact("elements", elements);
    explainTile(geometry, kernel);
    if (geometry.cluster === undefined) {
      explainPlaces(geometry);
      for (const { steps } of kernel.roles) listed("program", stepNames(steps));
    } else explainCluster(geometry.cluster, kernel);
    explainCost(at(costs, index), geometry);
    if (parameters.text) print(`\n${printKernelText(kernel)}`);
  });
}

function explainTile({ tile, elements }: KernelGeometry, kernel: Kernel): void {
  const grid = tile.grid.length === 0 ? "the batch" : `${atomsText(tile.grid)} and the batch`;
  const workers = isOnClusters(kernel) ? "clusters" : "blocks";
  const dealt = kernel.tiles.order === "ticket" ? ", each as it is ready" : "";
  fact(
    "tile",
    `${product(tile.atoms)} ${elementNoun(elements)}, ${tile.inputRun} contiguous in the input, ${tile.outputRun} in the output; ${workers} over ${grid}${dealt}`,
  );
}

function explainPlaces({ phases, shared }: KernelGeometry): void {
  const places = table(
    [{ title: "phase" }, { title: "registers" }, { title: "threads, lanes first" }],
    phases.map((phase, index) => [
      phase.digit === undefined ? (index === 0 ? "load" : "store") : `butterfly ${phase.digit.name.toLowerCase()}`,
      atomsText(phase.registers),
      atomsText(phase.threads),
    ]),
  );
  print(label("places") + beside(places));
  if (shared === undefined) return;
  const strides = shared.atoms.map((atom, index) => `${atomsText([atom])}*${shared.strides[index] ?? 0}`).join(" ");
  const wavefronts = `wavefronts per access ${shared.wavefronts.join(", ")} (least ${shared.idealWavefronts.join(", ")})`;
  fact("exchange", `shared memory at ${strides}; ${wavefronts}`);
}

function explainCost(cost: KernelCost, { loadSectors, storeSectors, cluster }: KernelGeometry): void {
  const terms = Object.entries(cost.terms).map(([name, value]) => `${name} ${short(value)}`);
  fact("time", `${short(cost.milliseconds)} ms from ${terms.join(", ")}: limited by ${termName(dominantTerm(cost))}`);
  // Bulk copies make no requests of warps.
  const sectors =
    cluster === undefined
      ? `${loadSectors.sectors} in, ${storeSectors.sectors} out (least ${loadSectors.ideal}, ${storeSectors.ideal})`
      : `${storeSectors.sectors} out (least ${storeSectors.ideal})`;
  fact(
    "memory",
    `${bytesText(cost.bytes)} moved; segments cost x${short(cost.segmentFactor)}; sectors per request ${sectors}`,
  );
  const rounds = Number(short(cost.waves));
  const grid =
    cluster === undefined
      ? `${plural(cost.blocks, "block")}, ${cost.blocksPerSm} per SM, ${plural(rounds, "wave")}`
      : `${plural(cost.blocks, "block")} in ${plural(cost.blocks / cluster.size, "cluster")}, ${plural(rounds, "tile")} each`;
  fact(
    "machine",
    `${grid}; about ${cost.registers} registers, ${bytesText(cost.sharedBytes)} shared, ${percent(cost.occupancy)} occupancy; ${short(cost.instructionsPerElement)} instructions per element`,
  );
}
