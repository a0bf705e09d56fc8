// The contents of a plan file as values, and the same as the plain literal that is written. The one place that knows the
// order of the keys and the defaults.
import type { Transform } from "../plan/transform.js";
import type { Evidence } from "./definition.js";

/** What is written into a plan file. */
export interface PlanFileParts {
  readonly transform: Transform;
  /** One kernel each, in the notation. */
  readonly kernels: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** One kernel as it is written, and where: a fault at `text[i]` is at column `column + i` of that line. */
export interface KernelText {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, of the first character inside the quotes. */
  readonly column: number;
}

/** What is read from a plan file. */
export interface PlanFileContents {
  readonly transform: Transform;
  readonly kernels: readonly KernelText[];
  readonly evidence: readonly Evidence[];
  /** The comment right before `export default`, without its stars; empty when there is none. */
  readonly docComment: string;
}

/** What a transform is when the file does not say otherwise. */
export const transformDefaults = {
  direction: "forward",
  order: "natural",
  placement: "out-of-place",
  scale: 1,
  batch: 1,
} as const satisfies Partial<Transform>;

export type PlainValue = string | number | boolean | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** The transform as the file writes it: lengths by name, the slowest first. */
export const plainTransform = (transform: Transform): PlainObject => ({
  lengths: Object.fromEntries(transform.dimensions.map(({ name, length }) => [name, length] as const).toReversed()),
  precision: transform.precision,
  direction: transform.direction,
  order: transform.order,
  placement: transform.placement,
  scale: transform.scale,
  batch: transform.batch,
});

export const plainEvidence = (evidence: Evidence): PlainObject => ({
  gpu: evidence.gpu,
  driver: evidence.driver,
  toolchain: evidence.toolchain,
  text: evidence.text,
  milliseconds: evidence.milliseconds,
  ratioToCopy: evidence.ratioToCopy,
  ...(evidence.ratioToCufft === undefined ? {} : { ratioToCufft: evidence.ratioToCufft }),
  relativeL2Error: evidence.relativeL2Error,
});

export const plainPlan = (parts: PlanFileParts): PlainObject => ({
  transform: plainTransform(parts.transform),
  kernels: parts.kernels,
  ...(parts.evidence.length === 0 ? {} : { evidence: parts.evidence.map(plainEvidence) }),
});
