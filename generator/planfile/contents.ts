// The contents of a plan file as values, and the same as the plain literal that is written. The one place that knows the
// order of the keys and the defaults.
import { fieldValue, transformFields, type FieldValue } from "../plan/transform-fields.js";
import { isList } from "../plan/transform-field.js";
import { usualTransform } from "../plan/families.js";
import { USUAL_KIND, type Transform } from "../plan/transform.js";
import type { Evidence } from "./definition.js";

/** What is written into a plan file. */
export interface PlanFileParts {
  readonly transform: Transform;
  /** That the plan is for. */
  readonly gpu?: string;
  /** The largest batch that it is for; none where its package has no plan for larger ones. */
  readonly upToBatch?: number;
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
  /** The largest batch that it is for, where its package has plans for larger ones. */
  readonly upToBatch: number | undefined;
  /** Of its package, from that of the file. */
  readonly directory: string | undefined;
  readonly kernels: readonly KernelText[];
  readonly evidence: readonly Evidence[];
  /** The comment right before `export default`, without its stars; empty when there is none. */
  readonly docComment: string;
}

export type PlainValue = string | number | boolean | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** The transform as a file writes it that leaves nothing out: lengths and axes by name, the slowest first. */
export function plainTransform(transform: Transform): PlainObject {
  const { kind, precision } = transform;
  const lengths = Object.fromEntries(
    transform.dimensions.map(({ name, length }) => [name, length] as const).toReversed(),
  );
  return { ...kindOf(kind), lengths, precision, ...plainFields(transform) };
}

/** A transform is a Fourier transform unless it says otherwise. */
const kindOf = (kind: Transform["kind"]): PlainObject => (kind === USUAL_KIND ? {} : { kind });

const plainFields = (transform: Transform): PlainObject =>
  Object.fromEntries(
    transformFields(transform.kind).map(({ name }) => [name, plainValue(fieldValue(transform, name))] as const),
  );

const plainValue = (value: FieldValue): PlainValue => (isList(value) ? value.toReversed() : value);

/** The keys of `plainTransform` that may be left out, with what they then are. */
export function plainDefaults({ kind, dimensions, precision }: Transform): PlainObject {
  const lengths = dimensions.map(({ length }) => length).toReversed();
  return plainFields(usualTransform(kind, lengths, precision));
}

/** What a file says of a transform when it is written anew: all but what only repeats size and precision, or what they settle. */
export function writtenTransform(transform: Transform): PlainObject {
  const silent = transformFields(transform.kind).flatMap((field) =>
    field.silent?.(transform) === true ? [field.name] : [],
  );
  const plain = Object.entries(plainTransform(transform));
  return Object.fromEntries(plain.filter(([key]) => !silent.some((name) => name === key)));
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
  ...(parts.upToBatch === undefined ? {} : { upToBatch: parts.upToBatch }),
  ...(parts.directory === undefined ? {} : { directory: parts.directory }),
  kernels: parts.kernels,
  ...(parts.evidence.length === 0 ? {} : { evidence: parts.evidence.map(plainEvidence) }),
});
