// Constants too many to print, which the host computes before the first launch on a GPU:
// templates/runtime/device/fftgen_constants.h.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { unreachable } from "../failure/errors.js";
import { entryCount, type ConstantEntries, type ConstantTable } from "../kernel/constant-table.js";
import type { HostProgram } from "../kernel/host-program.js";
import { storageBytes } from "../plan/transform.js";
import { block } from "./lines.js";
import { unsignedLiteral } from "./literals.js";

/** The text of this many numbers has about a megabyte. */
const LISTED_MOST = 2 ** 15;

type Computed = Exclude<ConstantEntries, { readonly kind: "listed" }>;

/** Longer tables are computed where there is a formula. */
export const isComputed = (entries: ConstantEntries): entries is Computed =>
  entries.kind !== "listed" && entryCount(entries) > LISTED_MOST;

export const hasComputed = (host: HostProgram): boolean => computedCount(host) > 0;

/** The number of constants that are computed for each GPU. */
export function computedCount({ launches }: HostProgram): number {
  const tables = new Map(
    launches.flatMap(({ kernel }) => kernel.constants).map((table) => [table.name, table.entries]),
  );
  return [...tables.values()].reduce((sum, entries) => sum + (isComputed(entries) ? entryCount(entries) : 0), 0);
}

/** The static arrays of a program, with all its transforms, end at 2 GB: a table larger than this is not a static array. */
const STATIC_BYTES = 2 ** 28;

/** Whether the memory of a table is allocated on each GPU. In numbers: 100000007 points in f32 have a chirp of 800 MB. */
export const isAllocated = ({ entries, storage }: Pick<ConstantTable, "entries" | "storage">): boolean =>
  isComputed(entries) && 2 * storageBytes(storage) * entryCount(entries) > STATIC_BYTES;

export const hasAllocated = ({ launches }: HostProgram): boolean =>
  launches.some(({ kernel }) => kernel.constants.some(isAllocated));

export function computedMeaning(entries: Computed): string {
  switch (entries.kind) {
    case "chirp":
      return chirpText(entries);
    case "roots": {
      const { weight, step, first, denominator } = entries;
      const angle = `${step === 1 ? "" : `${step} `}k${first === 0 ? "" : ` + ${first}`}`;
      return `${weight === 1 ? "" : `${weight} `}exp(-2 pi i ${first === 0 && step === 1 ? angle : `(${angle})`} / ${denominator})`;
    }
    case "chirp-spectrum":
      return `the DFT of the conjugate of ${chirpText(entries)}, in the digit order of the kernel that reads it`;
    default:
      return unreachable(entries);
  }
}

const chirpText = ({ direction, points }: Extract<Computed, { readonly points: number }>): string =>
  `exp(${direction === "forward" ? "-" : "+"}pi i k^2 / ${points})`;

/** The calls of fftgen_constants.h. */
export function computedText(entries: Computed): string {
  switch (entries.kind) {
    case "chirp":
      return `chirp(${unsignedLiteral(entries.points)}, ${signOf(entries)})`;
    case "roots": {
      const { count, weight, step, first, denominator } = entries;
      return `roots(${[count, step, first, denominator].map(unsignedLiteral).join(", ")}, ${nearestLiteral(weight, "f64")})`;
    }
    case "chirp-spectrum": {
      const digits = entries.order.map(
        ({ radix, place, frequency }) =>
          `{${unsignedLiteral(radix)}, ${unsignedLiteral(place)}, ${unsignedLiteral(frequency)}}`,
      );
      const points = unsignedLiteral(entries.points);
      const natural = `chirp_spectrum(${points}, ${signOf(entries)}, ${unsignedLiteral(entryCount(entries))})`;
      return `in_order(${natural}, {${digits.join(", ")}})`;
    }
    default:
      return unreachable(entries);
  }
}

const signOf = ({ direction }: Extract<Computed, { readonly points: number }>): string =>
  direction === "forward" ? "-1" : "1";

/** The function that computes the tables of a unit; empty where all are printed. */
export function constantFunctions(
  tables: readonly { readonly name: string; readonly computed?: string }[],
): readonly string[] {
  const copies = tables.flatMap(({ name, computed }) =>
    computed === undefined ? [] : [`copy_constants(${name}, ${computed}, stream)`],
  );
  if (copies.length === 0) return [];
  return [
    "// Computes the tables that are too long to be printed.",
    ...block("cudaError_t compute_constants(cudaStream_t stream)", [
      ...copies.flatMap((call, index) =>
        index < copies.length - 1
          ? [`${index === 0 ? "cudaError_t " : ""}status = ${call};`, "if (status != cudaSuccess) return status;"]
          : [`return ${call};`],
      ),
    ]),
    "",
    ...block("ConstantsOnDevices& constants()", ["static ConstantsOnDevices devices;", "return devices;"]),
    "",
  ];
}
