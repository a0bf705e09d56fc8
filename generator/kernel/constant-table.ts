// Tables of constant factors of elements, one for each place of an array.
import { chirpSpectrum, chirpTable, type ComplexTable } from "../arithmetic/chirp.js";
import { weightedRoots } from "../arithmetic/weighted-roots.js";
import { inOrder, type FrequencyDigit } from "../arithmetic/frequency-order.js";
import { unreachable } from "../failure/errors.js";
import type { Direction, Precision } from "../plan/transform.js";
import { rootAt, type WeightedRoots } from "../plan/trigonometric.js";

export interface ConstantTable {
  readonly name: string;
  /** Present where elements from here on are zero, and need no constants; any will do. */
  readonly below?: number;
  readonly storage: Precision;
  readonly entries: ConstantEntries;
}

/** Numbers, or a formula: programs compute long tables themselves, whose text would be long. */
export type ConstantEntries =
  | ListedEntries
  /** exp(-pi i k^2 / points), for k below that; conjugated for the inverse. */
  | { readonly kind: "chirp"; readonly points: number; readonly direction: Direction }
  /** weight exp(-2 pi i (step k + first) / denominator), for k below count. */
  | ({ readonly kind: "roots"; readonly count: number } & WeightedRoots)
  /** The factors of the frequencies in a convolution with the conjugate chirp, in the order in which kernels hold them. */
  | {
      readonly kind: "chirp-spectrum";
      readonly points: number;
      readonly direction: Direction;
      readonly order: readonly FrequencyDigit[];
    };

export interface ListedEntries {
  readonly kind: "listed";
  readonly re: Float64Array;
  /** Undefined where elements are real. */
  readonly im: Float64Array | undefined;
}

/** The number of entries. */
export function entryCount(entries: ConstantEntries): number {
  switch (entries.kind) {
    case "listed":
      return entries.re.length;
    case "chirp":
      return entries.points;
    case "roots":
      return entries.count;
    case "chirp-spectrum":
      return entries.order.reduce((product, { radix }) => product * radix, 1);
    default:
      return unreachable(entries);
  }
}

/** The numbers of the entries, computed once. */
export function listedEntries({ entries, storage }: ConstantTable): Omit<ListedEntries, "kind"> {
  if (entries.kind === "listed") return entries;
  const known = COMPUTED.get(entries) ?? computedEntries(entries, storage);
  COMPUTED.set(entries, known);
  return known;
}

const COMPUTED = new WeakMap<ConstantEntries, ComplexTable>();

function computedEntries(entries: Exclude<ConstantEntries, ListedEntries>, storage: Precision): ComplexTable {
  switch (entries.kind) {
    case "chirp":
      return chirpTable(entries.points, entries.direction, storage);
    case "roots": {
      const root = rootAt(entries);
      return weightedRoots(
        Array.from({ length: entries.count }, (_, k) => root(k)),
        storage,
      );
    }
    case "chirp-spectrum":
      return inOrder(chirpSpectrum(entries.points, entryCount(entries), entries.direction), entries.order);
    default:
      return unreachable(entries);
  }
}
