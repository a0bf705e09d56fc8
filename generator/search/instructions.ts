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
import { matrixPhaseInstructions } from "./matrix-instructions.js";
import { butterflyWork, codeletOf, conversions, elementSlots } from "./operations.js";

/** Reading one factor from a table: the load, and its share of the L1 cache's time. */
const TABLE_LOOKUP_INSTRUCTIONS = 2;
/** Computing one by the intrinsics. */
const FAST_INSTRUCTIONS = 8;
/** Looking up one part of a product of tables: index, load, complex product. */
const PRODUCT_PART_INSTRUCTIONS = 7;
/** Factors of a butterfly on tensor cores that one access reads. */
const FACTORS_PER_LOOKUP = 4;

/** A Hermitian step, for each of a frequency and its mirror: half of 14 operations, of a factor and of what addresses differ by. */
const HERMITIAN_INSTRUCTIONS = 9;

/** Thread instructions for each element that a kernel holds, by what they are for; `live`: numbers that a butterfly holds at once. */
export interface Instructions {
  readonly arithmetic: number;
  /** To global and to shared memory. */
  readonly accesses: number;
  /** Looking up or computing twiddle factors. */
  readonly factors: number;
  readonly addresses: number;
  readonly conversions: number;
  readonly live: number;
}

export const instructionsOf = ({
  arithmetic,
  accesses,
  factors,
  addresses,
  conversions,
}: Omit<Instructions, "live">): number => arithmetic + accesses + factors + addresses + conversions;

/** Those of some phases; the last one also transforms what lies at `vector`. */
export function instructionCounts(
  set: DigitSet,
  geometry: KernelGeometry,
  phases: readonly Phase[],
  schedule: Schedule,
  gpu: Gpu,
): Instructions {
  const { elements } = geometry;
  const accesses = 1 / geometry.loadRun + 1 / geometry.storeRun + (2 * (phases.length - 1)) / product(geometry.run);
  const addresses = phases.reduce((sum, phase) => sum + ADDRESS_INSTRUCTIONS / registersPerThread(phase), 0);
  const slots = elementSlots(elements, gpu);
  // Matrices take in the neighbours of their operands.
  const isVector = phases.some((phase) => phase.vectorDigit !== undefined && !isFragment(phase));
  let arithmetic = isVector ? slots.operation * Math.log2(elements.held.width) : 0;
  let factors = 0;
  let live = 0;
  for (const phase of phases) {
    const { digit } = phase;
    if (digit === undefined) continue;
    if (isFragment(phase)) {
      arithmetic += matrixPhaseInstructions(geometry, phase, schedule);
      continue;
    }
    const { operations, maximumLive } = butterflyWork(set, digit, schedule, butterflyPart(geometry, phase));
    arithmetic += lanesPerThread(phase, gpu) * ((slots.operation * operations) / digit.radix + slots.butterfly);
    live = Math.max(live, maximumLive);
    factors += factorInstructions(set, geometry, digit, schedule);
    if (phase.fold !== undefined) arithmetic += HERMITIAN_INSTRUCTIONS;
  }
  return { arithmetic, accesses, factors, addresses, conversions: conversions(geometry, phases), live };
}

/** Of the places of a thread's elements, for each phase. */
const ADDRESS_INSTRUCTIONS = 12;

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
