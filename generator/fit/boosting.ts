// Fits regression trees one after the other to what all before them leave over (gradient boosting; Friedman 2001). Every tree is grown on the
// second-order expansion of the loss (Chen & Guestrin 2016), splits fall on quantiles, and along rising coordinates no branch to the right is
// below one to the left.
import { at } from "../failure/errors.js";
import { MOST_CUTS, type Trees } from "../gpu/weights.js";
import { LEAF_STEP } from "../search/trees.js";

export interface BoostingOptions {
  readonly trees: number;
  readonly depth: number;
  /** What of a tree's step is taken. */
  readonly rate: number;
  /** The share of coordinates that a tree may split by, drawn anew for each. */
  readonly drawn: number;
  /** Rows, as weights, that a leaf has at least; added to those of each leaf. */
  readonly leastWeight: number;
  readonly ridge: number;
}

/** Kernels, and what trees may split them by. */
export interface Coordinates {
  /** By coordinate, the kernels' values. */
  readonly coordinates: readonly Float64Array[];
  readonly names: readonly string[];
  readonly rising: readonly boolean[];
}

/** Fills in gradient and curvature of the loss by kernel, at the sums of the trees so far. */
export type Loss = (correction: Float64Array, gradient: Float64Array, curvature: Float64Array) => void;

/** Values between the bins of a coordinate, as few digits as tell them apart; what is equal is in one bin. */
export function quantiles(values: Float64Array): readonly number[] {
  const sorted = [...values.toSorted()];
  const distinct = sorted.filter((value, index) => index === 0 || value !== sorted[index - 1]);
  const wanted =
    distinct.length <= MOST_CUTS + 1
      ? distinct.slice(1)
      : Array.from({ length: MOST_CUTS }, (_, quantile) =>
          at(sorted, Math.floor(((quantile + 1) * sorted.length) / (MOST_CUTS + 1))),
        );
  const places = new Map(distinct.map((value, index) => [value, index]));
  const cuts = wanted.flatMap((value) => {
    const place = places.get(value) ?? 0;
    return place === 0 ? [] : [(at(distinct, place - 1) + value) / 2];
  });
  const short = cuts.map((cut) => Number(cut.toPrecision(6)));
  return short.filter((cut, index) => index === 0 || cut > at(short, index - 1));
}

const binIn = (cuts: readonly number[], value: number): number => {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > at(cuts, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Where one number follows from another: the same in every run (Numerical Recipes, section 7.1). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How good a step is: gradient and curvature of the loss for kernels that take it together. */
interface Slope {
  readonly gradient: number;
  readonly curvature: number;
}

interface Split {
  readonly coordinate: number;
  readonly cut: number;
  readonly gain: number;
  readonly left: number;
  readonly right: number;
}

/** Trees, and what splits by each coordinate gained. */
export interface Boosted {
  readonly trees: Trees;
  readonly gains: readonly number[];
}

export function boostedTrees(
  { coordinates, names, rising }: Coordinates,
  loss: Loss,
  options: BoostingOptions,
): Boosted {
  const { rate, depth, ridge, leastWeight } = options;
  const cuts = coordinates.map(quantiles);
  const bins = coordinates.map((values, index) => Uint8Array.from(values, (value) => binIn(at(cuts, index), value)));
  const kernels = coordinates[0]?.length ?? 0;
  const correction = new Float64Array(kernels);
  const gradient = new Float64Array(kernels);
  const curvature = new Float64Array(kernels);
  const order = new Int32Array(kernels);
  const draw = numbersFrom(1);
  const gains = names.map(() => 0);
  const gradients = new Float64Array(MOST_CUTS + 1);
  const curvatures = new Float64Array(MOST_CUTS + 1);

  const slopeOf = (from: number, to: number): Slope => {
    let [first, second] = [0, 0];
    for (let place = from; place < to; place++) {
      const kernel = order[place] ?? 0;
      first += gradient[kernel] ?? 0;
      second += curvature[kernel] ?? 0;
    }
    return { gradient: first, curvature: second };
  };
  const stepOf = ({ gradient, curvature }: Slope, low: number, high: number): number =>
    Math.min(high, Math.max(low, -gradient / (curvature + ridge)));
  const gainOf = ({ gradient, curvature }: Slope, step: number): number =>
    -(2 * gradient * step + (curvature + ridge) * step * step);

  const bestSplit = (from: number, to: number, whole: Slope, low: number, high: number, drawn: readonly boolean[]) => {
    let best: Split | undefined;
    let most = gainOf(whole, stepOf(whole, low, high)) + LEAST_GAIN;
    drawn.forEach((isDrawn, coordinate) => {
      const count = at(cuts, coordinate).length + 1;
      if (!isDrawn || count < 2) return;
      gradients.fill(0, 0, count);
      curvatures.fill(0, 0, count);
      const own = at(bins, coordinate);
      for (let place = from; place < to; place++) {
        const kernel = order[place] ?? 0;
        const bin = own[kernel] ?? 0;
        gradients[bin] = (gradients[bin] ?? 0) + (gradient[kernel] ?? 0);
        curvatures[bin] = (curvatures[bin] ?? 0) + (curvature[kernel] ?? 0);
      }
      let [first, second] = [0, 0];
      for (let cut = 0; cut < count - 1; cut++) {
        first += gradients[cut] ?? 0;
        second += curvatures[cut] ?? 0;
        if (second < leastWeight) continue;
        if (whole.curvature - second < leastWeight) break;
        const sides = [
          { gradient: first, curvature: second },
          { gradient: whole.gradient - first, curvature: whole.curvature - second },
        ] as const;
        const [left, right] = [stepOf(sides[0], low, high), stepOf(sides[1], low, high)];
        if (rising[coordinate] === true && left > right) continue;
        const gain = gainOf(sides[0], left) + gainOf(sides[1], right);
        if (gain > most) {
          most = gain;
          best = { coordinate, cut, gain, left, right };
        }
      }
    });
    return best;
  };

  /** Those up to the cut first. */
  const parted = (from: number, to: number, { coordinate, cut }: Split): number => {
    const own = at(bins, coordinate);
    let [low, high] = [from, to - 1];
    while (low <= high) {
      const kernel = order[low] ?? 0;
      if ((own[kernel] ?? 0) <= cut) low++;
      else {
        order[low] = order[high] ?? 0;
        order[high--] = kernel;
      }
    }
    return low;
  };

  const grown = (): { readonly nodes: readonly number[]; readonly leaves: readonly number[] } => {
    const nodes: number[] = [];
    const leaves: number[] = [];
    const drawn = names.map(() => draw() < options.drawn);
    const grow = (from: number, to: number, level: number, low: number, high: number): void => {
      const whole = slopeOf(from, to);
      const isLeaf = level === depth || whole.curvature < 2 * leastWeight;
      const split = isLeaf ? undefined : bestSplit(from, to, whole, low, high, drawn);
      if (split === undefined) {
        const leaf = Math.round((rate * stepOf(whole, low, high)) / LEAF_STEP);
        nodes.push(0);
        leaves.push(leaf);
        for (let place = from; place < to; place++) {
          const kernel = order[place] ?? 0;
          correction[kernel] = (correction[kernel] ?? 0) + leaf * LEAF_STEP;
        }
        return;
      }
      gains[split.coordinate] = at(gains, split.coordinate) + split.gain;
      nodes.push(1 + (MOST_CUTS + 1) * split.coordinate + split.cut);
      const between = parted(from, to, split);
      const middle = rising[split.coordinate] === true ? (split.left + split.right) / 2 : undefined;
      grow(from, between, level + 1, low, Math.min(high, middle ?? high));
      grow(between, to, level + 1, Math.max(low, middle ?? low), high);
    };
    order.forEach((_, index) => (order[index] = index));
    grow(0, kernels, 0, -Infinity, Infinity);
    return { nodes, leaves };
  };

  const trees = Array.from({ length: options.trees }, () => {
    loss(correction, gradient, curvature);
    return grown();
  });
  const [nodes, leaves] = [trees.map((tree) => tree.nodes), trees.map((tree) => tree.leaves)];
  return { trees: { coordinates: names, cuts, nodes, leaves }, gains };
}

/** What a split has to gain at least: less is rounding. */
const LEAST_GAIN = 1e-9;
