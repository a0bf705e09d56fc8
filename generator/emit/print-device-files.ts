// Prints the files of device code around the content of a unit: kernels, tables, codelets.
import { rowsAcross } from "../plan/cut-axis.js";
import { resolve } from "../plan/resolve.js";
import { ruleTexts } from "../plan/rule-words.js";
import { elementCount, groupOf, isShort, type NumberFormat } from "../plan/transform.js";
import { DEVICE_HEADER } from "./device-header.js";
import { isSplitUnit } from "../plan/units.js";
import { matrixButterflies } from "./features.js";
import { wrap } from "./lines.js";
import { render } from "./render.js";
import { closeNamespaces, includeGuard, openNamespaces, type Symbols } from "./symbols.js";
import type { Codelet, Table, Unit } from "./unit.js";

/** The notation in a few words, for readers of the kernels. */
const NOTATION = {
  cyclic: [
    "In the notation, X(count, radix, stride, extent, tw) is `count` butterflies of size `radix` along X; their",
    "elements are `stride` apart within blocks of `extent` elements. tw: twiddle factors follow the butterflies;",
    "pre-tw: they precede them; no-tw: there are none. A pair of braces is one read and one write of global memory.",
    "An index x is a list of digits x1, x2, ...: butterfly i transforms digit xi into the frequency digit kxi.",
  ],
  dyadic: [
    "In the notation, H(count, radix, stride, extent) is `count` Walsh-Hadamard transforms of size `radix`; their",
    "elements are `stride` apart within blocks of `extent` elements of the array, which is taken as one sequence. A",
    "pair of braces is one read and one write of global memory. An index h is a list of digits h1, h2, ...: step i",
    "transforms digit hi into khi; digits i1, i2, ... are not transformed. Vectors are neighbouring elements that are",
    "moved and computed together.",
  ],
} as const;

/** The units of matrix products, for readers of the kernels. */
function matrixNotation({ host }: Unit): readonly string[] {
  const butterflies = matrixButterflies(host);
  if (butterflies.length === 0) return [];
  const split = butterflies.some(({ unit }) => isSplitUnit(unit));
  const onLanes = butterflies.some(({ matrix }) => matrix.spec.fragment.laneBits > 0);
  return [
    `The word after the radix says how a butterfly is computed: ${split ? "split, sorna and kang are products" : "mma is a product"} with its matrix on tensor cores.`,
    ...(onLanes
      ? ["Four neighbouring lanes hold such a digit: the lane gives its high bits, the register its low bits."]
      : []),
  ];
}

/** How the transform is computed through others, which kernels say before a colon or by a word of their own, for readers of the kernels. */
function rulesNotation({ plan }: Unit): readonly string[] {
  const texts = ruleTexts(resolve(plan)).map(({ rule, text }) => `${rule}: ${text}.`);
  if (texts.length === 0) return [];
  const lines = [...new Set(texts)].flatMap((text) =>
    wrap(text, 109).map((line, index) => (index === 0 ? line : `  ${line}`)),
  );
  return ["The rules by which the transform is computed through others, the outermost first:", ...lines];
}

/** The meaning of dimension Y in a transform of one dimension, for readers of the kernels. */
function rowsNotation({ plan: { transform, kernels } }: Unit): readonly string[] {
  const rows = rowsAcross(transform, kernels);
  const points = elementCount(transform) / rows;
  return rows === 1
    ? []
    : [
        `Four-step decomposition of X into ${rows} rows of ${points}, indexed by Y: element n of the input is element n / ${rows} of row n % ${rows}, and`,
        `frequency k is element k / ${points} along Y of column k % ${points}. The first factors along Y are those between rows and columns.`,
      ];
}

/** The namespaces and the includes of a file of device code. */
export interface Surroundings {
  readonly symbols: Symbols;
  /** The namespaces inside those of the symbols: `["c2c_f32_256"]`, followed by a variant's label. */
  readonly inside: readonly string[];
  /** The namespace of the device header's functions. */
  readonly runtime: string;
}

export interface KernelFileParts {
  /** Names of the files that it includes. */
  readonly includes: readonly string[];
  /** Tables from other namespaces: `f32::dft16_pre_w256`. */
  readonly tables: readonly string[];
  /** The codelets defined in this file rather than in a shared one. */
  readonly codelets: readonly Codelet[];
}

export function printKernels(unit: Unit, { symbols, inside, runtime }: Surroundings, parts: KernelFileParts): string {
  const around = [...symbols.namespaces, ...inside, ""];
  return render("kernels.cuh", {
    title: unit.title,
    plan: unit.notation,
    notation: [
      ...NOTATION[groupOf(unit.plan.transform)],
      ...rulesNotation(unit),
      ...rowsNotation(unit),
      ...matrixNotation(unit),
    ],
    guard: includeGuard(symbols, ...inside, "KERNELS_CUH"),
    includes: parts.includes,
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    runtime,
    tables: parts.tables,
    functions: [...parts.codelets.map(({ text }) => text), ...unit.own, ...unit.kernels],
  });
}

/** `heading`: the transforms of the tables. */
export function printTables(
  tables: readonly Table[],
  heading: readonly string[],
  { symbols, inside, runtime }: Surroundings,
  guard: readonly string[],
  deviceHeader: string = DEVICE_HEADER,
): string {
  const around = [...symbols.namespaces, ...inside, ""];
  return render("tables.cuh", {
    heading,
    guard: includeGuard(symbols, ...guard),
    deviceHeader,
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    runtime,
    tables: tables.map(({ view }) => view),
  });
}

/** The format to which the numbers of a table are rounded, in words. */
export const roundedTo = (storage: NumberFormat): string =>
  storage === "f64" ? "double" : isShort(storage) ? "its type" : "float";

export function printCodelets(
  codelets: readonly Codelet[],
  title: string,
  { symbols, inside, runtime }: Surroundings,
  guard: readonly string[],
): string {
  const around = [...symbols.namespaces, ...inside, ""];
  return render("codelets.cuh", {
    title,
    guard: includeGuard(symbols, ...guard),
    deviceHeader: DEVICE_HEADER,
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    runtime,
    codelets: codelets.map(({ text }) => text),
  });
}
