// Counts the instructions of a kernel per element: what the cost models charge for issue slots.
import { buildCodelet } from "../codelet/codelet.js";
import type { Gpu } from "../gpu/gpu.js";
import { butterflyPart } from "../layout/butterfly-part.js";
import { product, type DigitSet, type TransformedDigit } from "../layout/digits.js";
import { isFragment } from "../layout/fragment-phases.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementsAtOnce, elementTypeBytes } from "../plan/elements.js";
import { activeThreads, registersPerThread, type Phase } from "../layout/phases.js";
import { codeletTable, factorSource, tableEntries } from "../kernel/factor-source.js";
import { twiddleExponent } from "../layout/twiddle-exponents.js";
import type { Schedule } from "../plan/plan.js";
import { LARGE_PRIMES } from "../plan/radices.js";
import { matrixPhaseInstructions } from "./matrix-instructions.js";
import { codeletOf, conversions, elementSlots, operationsOf } from "./operations.js";

/** Reading one factor from a table: the load, and its share of the L1 cache's time. */
const TABLE_LOOKUP_INSTRUCTIONS = 2;
/** Computing one by the intrinsics. */
const FAST_INSTRUCTIONS = 8;
/** Looking up one part of a product of tables: index, load, complex product. */
const PRODUCT_PART_INSTRUCTIONS = 7;
/** Factors of a butterfly on tensor cores that one access reads. */
const FACTORS_PER_LOOKUP = 4;

/**
 * The text of butterflies of 37 and more beside others does not fit the instruction caches: 522 kernels of lengths up to 4096 that have
 * such took 19 % longer on an H200 than predicted without this factor of their operations, and 1 % longer with it.
 */
const FETCH_FACTOR = 1.5;

/** A Hermitian step, for each of a frequency and its mirror: half of 14 operations, of a factor and of what addresses differ by. */
const HERMITIAN_INSTRUCTIONS = 9;

/**
 * Thread instructions of these phases per element that the kernel holds: global and shared accesses, butterflies, twiddle
 * loads, conversions, and a share of address arithmetic. The last phase also transforms what lies at `vector`.
 */
export function instructionCount(
  set: DigitSet,
  geometry: KernelGeometry,
  phases: readonly Phase[],
  schedule: Schedule,
  gpu: Gpu,
): number {
  const { elements } = geometry;
  const accesses = 1 / geometry.loadRun + 1 / geometry.storeRun + (2 * (phases.length - 1)) / product(geometry.run);
  const overhead = phases.reduce((sum, phase) => sum + 12 / registersPerThread(phase), 0);
  const slots = elementSlots(elements, gpu);
  // Matrices take in the neighbours of their operands.
  const isVector = phases.some((phase) => phase.vectorDigit !== undefined && !isFragment(phase));
  let arithmetic = isVector ? slots.operation * Math.log2(elements.held.width) : 0;
  let twiddleLoads = 0;
  for (const phase of phases) {
    if (phase.digit === undefined) continue;
    if (isFragment(phase)) {
      arithmetic += matrixPhaseInstructions(geometry, phase, schedule);
      continue;
    }
    const { digit } = phase;
    const operations = operationsOf(set, digit, schedule, butterflyPart(geometry, phase));
    const isLarge = phases.length > 1 && LARGE_PRIMES.some((prime) => digit.radix % prime === 0);
    const fetched = isLarge ? FETCH_FACTOR : 1;
    arithmetic +=
      lanesPerThread(phase, gpu) * ((fetched * slots.operation * operations) / digit.radix + slots.butterfly);
    twiddleLoads += factorInstructions(set, geometry, phase.digit, schedule);
    if (phase.fold !== undefined) arithmetic += HERMITIAN_INSTRUCTIONS;
  }
  return accesses + arithmetic + twiddleLoads + overhead + conversions(geometry, phases, gpu);
}

/**
 * Lanes of warps for each thread that has work: 47 threads take 64. Of 273 lengths with a prime from 37 to 61 two plans each were measured
 * on an H200; the one that is predicted to be faster took 4.3 % longer than the faster one in the mean without this, and 1.7 % with it.
 */
function lanesPerThread(phase: Phase, { warpSize }: Gpu): number {
  const threads = activeThreads(phase);
  return (Math.ceil(threads / warpSize) * warpSize) / threads;
}

/** Of looking up or computing the twiddle factors of a butterfly, per element. */
function factorInstructions(
  set: DigitSet,
  { elements }: KernelGeometry,
  digit: TransformedDigit,
  schedule: Schedule,
): number {
  const exponent = twiddleExponent(set, digit);
  if (exponent === undefined) return 0;
  const spec = codeletOf(digit, schedule);
  const table = codeletTable(exponent, spec, elements.held.storage);
  const source = factorSource(schedule.twiddles, table, tableEntries(schedule));
  const perFactor =
    source.kind === "fast"
      ? FAST_INSTRUCTIONS
      : source.kind === "product"
        ? source.parts.length * PRODUCT_PART_INSTRUCTIONS
        : (TABLE_LOOKUP_INSTRUCTIONS * elementTypeBytes(elements.held)) / 8;
  const pairing = elementsAtOnce(elements.held) - 1;
  return (buildCodelet(spec).factors.length * (perFactor + pairing)) / spec.radix;
}

/** Twiddle factors that one thread looks up from its first load to its last store. */
export const factorLookups = ({ phases }: KernelGeometry, schedule: Schedule): number =>
  phases.reduce((sum, phase) => {
    if (phase.digit === undefined || phase.digit.subComputation.twiddle === "no-tw") return sum;
    if (isFragment(phase)) return sum + registersPerThread(phase) / FACTORS_PER_LOOKUP;
    const { factors } = buildCodelet(codeletOf(phase.digit, schedule));
    return sum + (factors.length * registersPerThread(phase)) / phase.digit.radix;
  }, 0);
