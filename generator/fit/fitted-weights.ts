// Fits the weights of the cost model for a GPU to measured plans. Deterministic: the same rows give the same weights.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { shapeOf } from "../gpu/likeness.js";
import { FEATURES_VERSION, type Spread, type TermWeights, type Trees, type Weights } from "../gpu/weights.js";
import { aboveCopy, COORDINATES, launchTime, predictedTime, seenBy, type TimeWeights } from "../search/model.js";
import { apartFromEachOther, binsOf, distanceToNext, rowText } from "../search/uncertainty.js";
import { boostedTrees, type Boosted, type BoostingOptions, type Coordinates } from "./boosting.js";
import { foldOf, type FitRow } from "./rows.js";
import { coarseWeights } from "./coarse-weights.js";
import { fittedTerms } from "./term-weights.js";
import { BOOSTING, lossOfTimes, type Times } from "./time-loss.js";

type Table = Weights["tables"][number];

export function fittedWeights(rows: readonly FitRow[], tables: readonly Table[], gpu: Gpu): Weights {
  const terms = fittedTerms(rows, gpu);
  const { trees } = treesOf(rows, terms, gpu);
  return {
    ...{ features: FEATURES_VERSION, gpu: gpu.name, shape: shapeOf(gpu) },
    ...{ tables, terms, coarse: coarseWeights(rows, gpu), trees },
    spread: spreadOf(rows, terms, trees.cuts, gpu),
  };
}

/** The weights of the most similar GPU with all of their times longer or shorter by what these rows are in the middle. */
export function rescaledWeights(rows: readonly FitRow[], tables: readonly Table[], gpu: Gpu): Weights {
  const { weights } = gpu;
  const ratios = rows.map((row) => row.milliseconds / predictedRow(row, weights, gpu)).toSorted((a, b) => a - b);
  const factor = at(ratios, Math.floor(ratios.length / 2));
  const { memory, issue, shared, latency } = weights.terms;
  const scaled = { memory: memory * factor, issue: issue * factor, shared: shared * factor, latency: latency * factor };
  const own = { gpu: gpu.name, shape: shapeOf(gpu), rescaledFrom: weights.rescaledFrom ?? weights.gpu, tables };
  return { ...weights, ...own, terms: { ...weights.terms, ...scaled } };
}

export const predictedRow = ({ kernels }: FitRow, weights: TimeWeights, gpu: Gpu): number =>
  kernels.reduce((sum, features) => {
    const { work, launch } = predictedTime(features, gpu, weights);
    return sum + work + launch;
  }, 0);

export const treesOf = (
  rows: readonly FitRow[],
  terms: TermWeights,
  gpu: Gpu,
  options: BoostingOptions = BOOSTING,
): Boosted => {
  const sample = sampleOf(rows, terms, gpu);
  return boostedTrees(sample, lossOfTimes(sample), options);
};

function sampleOf(rows: readonly FitRow[], terms: TermWeights, gpu: Gpu): Coordinates & Times {
  const kernels = rows.flatMap(({ kernels: own }, row) => own.map((features) => ({ row, features })));
  const seen = kernels.map(({ features }) => seenBy(features, gpu, terms));
  const groups = new Map<string, number>();
  for (const { group } of rows) if (!groups.has(group)) groups.set(group, groups.size);
  return {
    names: COORDINATES.map(({ name }) => name),
    rising: COORDINATES.map(({ rising }) => rising === true),
    coordinates: COORDINATES.map((_, place) => Float64Array.from(seen, ({ coordinates }) => coordinates[place] ?? 0)),
    together: Float64Array.from(seen, ({ together }) => together),
    copy: Float64Array.from(seen, ({ copy }) => copy),
    launch: Float64Array.from(kernels, ({ features }, index) =>
      launchTime(aboveCopy(at(seen, index).together, at(seen, index).copy), features, terms),
    ),
    rowOf: Int32Array.from(kernels, ({ row }) => row),
    measured: Float64Array.from(rows, ({ milliseconds }) => Math.log(milliseconds)),
    weights: Float64Array.from(rows, ({ weight }) => weight),
    groupOf: Int32Array.from(rows, ({ group }) => groups.get(group) ?? 0),
  };
}

/** Kernels that distances are measured to are this far apart, so that every measured one is nearer to one of them: 1 % of its time at most. */
const APART = 0.02;
/** The mean of absolute errors over the standard deviation. */
const OF_DEVIATION = Math.sqrt(2 / Math.PI);
const LEAST_DEVIATION = 0.02;

/** How errors of lengths that a fit has not seen grow with the distance to those that it has. */
function spreadOf(rows: readonly FitRow[], terms: TermWeights, cuts: Trees["cuts"], gpu: Gpu): Spread {
  const [seen, held] = [rows.filter((row) => foldOf(row) > 0), rows.filter((row) => foldOf(row) === 0)];
  const { trees, gains } = treesOf(seen, terms, gpu);
  const total = gains.reduce((sum, gain) => sum + Math.sqrt(gain), 0);
  const parts = gains.map((gain) => Number((Math.sqrt(gain) / Math.max(total, Number.MIN_VALUE)).toPrecision(3)));
  const binsOfAll = ({ kernels }: FitRow) => kernels.map((one) => binsOf(seenBy(one, gpu, terms).coordinates, cuts));
  const neighbours = (measured: readonly FitRow[]): readonly string[] =>
    apartFromEachOther(measured.flatMap(binsOfAll), parts, APART).map(rowText);
  const among = { parts, rows: neighbours(seen) };
  const points = held.map((row) => ({
    distance: Math.max(...binsOfAll(row).map((bins) => distanceToNext(bins, among))),
    error: Math.abs(Math.log(predictedRow(row, { terms, trees }, gpu) / row.milliseconds)),
  }));
  const count = Math.max(1, points.length);
  const far = points.reduce((sum, { distance }) => sum + distance, 0) / count;
  const off = points.reduce((sum, { error }) => sum + error, 0) / count;
  const both = points.reduce((sum, { distance, error }) => sum + (distance - far) * (error - off), 0);
  const square = points.reduce((sum, { distance }) => sum + (distance - far) ** 2, 0);
  const slope = square === 0 ? 0 : Math.max(0, both / square);
  return {
    least: Number(Math.max(LEAST_DEVIATION, (off - slope * far) / OF_DEVIATION).toPrecision(3)),
    perDistance: Number((slope / OF_DEVIATION).toPrecision(3)),
    parts,
    rows: neighbours(rows),
  };
}
