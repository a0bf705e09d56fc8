// Turns a measurement into the evidence of a plan file, and decides which other evidence stays.
import type { Evidence } from "../planfile/definition.js";
import type { Measured } from "./winner.js";

/** Significant digits of a measurement: more would change with every run. */
const TIME_DIGITS = 4;
const RATIO_DIGITS = 4;
const ERROR_DIGITS = 3;

/** The evidence of a measurement: milliseconds of the whole batch, ratios to a copy and to cuFFT. */
export function evidenceOf({ candidate, platform, outcome }: Measured): Evidence {
  const { milliseconds, copyMilliseconds, cufftMilliseconds } = outcome.timing;
  return {
    ...platform,
    text: candidate.text,
    milliseconds: rounded(milliseconds, TIME_DIGITS),
    ratioToCopy: rounded(milliseconds / copyMilliseconds, RATIO_DIGITS),
    ...(cufftMilliseconds === undefined
      ? {}
      : { ratioToCufft: rounded(cufftMilliseconds / milliseconds, RATIO_DIGITS) }),
    relativeL2Error: rounded(outcome.relativeL2Error, ERROR_DIGITS),
  };
}

/**
 * In milliseconds: a lower limit for the launch of a kernel, and the time of a copy that is limited by memory rather than by its
 * launch.
 */
const LEAST = 0.001;
const LONG_COPY = 0.02;

/** Why no GPU can have measured a time: every transform reads and writes its data, like a copy. */
export function impossibleTime(milliseconds: number, copyMilliseconds: number): string | undefined {
  if (milliseconds < LEAST) return `${milliseconds} ms is less than the launch of a kernel takes`;
  return copyMilliseconds > LONG_COPY && milliseconds < copyMilliseconds / 2
    ? `${milliseconds} ms is less than half of the ${Number(copyMilliseconds.toPrecision(RATIO_DIGITS))} ms that a copy of the data took`
    : undefined;
}

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

/**
 * The evidence with a new entry, in the place of the one that it renews, or at the end; entries for another text are stale and
 * removed.
 */
export function renewedEvidence(old: readonly Evidence[], fresh: Evidence): readonly Evidence[] {
  const current = old.filter(({ text }) => text === fresh.text);
  const place = current.findIndex((one) => isSamePlatform(one, fresh));
  return place < 0 ? [...current, fresh] : current.with(place, fresh);
}

const isSamePlatform = (one: Evidence, other: Evidence): boolean =>
  one.gpu === other.gpu && one.driver === other.driver && one.toolchain === other.toolchain;

/** Evidence, and whether it is of the text that is emitted now. */
export interface JudgedEvidence extends Evidence {
  /** Whether the plan or fftgen has changed since: the measured text is not the one that is emitted now. */
  readonly stale: boolean;
}

/** The best evidence of one GPU: current before stale, then the fastest relative to the copy of its run. */
export const bestEvidence = (evidence: readonly JudgedEvidence[], gpu: string): JudgedEvidence | undefined =>
  evidence
    .filter((one) => one.gpu === gpu)
    .toSorted((a, b) => Number(a.stale) - Number(b.stale) || a.ratioToCopy - b.ratioToCopy)[0];
