// The sentences of `fftgen explain` about a plan and a kernel, which its text and its page share.
import { transformTitle } from "../emit/contract.js";
import { areItsOwn, fittedText } from "../gpu/weights.js";
import { inputArray, isOnClusters, outputArray } from "../kernel/program.js";
import { product } from "../layout/digits.js";
import { accessesOf, tileOf, type ClusterEnd, type Entry, type Exchange } from "../layout/exchange.js";
import type { Team } from "../layout/geometry.js";
import { clusterFacts } from "./explain-cluster.js";
import { elementNoun, elementsText } from "./explain-elements.js";
import { atomsText, type Fact } from "./explain-lines.js";
import type { ExplainedKernel, ExplainedPlan } from "./explained-plan.js";
import { dominantTerm, termName } from "./ranking.js";
import { bytesText } from "../arithmetic/bytes-text.js";
import { resolve } from "../plan/resolve.js";
import { ruleTexts } from "../plan/rule-words.js";
import type { MirroredColumns } from "../layout/mirrored.js";
import { presentTiles } from "../layout/present-tiles.js";
import { layoutCosts } from "../search/layout-costs.js";
import { movedBytes } from "../search/cost.js";
import { percent, plural, short } from "./terminal.js";

export const transformFact = ({ ranked, path }: ExplainedPlan): Fact => ({
  name: "transform",
  text: `${transformTitle(ranked.plan.transform)} (${path})`,
});

/** How the transform is computed through others. */
const ruleFacts = ({ ranked }: ExplainedPlan): readonly Fact[] =>
  ruleTexts(resolve(ranked.plan)).map(({ rule, text }) => ({ name: "rule", text: `${rule}: ${text}` }));

const errorFact = ({ bound }: ExplainedPlan): Fact => ({
  name: "error",
  text: `at most ${bound.l2.toExponential(1)} relative L2: ${bound.text}`,
});

const predictedFact = ({ ranked, gpu }: ExplainedPlan): Fact => ({
  name: "predicted",
  text: `${short(ranked.milliseconds)} ms for batch ${ranked.plan.transform.batch} on ${gpu.name}; a copy of the data takes ${short(ranked.copyMilliseconds)} ms`,
});

/** The facts about the whole plan, with what its predictions are fitted to where that is unusual. */
export function planFacts(plan: ExplainedPlan): readonly Fact[] {
  const fitted = areItsOwn(plan.gpu) ? [] : [{ name: "fitted", text: fittedText(plan.gpu) }];
  const served = plan.served === undefined ? [] : [{ name: "batches", text: plan.served }];
  return [
    ...ruleFacts(plan),
    errorFact(plan),
    predictedFact(plan),
    ...served,
    ...measuredFacts(plan),
    ...layoutFacts(plan),
    ...fitted,
  ];
}

/** The measurements in the plan file, next to the prediction. */
const measuredFacts = ({ ranked, evidence }: ExplainedPlan): readonly Fact[] =>
  evidence.map(({ milliseconds, ratioToCopy, ratioToCufft, gpu, driver, stale }) => ({
    name: "measured",
    text: `${short(milliseconds)} ms for batch ${ranked.plan.transform.batch} on ${gpu}, driver ${driver}; a copy of the data took ${short(milliseconds / ratioToCopy)} ms${ratioToCufft === undefined ? "" : `, cuFFT ${short(milliseconds * ratioToCufft)} ms`}${stale ? "; stale: this version emits another text than was measured" : ""}`,
  }));

/** The cost of the strides of the arrays. */
const layoutFacts = ({ ranked, gpu }: ExplainedPlan): readonly Fact[] =>
  layoutCosts(ranked.plan, gpu).map((text) => ({ name: "layout", text }));

function mirrorsText({ kind, rows: { counts, inside } }: MirroredColumns): string {
  const count = counts.join(" x ");
  if (kind === "along") return `${count} columns`;
  return inside.count === 1 ? `${count} rows` : `${count} columns of ${inside.count} rows`;
}

/** The tile of a kernel. */
export function tileFacts({ kernel, geometry }: ExplainedKernel): readonly Fact[] {
  const { tile, elements, writes, columns } = geometry;
  const elementText = elementsText({
    ...kernel.elements,
    input: inputArray(kernel).element,
    output: outputArray(kernel).element,
  });
  const grid = tile.grid.length === 0 ? "the batch" : `${atomsText(tile.grid)} and the batch`;
  const workers = isOnClusters(kernel) ? "clusters" : "blocks";
  const dealt = kernel.tiles.order === "ticket" ? ", by dynamic scheduling" : "";
  const [present, all] = [presentTiles(writes, tile), product(tile.grid)];
  const mirrors = columns.kind === "none" ? "" : `; of ${mirrorsText(columns)} neighbours and their conjugates`;
  const absent = present === all ? "" : `; ${present} of ${all} have something to write`;
  return [
    ...(elementText === undefined ? [] : [{ name: "elements", text: elementText }]),
    {
      name: "tile",
      text: `${product(tile.atoms)} ${elementNoun(elements)}, ${tile.inputRun} contiguous in the input, ${tile.outputRun} in the output; ${workers} over ${grid}${dealt}${mirrors}${absent}`,
    },
  ];
}

/** How data is redistributed within a kernel; on clusters also which block holds it, and how it is fetched. */
export function exchangeFacts({ kernel, geometry: { team, exchanges, entry, exit } }: ExplainedKernel): {
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
} {
  if (team.kind === "cluster") return clusterFacts(team, kernel);
  const own = exchanges.length === 0 ? [] : [exchangeFact(exchanges)];
  const rows = entry === undefined ? [] : [gatheredFact(entry)];
  switch (exit?.through) {
    case "cluster":
      return { before: [branchesFact(exit)], after: [...rows, ...own] };
    case "block":
      return { before: [], after: [...rows, ...(exit.order === "numbers" ? [orderedFact(exit.pitch)] : []), ...own] };
    case undefined:
      return { before: [], after: [...rows, ...own] };
  }
}

const branchesFact = ({ phase, rank }: ClusterEnd): Fact => ({
  name: "branches",
  text: `each of the ${product(rank)} blocks of a cluster holds one value of ${phase.digit?.name.toLowerCase() ?? ""} during the convolution, and one of ${atomsText(rank)} afterwards`,
});

const orderedFact = (pitch: number): Fact => ({
  name: "rows",
  text: `reordered in shared memory, in rows ${pitch} numbers apart, and stored contiguously`,
});

const gatheredFact = ({ pitch, accesses: { wavefronts, ideal } }: Entry): Fact => ({
  name: "rows",
  text: `gathered by powers of a primitive root from rows ${pitch} apart in shared memory, and scattered in the same way; wavefronts per access ${short(wavefronts)} (least ${ideal})`,
});

function exchangeFact(exchanges: readonly Exchange[]): Fact {
  const { atoms, strides } = tileOf(exchanges);
  const places = atoms.map((atom, index) => `${atomsText([atom])}*${strides[index] ?? 0}`).join(" ");
  const accesses = accessesOf(exchanges);
  const [taken, least] = [accesses.map(({ wavefronts }) => wavefronts), accesses.map(({ ideal }) => ideal)];
  const text = `shared memory at ${places}; wavefronts per access ${taken.join(", ")} (least ${least.join(", ")})`;
  return { name: "exchange", text };
}

/** The predicted time of a kernel, and its terms. */
export function costFacts({ cost, geometry }: ExplainedKernel): readonly Fact[] {
  const { loadSectors, storeSectors, team, set } = geometry;
  const { input, output } = movedBytes(geometry);
  const whole = set.elements * set.transform.batch * (input + output);
  const moved = `${bytesText(cost.bytes)}${cost.bytes === whole ? "" : ` of ${bytesText(whole)}`} moved`;
  const terms = Object.entries(cost.terms).map(([name, value]) => `${name} ${short(value)}`);
  // Bulk copies are not requests of warps.
  const sectors =
    team.kind === "cluster"
      ? `${storeSectors.sectors} out (least ${storeSectors.ideal})`
      : `${loadSectors.sectors} in, ${storeSectors.sectors} out (least ${loadSectors.ideal}, ${storeSectors.ideal})`;
  return [
    {
      name: "time",
      text: `${short(cost.milliseconds)} ms from ${terms.join(", ")}: limited by ${termName(dominantTerm(cost))}`,
    },
    {
      name: "memory",
      text: `${moved}; segments cost x${short(cost.segmentFactor)}; sectors per request ${sectors}`,
    },
    {
      name: "machine",
      text: `${gridText(cost, team)}; about ${cost.registers} registers, ${bytesText(cost.sharedBytes)} shared, ${percent(cost.occupancy)} occupancy; ${short(cost.instructionsPerElement)} instructions per element`,
    },
  ];
}

function gridText(cost: ExplainedKernel["cost"], team: Team): string {
  const rounds = Number(short(cost.waves));
  return team.kind === "cluster"
    ? `${plural(cost.blocks, "block")} in ${plural(cost.blocks / team.size, "cluster")}, ${plural(rounds, "tile")} each`
    : `${plural(cost.blocks, "block")}, ${cost.blocksPerSm} per SM, ${plural(rounds, "wave")}`;
}
