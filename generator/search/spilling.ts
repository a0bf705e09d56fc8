// Judges whether ptxas spills registers of a kernel: what it needs, beside what it may have. Fitted to what ptxas 13.0 (sm_90) made
// of 2600 kernels, a third of them close to the edge: test/search/registers has the figures and says how to ask anew.
import { at } from "../failure/errors.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import { digitsAcross, type DigitSet, type TransformedDigit } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { registersPerThread } from "../layout/phases.js";
import type { Reach } from "../layout/reach.js";
import { isTurning } from "../layout/turning.js";
import { remembered } from "../layout/remembered.js";
import { elementRegisters, type ElementType } from "../plan/elements.js";
import type { MatrixUnit, Schedule, TwiddleSource } from "../plan/plan.js";
import { partsOf } from "../plan/arrays.js";
import { matrixUnit } from "../plan/units.js";
import { registersNeeded, registerUse } from "./registers.js";

type Judged = Pick<
  KernelGeometry,
  "digits" | "elements" | "registers" | "phases" | "team" | "set" | "index" | "reads" | "writes"
>;

/** Registers for each word of a thread's elements, for each word of its largest butterfly, and for what there is once. */
interface Fit {
  readonly held: number;
  readonly butterfly: number;
  readonly once: number;
  /** Butterflies of powers of two, and of primes that are not lean, hold factors or sums beside their elements. */
  readonly notLean: number;
  /** For each word of a prime beyond the lean ones. */
  readonly prime: number;
}

const FITS = {
  single: { held: 0.75, butterfly: 0.24, once: 13, notLean: 6, prime: 0 },
  double: { held: 0.88, butterfly: 0.33, once: 8, notLean: 6, prime: 1 },
  /** 16-bit arithmetic on pairs of butterflies. */
  pairs: { held: 0.73, butterfly: 0.62, once: 26, notLean: 0, prime: 0 },
  real: { held: 0.52, butterfly: 0.65, once: 4, notLean: 0, prime: 0 },
  compensated: { held: 0.61, butterfly: 0.89, once: 2, notLean: 0, prime: 0 },
} as const satisfies Readonly<Record<string, Fit>>;

/**
 * Hadamard butterflies of large base orders, by ptxas 13.0 (sm_90): those of 36 to 60 hold half as many common sums as elements; beyond,
 * outputs alone are held, and a few inputs and sums with them. 108 took 171 registers, 60 took 95, as vectors of 2 174.
 */
const LARGE_BASES = { least: 36, streamed: 108, butterfly: 1, passing: 64 } as const;

const LEAN_PRIME = 13;
/** What is exchanged as it is stored, in 16 bits, needs fewer addresses. */
const SHORT_EXCHANGE = -3;

/** Of products on tensor cores: registers for each word of the elements, for each of the matrices, and of the units' own. */
interface MatrixFit {
  readonly held: number;
  readonly matrix: number;
  readonly once: number;
}

const FOURIER_MATRIX: MatrixFit = { held: 0.8, matrix: 1.45, once: -3 };
/** Its numbers are 1 and -1. */
const HADAMARD_MATRIX: MatrixFit = { held: 0.8, matrix: 1.2, once: 0 };
const SPLITTING: Readonly<Record<MatrixUnit, number>> = {
  mma: 0,
  "mma.f16": 0,
  "mma.m16n8k8": 0,
  "mma.m8n8k4": 0,
  split: 35,
  sorna: 42,
  kang: 78,
};

/**
 * Of kernels that go there and back: registers for each word of the most elements that a phase holds, of those that the first butterflies
 * along the way there have, of those that turn, which are multiplied by as many constants, and for what there is once.
 */
interface TurningFit {
  readonly held: number;
  readonly first: number;
  readonly turned: number;
  readonly once: number;
  readonly notLean: number;
}

/** From 542 kernels of Bluestein's transform. */
const TURNING = {
  f32: { held: 0.47, first: 0, turned: 0.92, once: 7.6, notLean: 20 },
  f64: { held: 0.6, first: 0, turned: 1, once: 22, notLean: 0 },
} as const satisfies Record<string, TurningFit>;

/**
 * Where elements are gathered: of 1489 kernels of Rader's transform 38 are judged to spill that keep all but 12 bytes, and 27 are not that spill
 * more than 24 (ptxas 13.0, sm_90). By the fit of Bluestein's transform and 7 registers more it was 306 and 31: 4097 points take 0.424 ms with four
 * blocks instead of 0.477 with two.
 */
const GATHERING = {
  f32: { held: 0.7, first: 0.6, turned: 0, once: 8, notLean: 4 },
  f64: { held: 0.8, first: 0.4, turned: 0, once: 22, notLean: 8 },
} as const satisfies Record<string, TurningFit>;

/** Besides, of those that ask for nothing ahead: for their places. */
const AT_EASE = 7;

/**
 * Registers of kernels that gather and ask for nothing ahead. With fewer, and more blocks to a multiprocessor instead, 24 such kernels
 * took 2.7 % longer, and 23 that ask 1.6 % less.
 */
export const registersAtEase = (kernel: Judged): number =>
  Math.ceil(AT_EASE + neededToTurn(kernel, TURNING[storageOf(kernel)]));

/**
 * On branches: of 157 kernels 16 are judged otherwise than ptxas does. They need so many fewer than blocks that work alone, and no fewer: f64
 * through 26880 by 8, 8, 14 and 15 spilled 4 KB. `many`: of four butterflies there and more.
 */
const BRANCHING = {
  f32: {
    few: { held: 0.2, first: 0.8, turned: 0, once: 29, notLean: 0, fewer: 14 },
    many: { held: 0, first: 0.7, turned: 0, once: 44, notLean: 0, fewer: 18 },
  },
  f64: {
    few: { held: 0.1, first: 0.9, turned: 0, once: 42, notLean: 0, fewer: 36 },
    many: { held: 0, first: 0.4, turned: 0, once: 44, notLean: 0, fewer: 22 },
  },
} as const satisfies Record<string, Record<string, TurningFit & { readonly fewer: number }>>;
const MANY_BUTTERFLIES = 4;

function registersToTurn(kernel: Judged): number {
  const { phases, team, set } = kernel;
  const storage = storageOf(kernel);
  if (set.gathers) return neededToTurn(kernel, GATHERING[storage]);
  const alone = neededToTurn(kernel, TURNING[storage]);
  if (team.kind !== "branches") return alone;
  const own = BRANCHING[storage][phases.length >= MANY_BUTTERFLIES ? "many" : "few"];
  return Math.max(neededToTurn(kernel, own), alone - own.fewer);
}

const storageOf = ({ elements: { held } }: Judged): keyof typeof TURNING => (held.storage === "f64" ? "f64" : "f32");

function neededToTurn({ set, phases, registers, elements, digits }: Judged, fit: TurningFit): number {
  const first = registersPerThread(at(phases, set.gathers ? digitsAcross(set).length : 0));
  const turned = registersPerThread(at(phases, phases.length - 1));
  return (
    fit.once +
    elementRegisters(elements.held) * (fit.held * registers + fit.first * first + fit.turned * turned) +
    (registerUse(digits).lean ? 0 : fit.notLean)
  );
}

/** With fewer registers for each thread than this, ptxas spills. */
export function registersToFit(kernel: Judged): number {
  const {
    digits,
    elements: { held, exchanged },
    registers,
  } = kernel;
  const use = registerUse(digits);
  const words = elementRegisters(held);
  if (isTurning(kernel.set, kernel.index)) return registersToTurn(kernel);
  const { radix, prime, splitting } = butterflies(digits);
  if (use.matrix > 0) {
    const fit = held.field === "real" ? HADAMARD_MATRIX : FOURIER_MATRIX;
    return fit.once + fit.held * words * registers + fit.matrix * use.matrix + splitting;
  }
  const fit = fitOf(held);
  if (fit === FITS.real && radix >= LARGE_BASES.streamed)
    return LARGE_BASES.passing + words * Math.max(radix, registers);
  const butterfly = fit === FITS.real && radix >= LARGE_BASES.least ? LARGE_BASES.butterfly : fit.butterfly;
  const alone =
    fit.once +
    fit.held * words * registers +
    butterfly * words * radix +
    (use.lean ? 0 : fit.notLean) +
    (held.field === "complex" && exchanged.storage !== held.storage ? SHORT_EXCHANGE : 0) +
    fit.prime * words * (prime - LEAN_PRIME);
  const needed = Math.max(alone, registersOfStep(kernel));
  return use.lean && held.storage === "f32" ? Math.max(needed, registersToFold(kernel)) : needed;
}

/**
 * What a Hermitian step of an odd radix needs (plan/decimated-reals.ts): all numbers of a frequency and its mirrors, and so many for places. In
 * numbers, by ptxas 13.0 (sm_90): radix 13 fits in 40 registers, 15 in 48 and 27 in 80; radix 21 spills 64 bytes of 56. Before the complex
 * transform it needs more: radix 27 spills 56 bytes of 80 there.
 */
const registersOfStep = ({ set: { columnsOfStep, transform }, elements: { held } }: Judged): number =>
  columnsOfStep === undefined
    ? 0
    : (transform.direction === "forward" ? AROUND_STEP.behind : AROUND_STEP.before) +
      elementRegisters(held) * 2 * columnsOfStep;

const AROUND_STEP = { behind: 12, before: 24 } as const;

/**
 * Of a Hermitian step between lean butterflies, in f32: for each value of its digit, and once; more where a tile has columns of numbers that
 * lie apart. Of 193 transforms 38 have other first choices by this, which take 3 % less in the mean (test/search/measured/h200-folds.tsv):
 * c2r of 1920 numbers 0.263 ms instead of 0.309. Where columns are complex numbers a few bytes are spilled still: plans of 320^3 and of
 * 600 x 800 that spill none took 12 % longer.
 */
const FOLDING = { usual: { once: 19, each: 4.2 }, apart: { once: 25, each: 5 } } as const;

/** What the phase with a Hermitian step needs; 0 of a kernel that has none. */
function registersToFold({ phases, reads, writes }: Judged): number {
  const { digit, fold } = phases.find((phase) => phase.fold !== undefined) ?? {};
  if (digit === undefined) return 0;
  const isOfParts = [reads, writes].some(({ content }) => partsOf(content) !== undefined);
  const { once, each } = FOLDING[isOfParts && fold?.columns !== undefined ? "apart" : "usual"];
  return once + each * digit.radix;
}

/** The largest radix, the largest prime that is not lean or the largest lean one, and the registers of the matrix units in use. */
const butterflies = remembered((digits: readonly TransformedDigit[]) => ({
  radix: Math.max(1, ...digits.map((digit) => digit.radix)),
  prime: Math.max(LEAN_PRIME, ...digits.flatMap((digit) => primeFactors(digit.radix))),
  splitting: sumOfDistinct(digits.map(({ subComputation }) => SPLITTING[matrixUnit(subComputation) ?? "mma"])),
}));

const sumOfDistinct = (values: readonly number[]): number =>
  [...new Set(values)].reduce((sum, value) => sum + value, 0);

function fitOf(held: ElementType): Fit {
  if (held.field === "real") return held.compensation === undefined ? FITS.real : FITS.compensated;
  return held.storage === "f32" ? FITS.single : held.storage === "f64" ? FITS.double : FITS.pairs;
}

/** How many registers of each thread are spilled, as far as can be told; 0 if none. */
export function registersSpilled(
  kernel: Judged,
  schedule: Pick<Schedule, "threads" | "blocksPerSm">,
  gpu: Gpu,
): number {
  return Math.max(0, registersToFit(kernel) - registerCap(gpu, schedule));
}

/** What the estimate may be wrong by. */
const MARGIN = 1;
/** By as much four of five kernels that turn are judged rightly: where nothing else fits, they are worth a try. */
const TURNING_DOUBT = 8;
/** Lean kernels with many exchanges, with powers of factors or with many elements need more beside these, now and then. */
const LEAN_MARGIN = 3;
/** Of eight first choices with butterflies of 23 in double precision four spilled a pair of registers where the estimate left two. */
const LARGE_PRIME = { f64: 23, pairs: 29 } as const;
/** In 16-bit arithmetic 29 and 31 in one kernel spilled 536 bytes with 96 registers, where 31 alone spills nothing with 126. */
const LARGE_PRIME_MARGIN = { f64: 3, pairs: 14 } as const;
/**
 * Of numbers that lie apart, and products beside them: dct-4 of 4096 spilled 60 bytes of 48 registers, with 64 none; butterflies of powers
 * of two with a Hermitian step get by.
 */
const APART = 8;
const MANY_PHASES = 4;
const MANY_WORDS = 60;

/**
 * Registers that the search leaves to each thread, so that what it chooses does not spill: those that the compiler is at ease
 * with. Where butterflies are lean these are hardly more than it needs.
 */
export function registersToLeave(kernel: Judged, twiddles: TwiddleSource): number {
  if (isTurning(kernel.set, kernel.index)) return Math.ceil(registersToFit(kernel));
  const use = registerUse(kernel.digits);
  const { elements, registers, phases } = kernel;
  const { least } = registersNeeded(elements.held, registers, use);
  const isLarge = phases.length >= MANY_PHASES || elementRegisters(elements.held) * registers >= MANY_WORDS;
  const isRisky = use.lean && (isLarge || (use.twiddled && twiddles === "powers"));
  const apart = isApart(kernel) && (use.lean || kernel.phases.every(({ fold }) => fold === undefined)) ? APART : 0;
  return Math.max(
    least + (isRisky ? LEAN_MARGIN : 0) + apart,
    Math.ceil(registersToFit(kernel) + MARGIN + largePrimeMargin(kernel)),
  );
}

const isApart = ({ reads, writes }: Judged): boolean =>
  partsOf(reads.content) !== undefined && partsOf(writes.content) !== undefined;

/**
 * Registers that a kernel may do without after all: of blocks that would not fit a multiprocessor otherwise, and are worth a try. Of 143
 * lean kernels of complex rows that only one block holds, with up to so many fewer than they should fit in, 100 spilled nothing and 33 less
 * than 200 bytes (ptxas 13.0, sm_90). With butterflies of 32 and with Hermitian steps they spill more.
 */
export function registersInDoubt(kernel: Judged, twiddles: TwiddleSource): number {
  if (isTurning(kernel.set, kernel.index)) return TURNING_DOUBT;
  const { set, digits, reads, writes } = kernel;
  const { held } = kernel.elements;
  const isKnown = held.field === "complex" && isPlain(set, reads) && isPlain(set, writes);
  if (!isKnown || !registerUse(digits).lean || butterflies(digits).radix > LEAN_DOUBT.radix) return 0;
  const least = Math.ceil(registersToFit(kernel)) - (held.storage === "f64" ? LEAN_DOUBT.double : LEAN_DOUBT.single);
  return Math.max(0, registersToLeave(kernel, twiddles) - least);
}

/** Complex numbers as they are, of which both parts may be real numbers, beside which a Hermitian step is no butterflies' affair. */
export const isPlain = ({ hasStep }: DigitSet, { content }: Pick<Reach, "content">): boolean =>
  content === undefined || (hasStep === true && content.kind === "pairs" && content.parts === undefined);

const LEAN_DOUBT = { single: 10, double: 4, radix: 30 } as const;

function largePrimeMargin({ digits, elements: { held } }: Judged): number {
  if (held.field !== "complex" || held.storage === "f32") return 0;
  const kind = held.storage === "f64" ? "f64" : "pairs";
  return butterflies(digits).prime >= LARGE_PRIME[kind] ? LARGE_PRIME_MARGIN[kind] : 0;
}
