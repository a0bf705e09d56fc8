// Estimates the registers with which a thread of a kernel just fits, before it is compiled: so many for each word that it holds at once, times a
// factor that regression trees give. A program fits both to what ptxas made of kernels (fit/register-fit.ts).
import { primeFactors } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import {
  needWeights,
  type HeldWords,
  type NeedKind,
  type NeedTerms,
  type NeedWeights,
} from "../gpu/register-weights.js";
import { butterflyPart } from "../layout/butterfly-part.js";
import { digitsAcross, type TransformedDigit } from "../layout/digits.js";
import { loadingPhase, storesRows, storingPhase } from "../layout/exchange.js";
import { isFragment } from "../layout/fragment-phases.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { activeThreads, registersPerThread, type Phase } from "../layout/phases.js";
import { remembered, rememberedOfTwo } from "../layout/remembered.js";
import { isTurning } from "../layout/turning.js";
import { partsOf, type ArrayContent } from "../plan/arrays.js";
import { elementRegisters, elementsAtOnce, elementTypeBytes, type ElementType } from "../plan/elements.js";
import type { TwiddleSource } from "../plan/plan.js";
import { matrixRegisters, productInstructions } from "./matrix-instructions.js";
import { butterflyWork, factorCount, valuesAtOnce } from "./operations.js";
import { numbersOf, sumOfTrees } from "./trees.js";

/** Words of a phase: of its elements, of these and the sums of a butterfly, of these and its factors. */
function wordsOfPhase(geometry: KernelGeometry, phase: Phase, twiddles: TwiddleSource) {
  const { elements, set } = geometry;
  const words = elementRegisters(elements.held);
  const own = registersPerThread(phase) * words;
  const { digit } = phase;
  if (digit === undefined || elements.held.field === "real" || isFragment(phase))
    return { own, bare: own, peak: own, factors: 0 };
  const atOnce = elementsAtOnce(elements.held);
  const others = Math.max(0, own - digit.radix * atOnce * words);
  const { maximumLive } = butterflyWork(set, digit, { twiddles }, butterflyPart(geometry, phase));
  return {
    own,
    bare: others + (valuesAtOnce(digit.radix) * atOnce * words) / 2,
    peak: others + (maximumLive * atOnce * words) / 2,
    factors: factorCount(digit, { twiddles }),
  };
}

/** The same for all schedules of a kernel. */
const ofDigits = remembered((digits: readonly TransformedDigit[]) => {
  const radices = digits.map(({ radix }) => radix);
  return {
    largest: Math.max(1, ...radices),
    smallest: Math.min(...radices),
    prime: Math.max(1, ...radices.flatMap((radix) => primeFactors(radix))),
    twiddled: digits.filter(({ subComputation }) => subComputation.twiddle !== "no-tw").length,
    products: Math.max(1, ...digits.map(productInstructions)),
    matrix: matrixRegisters(digits),
  };
});

/** What the trees split by. */
export const NEED_COORDINATES = [
  ...(["held", "peak", "factorsBeside", "matrix", "products", "folded"] as const),
  ...(["word", "number", "real", "compensation", "exchanged", "converted"] as const),
  ...(["largest", "smallest", "prime", "twiddled", "powers", "factors", "butterflies"] as const),
  ...(["phases", "firstPeak", "lastPeak", "meanPeak", "first", "last", "loaded", "stored"] as const),
  ...(["loadRun", "storeRun", "registerAtoms", "threadAtoms", "idle", "members", "kernels", "inverse"] as const),
  ...(["partsRead", "partsWritten", "contentRead", "contentWritten", "rangesRead", "rangesWritten"] as const),
  ...(["mappedRead", "mappedWritten", "columns", "linesStored"] as const),
  ...(["turns", "gathers", "across", "branches", "throughCluster", "groups"] as const),
] as const;

type Name = (typeof NEED_COORDINATES)[number];

/** Along these no tree falls: a kernel that holds more needs no less. */
export const RISING: ReadonlySet<Name> = new Set(NEED_COORDINATES.slice(0, 6));

/** A kernel as the estimate sees it. */
export interface SeenNeed extends HeldWords {
  readonly kind: NeedKind;
  readonly coordinates: Float64Array;
}

/** Without spreads: the search makes tens of thousands of these. */
export function seenNeed(geometry: KernelGeometry, twiddles: TwiddleSource): SeenNeed {
  const { set, index, elements, phases, threads, reads, writes, team, exit } = geometry;
  const element = elements.held;
  const word = elementRegisters(element);
  const { largest, smallest, prime, twiddled, products, matrix } = ofDigits(geometry.digits);
  const all = phases.map((phase) => wordsOfPhase(geometry, phase, twiddles));
  const [first, last] = [at(all, 0), at(all, all.length - 1)];
  // A Hermitian step of an odd radix has all columns that it takes together, and their mirrors.
  const held = word * Math.max(geometry.registers, 2 * (set.columnsOfStep ?? 0));
  const beside = all.reduce((most, { bare }) => Math.max(most, bare - held), 0);
  const factors = all.reduce((most, { peak }) => Math.max(most, peak - held - beside), 0);
  const turns = isTurning(set, index);
  const across = set.gathers ? digitsAcross(set).length : 0;
  const folded = phases.find(({ fold }) => fold !== undefined)?.digit?.radix ?? 0;
  const coordinates: Readonly<Record<Name, number>> = {
    held,
    peak: held + beside,
    factorsBeside: factors,
    matrix,
    products,
    folded: 2 * folded * word,
    word,
    number: elementTypeBytes(element) / element.width,
    real: Number(element.field === "real"),
    compensation: element.compensation === undefined ? 0 : element.compensation === "kahan" ? 1 : 2,
    exchanged: elementTypeBytes(elements.exchanged) / elementTypeBytes(element),
    converted: Number(elements.input.storage !== element.storage),
    largest,
    smallest,
    prime,
    twiddled,
    powers: Number(twiddles === "powers"),
    factors: all.reduce((most, phase) => Math.max(most, phase.factors), 0),
    butterflies: phases.reduce(
      (most, phase) => Math.max(most, registersPerThread(phase) / (phase.digit?.radix ?? 1)),
      0,
    ),
    phases: phases.length,
    firstPeak: first.peak,
    lastPeak: last.peak,
    meanPeak: all.reduce((sum, { peak }) => sum + peak, 0) / all.length,
    first: at(all, across).own,
    last: last.own,
    loaded: registersPerThread(loadingPhase(geometry)) * word,
    stored: registersPerThread(storingPhase(geometry)) * word,
    loadRun: geometry.loadRun,
    storeRun: geometry.storeRun,
    registerAtoms: phases.reduce((most, phase) => Math.max(most, phase.registers.length), 0),
    threadAtoms: phases.reduce((most, phase) => Math.max(most, phase.threads.length), 0),
    idle: phases.reduce((count, phase) => count + Number(activeThreads(phase) < threads), 0),
    members: geometry.tile.batchTile,
    kernels: set.kernelCount,
    inverse: Number(set.transform.direction === "inverse"),
    partsRead: Number(partsOf(reads.content) !== undefined),
    partsWritten: Number(partsOf(writes.content) !== undefined),
    contentRead: contentNumber(reads.content),
    contentWritten: contentNumber(writes.content),
    rangesRead: reads.ranges.length,
    rangesWritten: writes.ranges.length,
    mappedRead: reads.mapped.length,
    mappedWritten: writes.mapped.length,
    columns: COLUMNS.indexOf(geometry.columns.kind),
    linesStored: Number(storesRows(exit, "lines")),
    turns: Number(turns),
    gathers: Number(set.gathers),
    across,
    branches: Number(team.kind === "branches"),
    throughCluster: Number(exit?.through === "cluster"),
    groups: team.kind === "cluster" ? team.groups : 0,
  };
  return {
    held,
    beside,
    factors,
    radix: largest * word * elementsAtOnce(element),
    matrix,
    splitting: Math.log2(products),
    kind: matrix > 0 ? "matrix" : kindOf(element, turns),
    coordinates: numbersOf(coordinates, NEED_COORDINATES),
  };
}

const COLUMNS = ["none", "along", "across"] as const satisfies readonly KernelGeometry["columns"]["kind"][];
const CONTENTS = ["reals", "numbers", "pairs", "folded", "half"] as const;
const contentNumber = (content: ArrayContent | undefined): number =>
  content === undefined ? -1 : CONTENTS.indexOf(content.kind);

function kindOf({ field, storage, compensation }: ElementType, turns: boolean): NeedKind {
  if (turns) return storage === "f64" ? "turning double" : "turning";
  if (field === "real") return compensation === undefined ? "real" : "compensated";
  return storage === "f32" ? "single" : storage === "f64" ? "double" : "pairs";
}

/** By the terms alone. */
export const termsOfNeed = (words: HeldWords, terms: NeedTerms): number =>
  terms.once +
  terms.held * words.held +
  terms.beside * words.beside +
  terms.factors * words.factors +
  terms.radix * words.radix +
  terms.matrix * words.matrix +
  terms.splitting * words.splitting;

/** Registers with which as many of such kernels spill as do not. */
export const neededBy = (seen: SeenNeed, { terms, trees }: Pick<NeedWeights, "terms" | "trees">): number =>
  termsOfNeed(seen, terms[seen.kind]) * Math.exp(sumOfTrees(trees, seen.coordinates));

export const registersToFit = rememberedOfTwo((kernel: KernelGeometry, twiddles: TwiddleSource): number =>
  neededBy(seenNeed(kernel, twiddles), needWeights),
);
