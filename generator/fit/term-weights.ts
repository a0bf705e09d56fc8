// Fits the weights of the physical terms: one after the other is made larger or smaller for as long as that helps, in ever smaller steps. In
// numbers: 21 weights of 10,000 kernels take two seconds.
import type { Gpu } from "../gpu/gpu.js";
import type { TermWeights } from "../gpu/weights.js";
import type { Features } from "../search/features.js";
import { launchTime, termsTogether } from "../search/model.js";
import type { FitRow } from "./rows.js";

/** Where a fit begins: bytes at the speed of a copy, instructions and wavefronts at their peaks. */
const FIRST: TermWeights = {
  ...{ norm: 4, memory: 1, issue: 1.5, shared: 1, latency: 1 },
  ...{ sectorsRead: 0.5, sectorsWritten: 0.5, segments: 1, cached: 0.5, uncached: 0.8 },
  ...{ loads: 2, l2BytesPerClock: 64, meeting: 40, lookup: 25, fill: 1 },
  ...{ prefetchedLatency: 0.6, prefetchedMemory: 1.02, crowdedFrom: 0.2, crowding: 0.5 },
  ...{ launchMicroseconds: 4.5, leastLaunch: 0.2 },
};

/** Rounds through all weights, and by how much the first of them changes each. */
const ROUNDS = 14;
const FIRST_STEP = 0.3;

/** Beyond it a p-norm is the largest term. */
const LARGEST_NORM = 12;

/** Errors beyond count in proportion, not squared. */
const OUTLIER = 0.3;

const isPossible = ({ norm, cached, uncached, leastLaunch }: TermWeights): boolean =>
  norm >= 1 && norm <= LARGEST_NORM && uncached >= 1.05 * cached && leastLaunch <= 1;

/** Rows that are enough for these few numbers: evenly taken where there are more. */
const ENOUGH = 3000;

export function fittedTerms(all: readonly FitRow[], gpu: Gpu): TermWeights {
  const rows = all.filter((_, index) => (index * ENOUGH) % all.length < ENOUGH);
  const lossOf = (weights: TermWeights): number =>
    rows.reduce((sum, { kernels, milliseconds, weight }) => {
      const time = kernels.reduce((total, features) => total + timeBy(features, gpu, weights), 0);
      const error = Math.abs(Math.log(time / milliseconds));
      return sum + weight * (error < OUTLIER ? error ** 2 : 2 * OUTLIER * error - OUTLIER ** 2);
    }, 0);
  const names = Object.keys(FIRST) as readonly (keyof TermWeights)[];
  const steps = new Map(names.map((name) => [name, FIRST_STEP]));
  let best = { weights: FIRST, loss: lossOf(FIRST) };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const step = 1 + (steps.get(name) ?? 0);
      const better = [step, 1 / step]
        .map((factor): TermWeights => ({ ...best.weights, [name]: short(best.weights[name] * factor) }))
        .filter(isPossible)
        .map((weights) => ({ weights, loss: lossOf(weights) }))
        .find(({ loss }) => loss < best.loss);
      if (better === undefined) steps.set(name, (step - 1) / 2);
      else best = better;
    }
  return best.weights;
}

const timeBy = (features: Features, gpu: Gpu, weights: TermWeights): number => {
  const work = termsTogether(features, gpu, weights);
  return work + launchTime(work, features, weights);
};

const short = (value: number): number => Number(value.toPrecision(4));
