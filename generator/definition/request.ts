// A request as a user writes it: `fftgen plan` with a kind, a size and options, and how the package that it gives is called then. Nothing
// here knows how the generator sees it.
import type { ElementFunction } from "./element-function.js";

export const KINDS = [
  "c2c",
  "r2c",
  "c2r",
  "fwht",
  "dct-1",
  "dct-2",
  "dct-3",
  "dct-4",
  "dst-1",
  "dst-2",
  "dst-3",
  "dst-4",
] as const;
export type Kind = (typeof KINDS)[number];
export type CosineKind = Exclude<Kind, "c2c" | "r2c" | "c2r" | "fwht">;
export type Precision = "f32" | "f64" | "f16" | "bf16";
/** What an array holds numbers in. */
export type NumberType = Precision | "u8" | "i8" | "u16" | "i16";

export type Strides = Readonly<Record<string, number>>;
export type Ranges = Readonly<Record<string, readonly [first: number, last: number]>>;

/** What the options of `plan` say, in the order in which a command has them; absent where nothing is said. */
export interface Said {
  readonly axes?: readonly string[];
  readonly kinds?: readonly CosineKind[];
  readonly precision?: Precision;
  readonly inputType?: NumberType;
  readonly outputType?: NumberType;
  readonly load?: string;
  readonly store?: string;
  readonly arithmetic?: "native";
  readonly inverse?: true;
  readonly order?: "digit-reversed" | "sequency" | "dyadic";
  readonly stabilisation?: "kahan" | "neumaier" | "semi-kahan" | "semi-neumaier";
  readonly spectrum?: "packed";
  readonly normalisation?: "orthonormal";
  readonly inPlace?: true;
  readonly scale?: string;
  /** Where the scale is a parameter of each call: what it is there. */
  readonly outputScale?: number;
  readonly rowStride?: number;
  readonly inputStrides?: Strides;
  readonly outputStrides?: Strides;
  readonly inputRange?: Ranges;
  readonly outputRange?: Ranges;
  readonly planar?: "input" | "output" | "both";
  readonly shift?: "input" | "output" | "both";
  readonly strides?: "run-time";
  readonly batch?: number;
  readonly unit?: "fma" | "mma" | "split-f16";
  readonly algorithm?: "alman-rao";
  readonly fastTwiddles?: true;
  readonly gpu?: string;
}

export interface Request {
  readonly kind: Kind;
  /** Slowest dimension first, as in the size. */
  readonly lengths: readonly number[];
  readonly said: Said;
  /** What the expressions of `load` and `store` are. */
  readonly functions?: { readonly load?: ElementFunction; readonly store?: ElementFunction };
  /** Arrays in a call. */
  readonly arrays: number;
  /** Where strides are those of the call: elements that each lies further apart than it was planned, by name. */
  readonly further: Strides;
}

const NAMES = ["X", "Y", "Z", "W", "V", "U", "T", "S"] as const;
export const BATCH = "batch";

/** Names and lengths, the contiguous dimension first. */
export const dimensionsOf = ({ lengths }: Pick<Request, "lengths">): readonly Dimension[] =>
  lengths.toReversed().map((length, index) => ({ name: NAMES[index] ?? "", length }));

export interface Dimension {
  readonly name: string;
  readonly length: number;
}

/** Those that are transformed, the contiguous one first. */
export const axesOf = (request: Pick<Request, "lengths" | "said">): readonly Dimension[] =>
  dimensionsOf(request).filter(({ name }) => request.said.axes?.includes(name) ?? true);

export const isCosine = (kind: Kind): kind is CosineKind => kind.startsWith("dct") || kind.startsWith("dst");

/** `--kinds` names one for each dimension that is transformed, slowest first. */
export function kindAlong(request: Request, name: string): CosineKind {
  const { kind, said } = request;
  const slowestFirst = axesOf(request).toReversed();
  const own = said.kinds?.[slowestFirst.findIndex((axis) => axis.name === name)] ?? kind;
  if (!isCosine(own)) throw new Error(`${own} is no cosine or sine transform`);
  return own;
}

/** What undoes it, but for a factor. */
export const INVERSES: Readonly<Record<CosineKind, CosineKind>> = {
  "dct-1": "dct-1",
  "dct-2": "dct-3",
  "dct-3": "dct-2",
  "dct-4": "dct-4",
  "dst-1": "dst-1",
  "dst-2": "dst-3",
  "dst-3": "dst-2",
  "dst-4": "dst-4",
};

/** The words behind `fftgen`. */
export function wordsOf({ kind, lengths, said }: Pick<Request, "kind" | "lengths" | "said">): readonly string[] {
  const size = lengths.join("x");
  return ["plan", ...(kind === "c2c" ? [] : [kind]), size, ...Object.entries(said).flatMap(optionOf)];
}

export const commandOf = (request: Pick<Request, "kind" | "lengths" | "said">): string =>
  ["fftgen", ...wordsOf(request)].join(" ");

/** `inputRange: { Y: [0, 5] }` is `--input-range Y=0..5`. */
function optionOf([name, value]: readonly [string, Said[keyof Said]]): readonly string[] {
  const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined) return [];
  if (value === true) return [option];
  // What begins like an option is one word with it.
  if (typeof value === "string" && value.startsWith("-")) return [`${option}=${value}`];
  if (typeof value !== "object") return [option, String(value)];
  if (isNames(value)) return [option, value.join(",")];
  const entries = Object.entries<number | readonly [number, number]>(value);
  if (entries.length === 0) return [];
  return [option, entries.map(([key, one]) => `${key}=${typeof one === "number" ? one : one.join("..")}`).join(",")];
}

const isNames = (value: readonly string[] | Strides | Ranges): value is readonly string[] => Array.isArray(value);
