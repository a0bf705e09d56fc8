// Counts what butterflies on tensor cores take: instructions per element, and registers.
import { unitFragment } from "../codelet/matrix.js";
import { lanesOfButterfly } from "../gpu/fragments.js";
import type { TransformedDigit } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import { MATRIX_TABLE_BYTES } from "../kernel/factor-source.js";
import { twiddleExponent } from "../layout/twiddle-exponents.js";
import { WARP } from "../gpu/hardware.js";
import { isFragment } from "../layout/fragment-phases.js";
import { elementTypeBytes } from "../plan/elements.js";
import { isMatrixProduct, matrixUnit } from "../plan/units.js";
import type { MatrixUnit, Schedule } from "../plan/plan.js";

/** Rounding two parts, by one conversion, and what an element costs beside it. */
const ROUNDING_INSTRUCTIONS = 1;
/** A product of complex numbers. */
const PRODUCT_INSTRUCTIONS = 4;
/** Widening a factor of two halves. */
const WIDENING_INSTRUCTIONS = 2;
/** The intrinsics with the exponent that they want. */
const FAST_FACTOR_INSTRUCTIONS = 9;
/** Two parts of a product of tables: index and load of each, their product. */
const PRODUCT_FACTOR_INSTRUCTIONS = 14;
/** Runs of four: a table's entries of 4 bytes. */
const TABLE_RUN = 4;

/** Thread instructions per element of a phase that multiplies by a matrix, without its accesses. */
export function matrixPhaseInstructions({ set }: KernelGeometry, phase: Phase, schedule: Schedule): number {
  const { digit } = phase;
  if (digit === undefined) return 0;
  const { elements, products, unit } = butterflySize(digit);
  const loads = products / registersPerThread(phase);
  return (
    (SPLITTING[unit] * products) / elements + loads + ROUNDING_INSTRUCTIONS + factorInstructions(set, digit, schedule)
  );
}

/** Instructions for each product of `mma`: scales, halves and further products, counted in the runtime's functions. */
const SPLITTING: Readonly<Record<MatrixUnit, number>> = {
  mma: 1,
  "mma.f16": 1,
  "mma.m16n8k8": 1,
  "mma.m8n8k4": 1,
  split: 16,
  sorna: 50,
  kang: 250,
};

/** Instructions for each product of a butterfly on tensor cores; 0 of one that is on CUDA cores. */
export const productInstructions = ({ subComputation }: TransformedDigit): number =>
  isMatrixProduct(subComputation) ? SPLITTING[matrixUnit(subComputation) ?? "mma"] : 0;

/**
 * Wavefronts per element, beside those of exchanges, of a kernel whose lanes hold fragments: its accesses to global memory, the
 * shuffles behind them, twiddle factors and matrices.
 */
export function fragmentWavefronts({ phases, elements: { input } }: KernelGeometry): number {
  const fragments = phases.filter(isFragment);
  if (fragments.length === 0) return 0;
  const wavefront = 128;
  const bytes = elementTypeBytes(input);
  const accesses = 2 * (bytes / wavefront + bytes / 4 / WARP);
  const factors =
    fragments.filter(({ digit }) => digit?.subComputation.twiddle !== "no-tw").length * (bytes / wavefront);
  const matrices = Math.max(
    ...fragments.map((phase) =>
      phase.digit === undefined ? 0 : (butterflySize(phase.digit).words * 4) / wavefront / registersPerThread(phase),
    ),
  );
  return accesses + factors + matrices;
}

function factorInstructions(set: KernelGeometry["set"], digit: TransformedDigit, schedule: Schedule): number {
  const exponent = twiddleExponent(set, digit);
  if (exponent === undefined) return 0;
  const before = digit.subComputation.twiddle === "pre-tw" ? WIDENING_INSTRUCTIONS + ROUNDING_INSTRUCTIONS : 0;
  const factor =
    schedule.twiddles === "fast-sincos"
      ? FAST_FACTOR_INSTRUCTIONS
      : 2 * digit.radix * exponent.count > MATRIX_TABLE_BYTES
        ? PRODUCT_FACTOR_INSTRUCTIONS
        : 1 / TABLE_RUN + WIDENING_INSTRUCTIONS;
  return PRODUCT_INSTRUCTIONS + factor + before;
}

/**
 * Of the butterflies that lanes take together: the elements of a thread, the products, and the registers of the matrix and of one
 * product's results.
 */
function butterflySize(digit: TransformedDigit) {
  const unit = matrixUnit(digit.subComputation) ?? "mma";
  const { radix } = digit;
  const fragment = unitFragment(unit, radix);
  const { butterflies, taken, given, words } = fragment;
  const elements = (butterflies * radix) / lanesOfButterfly(fragment);
  const products = (radix / given) * (radix / taken);
  return { unit, elements, products, words: products * words, results: 2 * elements };
}

/** Registers beside those of the elements: of the matrices, and of the results of one product. */
export function matrixRegisters(digits: readonly TransformedDigit[]): number {
  const sizes = new Map(
    digits
      .filter(({ subComputation }) => isMatrixProduct(subComputation))
      .map((digit) => [digit.radix, butterflySize(digit)]),
  );
  if (sizes.size === 0) return 0;
  const all = [...sizes.values()];
  return Math.max(...all.map(({ results }) => results)) + all.reduce((sum, { words }) => sum + words, 0);
}
