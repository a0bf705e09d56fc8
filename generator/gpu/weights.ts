// The weights of the cost model (search/model.ts) for one GPU: what a program fitted to measured times, and what they were fitted to.
// `npm run weights` writes those that are shipped, `fftgen gpu --fit` a user's; nobody changes them by hand.

/** Of the features that weights are for (search/features.ts): whoever changes what a feature means, raises it, and fits anew. */
export const FEATURES_VERSION = 1;

/** Weights of the physical terms. Shares and factors have no unit. */
export interface TermWeights {
  /** Exponent of the p-norm that combines overlapping terms: a sum at 1, the largest alone at infinity. */
  readonly norm: number;
  /** Factors of the terms. */
  readonly memory: number;
  readonly issue: number;
  readonly shared: number;
  readonly latency: number;
  /** Powers of the sectors touched over the fewest possible; what of the time for short segments shows. */
  readonly sectorsRead: number;
  readonly sectorsWritten: number;
  readonly segments: number;
  /** Of the L2 cache, the share that a launch may move and still find there at the next, and the share from which nothing is found. */
  readonly cached: number;
  readonly uncached: number;
  /** Loads from an idle memory that a block waits for one after the other. */
  readonly loads: number;
  /** Bytes that a multiprocessor exchanges with the L2 cache per clock. */
  readonly l2BytesPerClock: number;
  /** Nanoseconds of a barrier, and of looking up a twiddle factor. */
  readonly meeting: number;
  readonly lookup: number;
  /** Tiles that a cluster is busy with before its first result and after its last load. */
  readonly fill: number;
  /** Where blocks prefetch to the L2 cache: factors of latency and memory; and beyond a share of that cache, how much more of the latter. */
  readonly prefetchedLatency: number;
  readonly prefetchedMemory: number;
  readonly crowdedFrom: number;
  readonly crowding: number;
  /** Microseconds of a launch beside its work, and the share of it that a kernel feels that does nothing. */
  readonly launchMicroseconds: number;
  readonly leastLaunch: number;
}

/** Cuts of a coordinate at most, one less than its bins. */
export const MOST_CUTS = 63;

/**
 * Regression trees whose sum is the logarithm of a factor. A tree is its nodes in preorder: a branch is a coordinate and the place of its cut,
 * as `1 + 64 * coordinate + cut`, a leaf is 0, and its value the next of `leaves`, in steps of 1/10000.
 */
export interface Trees {
  readonly coordinates: readonly string[];
  /** By coordinate: what is not above the cut goes to the left. */
  readonly cuts: readonly (readonly number[])[];
  readonly nodes: readonly (readonly number[])[];
  readonly leaves: readonly (readonly number[])[];
}

/**
 * How far predictions may be off, as the standard deviation of the logarithm: `least` at a measured kernel, and more by `perDistance` for each
 * unit of distance to the next one (search/uncertainty.ts).
 */
export interface Spread {
  readonly least: number;
  readonly perDistance: number;
  /** Of each coordinate the part that it has in distances; all parts add up to 1. */
  readonly parts: readonly number[];
  /** Measured kernels, as the bins of their coordinates, one character each. */
  readonly rows: readonly string[];
}

/** What of a GPU a plan depends on besides its limits; units as in gpu.ts. */
export interface Shape {
  readonly multiprocessors: number;
  readonly clockGHz: number;
  readonly copyBandwidth: number;
  readonly l2Bytes: number;
  readonly sharedBytesPerSm: number;
}

export interface Weights {
  readonly features: number;
  /** The GPU that was measured, by its name, and its shape. */
  readonly gpu: string;
  readonly shape: Shape;
  /** Their file's path; absent of those that come with fftgen. */
  readonly file?: string;
  /** Where few plans were measured: the GPU whose weights these are, with all times longer or shorter by one factor. */
  readonly rescaledFrom?: string;
  /** What they were fitted to. */
  readonly tables: readonly { readonly file: string; readonly sha256: string; readonly rows: number }[];
  readonly terms: TermWeights;
  /** Before a kernel is placed (search/coarse-cost.ts): passes over memory that an exchange costs, and what one on clusters costs over one without. */
  readonly coarse: { readonly exchange: number; readonly cluster: number };
  readonly trees: Trees;
  readonly spread: Spread;
}

/** Whether a GPU's predictions are fitted to measurements of its own that come with fftgen, which is the usual case. */
export const areItsOwn = ({ name, weights }: { readonly name: string; readonly weights: Weights }): boolean =>
  name === weights.gpu && weights.file === undefined;

/** How many they were fitted to. */
export const measuredPlans = ({ tables }: Weights): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** What a GPU's predictions are fitted to, in words behind "fitted". */
export function fittedText({ name, weights }: { readonly name: string; readonly weights: Weights }): string {
  const { gpu, file, rescaledFrom } = weights;
  const rows = measuredPlans(weights);
  if (name !== gpu) return `to measurements on ${gpu}, scaled by the datasheets: ${name} has no weights of its own`;
  const plans = `to ${rows} measured ${rows === 1 ? "plan" : "plans"}`;
  const own = rescaledFrom === undefined ? plans : `on ${rescaledFrom}, and rescaled ${plans} of ${name}`;
  return file === undefined ? own : `${own}: ${file}`;
}
