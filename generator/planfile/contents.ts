// The contents of a plan file as values, and the same as the plain literal that is written. The one place that knows the
// order of the keys and the defaults.
import { unreachable } from "../failure/errors.js";
import {
  hasArithmeticChoice,
  makeWalshTransform,
  usualArithmetic,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../plan/transform.js";
import { transformedAxes } from "../plan/axes.js";
import type { Evidence } from "./definition.js";

/** What is written into a plan file. */
export interface PlanFileParts {
  readonly transform: Transform;
  /** That the plan is for. */
  readonly gpu?: string;
  /** Of its package, from that of the file; none where it is the usual one. */
  readonly directory?: string;
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

/** A word of a plan file, and where it stands, from 1. */
export interface PlacedText {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** What is read from a plan file. */
export interface PlanFileContents {
  readonly transform: Transform;
  /** As the file has it, and where. */
  readonly gpu: PlacedText | undefined;
  /** Of its package, from that of the file. */
  readonly directory: string | undefined;
  readonly kernels: readonly KernelText[];
  readonly evidence: readonly Evidence[];
  /** The comment right before `export default`, without its stars; empty when there is none. */
  readonly docComment: string;
}

/** What every transform is when the file does not say otherwise. */
const arrayDefaults = { placement: "out-of-place", scale: 1, batch: 1 } as const;

/** What a Fourier transform is when the file does not say otherwise. */
export const fourierDefaults = {
  direction: "forward",
  order: "natural",
  ...arrayDefaults,
} as const satisfies Partial<FourierTransform>;

/** What a Walsh-Hadamard transform is when the file does not say otherwise, besides what depends on its size and precision. */
export const walshDefaults = {
  direction: "forward",
  hadamard: "standard",
  order: "natural",
  stabilisation: "none",
  ...arrayDefaults,
} as const satisfies Partial<WalshTransform>;

export type PlainValue = string | number | boolean | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** The transform as a file writes it that leaves nothing out: lengths and axes by name, the slowest first. */
export function plainTransform(transform: Transform): PlainObject {
  const { placement, scale, batch } = transform;
  const lengths = Object.fromEntries(
    transform.dimensions.map(({ name, length }) => [name, length] as const).toReversed(),
  );
  switch (transform.kind) {
    case "c2c": {
      const { precision, arithmetic, direction, order } = transform;
      const chosen = arithmetic === usualArithmetic(precision) ? {} : { arithmetic };
      return { lengths, precision, ...chosen, direction, order, placement, scale, batch };
    }
    case "fwht": {
      const { kind, precision, arithmetic, direction, hadamard, order, stabilisation, distance } = transform;
      const axes = transform.axes.toReversed();
      return {
        kind,
        lengths,
        precision,
        arithmetic,
        direction,
        hadamard,
        order,
        stabilisation,
        axes,
        distance,
        placement,
        scale,
        batch,
      };
    }
    default:
      return unreachable(transform);
  }
}

/** The keys of `plainTransform` that may be left out, with what they then are. */
export function plainDefaults(transform: Transform): PlainObject {
  return transform.kind === "c2c" ? fourierDefaults : { ...walshDefaults, ...derivedDefaults(transform) };
}

/** What a file says of a transform when it is written anew: all but what only repeats size and precision, or what powers of two settle. */
export function writtenTransform(transform: Transform): PlainObject {
  const plain = plainTransform(transform);
  if (transform.kind === "c2c") return plain;
  const derived = derivedDefaults(transform);
  // What 16-bit data is computed with is a choice that is worth seeing.
  const isSilent = (key: string, value: PlainValue): boolean =>
    isSame(value, derived[key]) && !(key === "arithmetic" && hasArithmeticChoice(transform));
  return Object.fromEntries(Object.entries(plain).filter(([key, value]) => !isSilent(key, value)));
}

/** What follows from size and precision; of powers of two, which have one matrix, that too. */
function derivedDefaults(transform: WalshTransform): PlainObject {
  const { dimensions, precision } = transform;
  const lengths = dimensions.map(({ length }) => length).toReversed();
  const { arithmetic, axes, distance, direction, hadamard } = makeWalshTransform(lengths, precision);
  const matrix = transformedAxes(transform).every(({ base }) => base === 1) ? { direction, hadamard } : {};
  return { arithmetic, axes: axes.toReversed(), distance, ...matrix };
}

/** Lists are the same with the same items in the same order. */
export const isSame = (one: PlainValue, other: PlainValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

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
  transform: writtenTransform(parts.transform),
  ...(parts.gpu === undefined ? {} : { gpu: parts.gpu }),
  ...(parts.directory === undefined ? {} : { directory: parts.directory }),
  kernels: parts.kernels,
  ...(parts.evidence.length === 0 ? {} : { evidence: parts.evidence.map(plainEvidence) }),
});
