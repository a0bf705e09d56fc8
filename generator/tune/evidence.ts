// Turns a measurement into the evidence of a plan file, and decides which evidence stays beside it.
import type { Evidence } from "../planfile/definition.js";
import type { Measured } from "./winner.js";

/** Digits that a measurement is good for: more would change with every run. */
const TIME_DIGITS = 4;
const RATIO_DIGITS = 4;
const ERROR_DIGITS = 3;

/** What a plan file says of a measurement: milliseconds of the whole batch, ratios to a copy and to cuFFT. */
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

/** In milliseconds: what no launch of a kernel takes, and what a copy takes that is limited by memory, not by its launch. */
const LEAST = 0.001;
const LONG_COPY = 0.02;

/** Why no GPU can have measured a time: every transform reads and writes its data, as a copy does. */
export function impossibleTime(milliseconds: number, copyMilliseconds: number): string | undefined {
  if (milliseconds < LEAST) return `${milliseconds} ms is less than the launch of a kernel takes`;
  return copyMilliseconds > LONG_COPY && milliseconds < copyMilliseconds / 2
    ? `${milliseconds} ms is less than half of the ${Number(copyMilliseconds.toPrecision(RATIO_DIGITS))} ms that a copy of the data took`
    : undefined;
}

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** The new evidence in the place of what it renews, or behind the rest; what is said of another text is stale and goes. */
export function renewedEvidence(old: readonly Evidence[], fresh: Evidence): readonly Evidence[] {
  const current = old.filter(({ text }) => text === fresh.text);
  const place = current.findIndex((one) => isSamePlatform(one, fresh));
  return place < 0 ? [...current, fresh] : current.with(place, fresh);
}

const isSamePlatform = (one: Evidence, other: Evidence): boolean =>
  one.gpu === other.gpu && one.driver === other.driver && one.toolchain === other.toolchain;

/** What was measured, and whether it speaks of what is emitted now. */
export interface JudgedEvidence extends Evidence {
  /** The plan or fftgen has changed since: what was measured is not what is emitted now. */
  readonly stale: boolean;
}

/** Of one GPU: what is not stale before what is, then the fastest beside a copy that was taken with it. */
export const bestEvidence = (evidence: readonly JudgedEvidence[], gpu: string): JudgedEvidence | undefined =>
  evidence
    .filter((one) => one.gpu === gpu)
    .toSorted((a, b) => Number(a.stale) - Number(b.stale) || a.ratioToCopy - b.ratioToCopy)[0];
