// Counts the instructions of a kernel per element: what the cost models charge for issue slots.
import { buildCodelet, type CodeletSpec } from "../codelet/codelet.js";
import type { Gpu } from "../gpu/gpu.js";
import { product, type DigitSet, type TransformedDigit } from "../layout/digits.js";
import { isFragment } from "../layout/fragment-phases.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { computesPairs, elementTypeBytes } from "../plan/elements.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import { factorSource, SHARED_TABLE_ENTRIES, TABLE_ENTRIES } from "../kernel/factor-source.js";
import { twiddleExponent } from "../layout/twiddle-exponents.js";
import type { Schedule } from "../plan/plan.js";
import { matrixPhaseInstructions } from "./matrix-instructions.js";
import { walshInstructions } from "./walsh-instructions.js";

/** Reading one factor from a table: the load, and its share of the L1 cache's time. */
const TABLE_LOOKUP_INSTRUCTIONS = 2;
/** Factors of a butterfly on tensor cores that one access reads. */
const FACTORS_PER_LOOKUP = 4;
/** What brings real parts together, and imaginary parts, and apart again; as much for a factor. */
const PAIRING_INSTRUCTIONS = 2;
/** Looking up one part of a product of tables: index, load, complex product. */
const PRODUCT_PART_INSTRUCTIONS = 7;

/**
 * Thread instructions of these phases per element that the kernel holds: global and shared accesses, butterflies, twiddle
 * loads, and a share of address arithmetic.
 */
export function instructionCount(
  set: DigitSet,
  geometry: KernelGeometry,
  phases: readonly Phase[],
  schedule: Schedule,
  gpu: Gpu,
): number {
  const { held } = geometry.elements;
  const accesses = 1 / geometry.loadRun + 1 / geometry.storeRun + (2 * (phases.length - 1)) / product(geometry.run);
  const overhead = phases.reduce((sum, phase) => sum + 12 / registersPerThread(phase), 0);
  if (held.kind === "real" || held.kind === "compensated")
    return accesses + walshInstructions(geometry, held, phases, gpu) + overhead;
  const arithmeticCost = held.storage === "f64" ? gpu.fp32LanesPerSm / gpu.fp64LanesPerSm : 1;
  // Butterflies in 16-bit arithmetic: two at once.
  const isPaired = computesPairs(geometry.elements);
  let arithmetic = 0;
  let twiddleLoads = 0;
  for (const phase of phases) {
    if (phase.digit === undefined) continue;
    if (isFragment(phase)) {
      arithmetic += matrixPhaseInstructions(geometry, phase, schedule);
      continue;
    }
    const { radix } = phase.digit.subComputation;
    const spec = codeletOf(phase.digit, schedule);
    const codelet = buildCodelet(spec);
    arithmetic += codelet.counts.instructions / radix / (isPaired ? 2 : 1) + (isPaired ? PAIRING_INSTRUCTIONS : 0);
    const exponent = twiddleExponent(set, phase.digit);
    if (exponent === undefined) continue;
    const entries = geometry.cluster === undefined ? TABLE_ENTRIES : SHARED_TABLE_ENTRIES;
    const source = factorSource(exponent, spec, schedule.twiddles, entries, held.storage);
    const perFactor =
      source.kind === "fast"
        ? 8
        : source.kind === "product"
          ? source.parts.length * PRODUCT_PART_INSTRUCTIONS
          : (TABLE_LOOKUP_INSTRUCTIONS * elementTypeBytes(held)) / 8;
    twiddleLoads += (codelet.factors.length * (perFactor + (isPaired ? 1 : 0))) / radix;
  }
  return accesses + arithmetic * arithmeticCost + twiddleLoads + overhead + conversions(geometry, phases);
}

/** Instructions that widen a pair of 16-bit numbers, and that round one. */
const WIDENING_INSTRUCTIONS = 2;
const ROUNDING_INSTRUCTIONS = 1;

/** What it takes to turn what memory holds into what is computed with, and back; products with matrices take it as it is. */
function conversions({ elements }: KernelGeometry, phases: readonly Phase[]): number {
  const { held, exchanged, input } = elements;
  const both = WIDENING_INSTRUCTIONS + ROUNDING_INSTRUCTIONS;
  if (held.kind !== "complex" || held.storage === input.storage || phases.some(isFragment)) return 0;
  return both + (exchanged.kind === "complex" && exchanged.storage !== held.storage ? both * (phases.length - 1) : 0);
}

const codeletOf = ({ subComputation: { radix, twiddle } }: TransformedDigit, schedule: Schedule): CodeletSpec => ({
  radix,
  direction: "forward",
  twiddle: twiddle === "tw" ? "post" : twiddle === "pre-tw" ? "pre" : "none",
  source: schedule.twiddles === "powers" ? "powers" : "factors",
});

/** Twiddle factors that one thread looks up from its first load to its last store. */
export const factorLookups = ({ phases }: KernelGeometry, schedule: Schedule): number =>
  phases.reduce((sum, phase) => {
    if (phase.digit === undefined || phase.digit.subComputation.twiddle === "no-tw") return sum;
    if (isFragment(phase)) return sum + registersPerThread(phase) / FACTORS_PER_LOOKUP;
    const { factors } = buildCodelet(codeletOf(phase.digit, schedule));
    return sum + (factors.length * registersPerThread(phase)) / phase.digit.radix;
  }, 0);
