// What butterflies cost whose sums threads compute: their operations, issue slots of each by type of element, and conversions between
// what memory holds and what is computed with.
import { buildCodelet, withPart, type CodeletPart, type CodeletSpec } from "../codelet/codelet.js";
import { hadamardOperations, type HadamardSpec } from "../codelet/hadamard.js";
import type { Gpu } from "../gpu/gpu.js";
import type { DigitSet, TransformedDigit } from "../layout/digits.js";
import { isFragment } from "../layout/fragment-phases.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";
import { rememberedByValue, rememberedOfTwo } from "../layout/remembered.js";
import { signMatrix } from "../plan/axes.js";
import { elementsAtOnce, type ElementType, type KernelElements } from "../plan/elements.js";
import { matrixName, type HadamardMatrix } from "../plan/hadamard-matrix.js";
import type { Schedule, SubComputation } from "../plan/plan.js";
import { hasTwiddles, storageBytes, type NumberFormat } from "../plan/transform.js";
import { hadamardAlgorithm } from "../plan/units.js";

/** The codelet of a butterfly between roots of unity. */
export const codeletOf = (
  { subComputation }: TransformedDigit,
  { twiddles }: Pick<Schedule, "twiddles">,
): CodeletSpec => codeletFrom(subComputation, twiddles === "powers" ? "powers" : "factors");

/** Twiddle factors that one butterfly is given. */
export const factorCount = (digit: TransformedDigit, schedule: Pick<Schedule, "twiddles">): number =>
  digit.subComputation.twiddle === "no-tw" ? 0 : buildCodelet(codeletOf(digit, schedule)).factors.length;

const codeletFrom = rememberedOfTwo(
  ({ radix, twiddle }: SubComputation, source: CodeletSpec["source"]): CodeletSpec => ({
    radix,
    direction: "forward",
    twiddle: twiddle === "tw" ? "post" : twiddle === "pre-tw" ? "pre" : "none",
    source,
  }),
);

/** Real values that a butterfly between roots of unity holds at once, factors apart. */
export const valuesAtOnce = rememberedByValue(
  (radix: number): number =>
    buildCodelet({ radix, direction: "forward", twiddle: "none", source: "factors" }).counts.maximumLive,
);

/** What one butterfly takes. */
export interface ButterflyWork {
  /** Each on a number, or on the parts of a complex one. */
  readonly operations: number;
  /** Real values that are held at once, elements and factors included. */
  readonly maximumLive: number;
}

export function butterflyWork(
  { transform }: DigitSet,
  digit: TransformedDigit,
  schedule: Pick<Schedule, "twiddles">,
  part?: CodeletPart,
): ButterflyWork {
  if (!hasTwiddles(transform)) {
    const matrix = signMatrix(transform, digit.radix);
    return {
      operations: signedSums(matrix, hadamardAlgorithm(digit.subComputation)),
      maximumLive: digit.radix,
    };
  }
  const { instructions, maximumLive } = buildCodelet(withPart(codeletOf(digit, schedule), part)).counts;
  return { operations: instructions, maximumLive };
}

/** Additions and fused multiply-adds of one butterfly. */
function signedSums(matrix: HadamardMatrix, algorithm: HadamardSpec["algorithm"]): number {
  const key = `${matrixName(matrix)}/${algorithm}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const { additions, fused } = hadamardOperations({ kind: "hadamard", matrix, algorithm, outputs: "natural" });
  counted.set(key, additions + fused);
  return additions + fused;
}

/** The search asks for the same few butterflies very often. */
const counted = new Map<string, number>();

/** Issue slots that an element takes. */
export interface ElementSlots {
  /** Of one operation. */
  readonly operation: number;
  /** Of a butterfly beside its operations. */
  readonly butterfly: number;
}

/** What brings real parts together, and imaginary parts, and apart again; as much for a factor. */
const PAIRING_INSTRUCTIONS = 2;
/** Instructions of one addition that keeps its rounding error (Andersson, sections 3.3.1 and 3.3.2). */
const COMPENSATED_ADDITION = { kahan: 6, neumaier: 12 } as const;

export function elementSlots(elements: KernelElements, gpu: Gpu): ElementSlots {
  const { held } = elements;
  const isWide = held.storage === "f64" ? gpu.fp32LanesPerSm / gpu.fp64LanesPerSm : 1;
  // Butterflies in 16-bit arithmetic: two at once.
  if (elementsAtOnce(held) > 1) return { operation: isWide / 2, butterfly: PAIRING_INSTRUCTIONS };
  const additions = held.compensation === undefined ? 1 : COMPENSATED_ADDITION[held.compensation];
  return { operation: held.width * additions * slots(held.storage, held.width, isWide), butterfly: 0 };
}

/** Of one number. Numbers of 16 bits are added two at a time. */
const slots = (storage: NumberFormat, width: number, isWide: number): number =>
  storageBytes(storage) === 2 && width > 1 ? 1 / 2 : isWide;

/** Instructions that widen a pair of 16-bit numbers, and that round one. */
const WIDENING_INSTRUCTIONS = 2;
const ROUNDING_INSTRUCTIONS = 1;

/** Instructions per element that turn what memory holds into what is computed with, and back. */
export function conversions(geometry: KernelGeometry, phases: readonly Phase[]): number {
  const { held, exchanged, input } = geometry.elements;
  // Products with matrices take it as it is.
  if (phases.some(isFragment)) return 0;
  if (held.field === "real") return held.width * numberConversions(geometry, held, phases);
  if (held.storage === input.storage) return 0;
  const both = WIDENING_INSTRUCTIONS + ROUNDING_INSTRUCTIONS;
  return both + (exchanged.storage !== held.storage ? both * (phases.length - 1) : 0);
}

/** Of one number; an error that is dropped at the end is one, too. */
function numberConversions(geometry: KernelGeometry, held: ElementType, phases: readonly Phase[]): number {
  const {
    elements: { input, exchanged, output },
  } = geometry;
  const differs = (type: ElementType): number => (type.storage !== held.storage ? 1 : 0);
  const loads = phases[0] === geometry.phases[0];
  const stores = phases.at(-1) === geometry.phases.at(-1);
  const rounding = held.compensation === output.compensation ? 0 : 1;
  const accesses = 2 * phases.length - (loads ? 1 : 0) - (stores ? 1 : 0);
  return (loads ? differs(input) : 0) + accesses * differs(exchanged) + (stores ? differs(output) + rounding : 0);
}
