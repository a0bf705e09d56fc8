// A benchmark suite: a list of transforms, each with its requirements and with recorded times of other libraries. Expands the
// short form that people write (one entry for many sizes) into cases. Reads no files and measures nothing.
import { InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import { isList } from "../plan/transform-field.js";
import {
  transformFields,
  withFields,
  type FieldName,
  type FIELDS,
  type FieldValue,
  type NamedField,
} from "../plan/transform-fields.js";
import { withUsualLayout } from "../plan/usual-layout.js";
import { usualTransform } from "../plan/families.js";
import {
  elementCount,
  isComplex,
  isTrigonometric,
  USUAL_KIND,
  type FourierTransform,
  type NumberFormat,
  type Transform,
  type RealTransform,
  type TrigonometricKind,
  type TrigonometricTransform,
  type WalshTransform,
} from "../plan/transform.js";
import { hasArithmeticChoice } from "../plan/arithmetic-choice.js";
import { transformName } from "../plan/transform-name.js";
import { transformProblem } from "../plan/transform-problem.js";

/** Ratios of speed, ours over the best other library's: a required one, and a desired one. */
export interface Target {
  readonly atLeast: number;
  readonly aim?: number;
}

/** The recorded time of a library for the whole batch of a case. Only compared on the same GPU. */
export interface PeerTime {
  /** `cuFFT 12.0`, `VkFFT`, `VkFFT, tuned`. */
  readonly library: string;
  readonly milliseconds: number;
  /** As the CUDA runtime reports it: `NVIDIA H200`. */
  readonly gpu: string;
  /** Day of the measurement: `2026-11-21`. */
  readonly date: string;
}

/** The fields that all entries share. */
interface EntryBase {
  /** Lengths, the slowest dimension first: `256x256x256`, `2^20`. One or several. */
  readonly size: string | readonly string[];
  /** Arrays per call. Give this or `points`; 1 without either. */
  readonly batch?: number;
  /** Points per call: the batch is as many whole arrays as that makes, and at least one. */
  readonly points?: number;
  readonly target?: Target;
  /** Times of one case: only for an entry with one size and one precision. */
  readonly peers?: readonly PeerTime[];
}

/** Fields that entries of a kind may have, according to their records. */
export type SuiteField<Kind extends Transform["kind"]> = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { readonly inSuites: readonly (infer In)[] }
    ? Kind extends In
      ? Name
      : never
    : never;
}[FieldName];

interface Precisions {
  readonly precision: NumberFormat | readonly NumberFormat[];
}

/** Complex Fourier transforms, in natural order, out of place, the form in which they are measured. */
export type FourierEntry = EntryBase &
  Precisions & { readonly kind?: "c2c" } & Partial<Pick<FourierTransform, SuiteField<"c2c">>>;

/** Real Walsh-Hadamard transforms, out of place. */
export type WalshEntry = EntryBase &
  Precisions & { readonly kind: "fwht" } & Partial<Pick<WalshTransform, SuiteField<"fwht">>>;

/** Fourier transforms of real numbers, or back to them, out of place. */
export type RealEntry = EntryBase &
  Precisions & { readonly kind: "r2c" | "c2r" } & Partial<Pick<RealTransform, SuiteField<"r2c">>>;

/** Cosine and sine transforms, out of place. */
export type TrigonometricEntry = EntryBase &
  Precisions & { readonly kind: TrigonometricKind } & Partial<
    Pick<TrigonometricTransform, SuiteField<TrigonometricKind>>
  >;

/** One entry of a suite as people write it: every size with every precision. */
export type SuiteEntry = FourierEntry | WalshEntry | RealEntry | TrigonometricEntry;

export interface SuiteDefinition {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly SuiteEntry[];
  /** No case may be slower than this, relative to the best peer, whatever its own target. */
  readonly floor?: number;
  /** Target of the geometric mean of all ratios. */
  readonly geometricMean?: Target;
}

export interface BenchCase {
  /** `f32 2^20 x128`, `fwht bf16 4096 sequency x65536`: precision, size as it was written, batch unless it is 1. */
  readonly label: string;
  readonly transform: Transform;
  readonly target: Target | undefined;
  readonly peers: readonly PeerTime[];
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly cases: readonly BenchCase[];
  readonly floor: number | undefined;
  readonly geometricMean: Target | undefined;
}

/**
 * Every case of a suite, in the order of its entries.
 * @throws InputError, naming the entry, for an impossible size, for contradictions, and for a repeated case
 */
export function expandSuite(definition: SuiteDefinition): Suite {
  const { name, title, entries, floor, geometricMean } = definition;
  const cases = entries.flatMap((entry, index) => expandEntry(entry, `suite ${name}: entries[${index}]`));
  if (cases.length === 0) throw new InputError(`suite ${name}: entries is empty; a suite needs at least one case`);
  const places = new Map<string, string>();
  for (const { label, transform } of cases) {
    const key = caseKey(transform);
    const other = places.get(key);
    if (other !== undefined)
      throw new InputError(`suite ${name}: ${label} is there twice${other === label ? "" : `, first as ${other}`}`);
    places.set(key, label);
  }
  return { name, title, cases, floor, geometricMean };
}

/** Whether it contains a transform that cuFFT supports. */
export const hasFourierCases = ({ cases }: Suite): boolean =>
  cases.some(({ transform }) => isComplex(transform) && !isTrigonometric(transform));

/** The key of a case: everything about a transform, its batch included. */
export const caseKey = (transform: Transform): string => `${transformName(transform)} x${transform.batch}`;

function expandEntry(entry: SuiteEntry, place: string): readonly BenchCase[] {
  const sizes = listOf(entry.size);
  const singles = listOf(entry.precision).flatMap((precision) =>
    sizes.map((size) => singleCase(entry, precision, size, place)),
  );
  const { batch, points, target, peers = [] } = entry;
  if (batch !== undefined && points !== undefined)
    throw new InputError(`${place} has both batch and points; give one of them`);
  if (peers.length > 0 && singles.length !== 1)
    throw new InputError(`${place}: peers are times of one case, but the entry has several; give each its own entry`);
  return singles.map(({ words, transform }): BenchCase => {
    const label = [...words, ...(transform.batch === 1 ? [] : [`x${transform.batch}`])].join(" ");
    return { label, transform, target, peers };
  });
}

interface SingleCase {
  /** Words of the label, which ends with the batch. */
  readonly words: readonly string[];
  readonly transform: Transform;
}

function singleCase(entry: SuiteEntry, precision: NumberFormat, size: string, place: string): SingleCase {
  const { kind = USUAL_KIND, arithmetic, batch, points = 1 } = entry;
  if (arithmetic !== undefined && !hasArithmeticChoice({ precision }))
    throw new InputError(`${place}: ${precision} is computed with as it is stored; leave arithmetic out`);
  const usual = usualTransform(kind, lengthsOf(size, place), precision);
  const said = Object.entries<unknown>({ ...entry });
  const fields = suiteFields(kind);
  const values = fields.flatMap(({ name }): readonly (readonly [FieldName, FieldValue])[] => {
    const value = said.find(([key]) => key === name)?.[1];
    // The values of an entry have the types of its fields.
    return value === undefined ? [] : [[name, inOrder(value as FieldValue, usual)]];
  });
  const arrays = batch ?? Math.max(1, Math.floor(points / elementCount(usual)));
  const asked = { ...withFields(usual, new Map(values)), batch: arrays };
  const problem = transformProblem(asked);
  if (problem !== undefined)
    throw new InputError(`${place}: ${precision} ${size}: ${problem.message} (${problem.field})`);
  const transform = withUsualLayout(asked);
  const words = fields.flatMap(({ suffix }) => suffix?.text(transform)?.replaceAll("_", "-") ?? []);
  return { words: [...(kind === USUAL_KIND ? [] : [kind]), precision, size, ...words], transform };
}

/** Axes in the order of the dimensions, however an entry lists them. */
const inOrder = (value: FieldValue, { dimensions }: Transform): FieldValue => {
  if (!isList(value)) return value;
  const names = dimensions.map(({ name }) => name);
  return value.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
};

/** The fields in the order of labels. */
export const suiteFields = (kind: Transform["kind"]): readonly NamedField[] =>
  transformFields(kind).filter(({ inSuites }) => inSuites?.includes(kind) === true);

const listOf = <T extends string>(value: T | readonly T[]): readonly T[] =>
  typeof value === "string" ? [value] : value;

function lengthsOf(size: string, place: string): readonly number[] {
  try {
    return parseSize(size);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // A size is one word: the caret below it shows the place.
    throw new InputError(`${place}: size ${size}: ${error.message.replace(/^\d+:\d+: /, "")}`);
  }
}
