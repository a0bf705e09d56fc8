// The sub-computations of one dimension: their text in the notation, their canonical numbers, their order in a plan.
// Does not judge them (check.ts).
import { at, invariant } from "../failure/errors.js";
import { axesOf } from "./axes.js";
import { WALSH, type Plan, type SubComputation, type TwiddlePosition } from "./plan.js";
import { elementCount, groupOf, type Transform } from "./transform.js";

/** The parts of a sub-computation in the order in which the notation writes them. */
export const SUB_COMPUTATION_FIELDS = ["dimension", "count", "radix", "stride", "extent", "twiddle"] as const;

/**
 * `X(64,4,64,256,tw)`: count, radix, stride, extent and twiddles, as Wu & JaJa write them (section 4.1). `H(512,8,64,512)`: a
 * Walsh-Hadamard step. Either has its unit after the radix if it has one: `X(16,16@mma,16,256,tw)`.
 */
export function subComputationText({ dimension, count, radix, stride, extent, twiddle, unit }: SubComputation): string {
  const numbers = `${count},${radix}${unit === undefined ? "" : `@${unit}`},${stride},${extent}`;
  return dimension === WALSH ? `${WALSH}(${numbers})` : `${dimension}(${numbers},${twiddle})`;
}

/** What is computed, wherever it stands among others. */
export const butterflyText = ({ dimension, radix, unit }: SubComputation): string =>
  `${dimension} ${radix} ${unit ?? ""}`;

/** The sub-computation of radix 1 that stands for the butterflies of a transform whose axes have one element each. */
export function copyOf(transform: Transform): SubComputation {
  const { name, step } = at(
    axesOf(transform).filter(({ group }) => group !== "idle"),
    0,
  );
  return groupOf(transform) === "dyadic"
    ? { dimension: WALSH, count: elementCount(transform), radix: 1, stride: step, extent: step, twiddle: "no-tw" }
    : { dimension: name, count: 1, radix: 1, stride: 1, extent: 1, twiddle: "no-tw" };
}

/** Whether a kernel of these can have twiddle factors: Walsh-Hadamard steps have none. */
export const usesTwiddles = (subComputations: readonly SubComputation[]): boolean =>
  subComputations.some(({ dimension }) => dimension !== WALSH);

/** A sub-computation and where it stands: the index of its kernel in the plan, and its own in that kernel, from 0. */
export interface PlacedSubComputation {
  readonly kernel: number;
  readonly position: number;
  readonly subComputation: SubComputation;
}

/** Every sub-computation of a plan, in order of execution. */
export function placedSubComputations(plan: Plan): readonly PlacedSubComputation[] {
  return plan.kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.map((subComputation, position) => ({ kernel, position, subComputation })),
  );
}

/** The sub-computations of one dimension, in order of execution across the kernels. */
export function chainOf(plan: Plan, dimension: string): readonly PlacedSubComputation[] {
  return placedSubComputations(plan).filter((placed) => placed.subComputation.dimension === dimension);
}

/**
 * The canonical sub-computations of a dimension whose length is the product of `radices`: decimation of the digits from
 * heavy to light (Wu & JaJa, section 4.1).
 * - `tw`: each butterfly but the last is followed by its twiddle factors, as the paper has it
 * - `pre-tw`: each butterfly but the first is preceded by them
 */
export function makeChain(
  dimension: string,
  radices: readonly number[],
  style: "tw" | "pre-tw",
): readonly SubComputation[] {
  return makeMixedChain(dimension, radices, style === "tw" ? radices.length - 1 : 0);
}

/**
 * As `makeChain`, with twiddle factors after the butterflies up to number `plain` (from 0), before those beyond it, and
 * none at `plain` itself. Every legal chain is of this form: the factors between a sub-computation that is not `tw` and
 * a later one can only be applied before the later one.
 */
export function makeMixedChain(
  dimension: string,
  radices: readonly number[],
  plain: number,
): readonly SubComputation[] {
  invariant(
    radices.length === 0 || (plain >= 0 && plain < radices.length),
    () => `makeMixedChain: ${dimension} has ${radices.length} radices, so ${plain} is none of them`,
  );
  const length = radices.reduce((product, radix) => product * radix, 1);
  let extent = length;
  return radices.map((radix, index) => {
    const stride = extent / radix;
    const made = { dimension, count: length / radix, radix, stride, extent, twiddle: twiddleAt(index, plain) };
    extent = stride;
    return made;
  });
}

function twiddleAt(index: number, plain: number): TwiddlePosition {
  if (index === plain) return "no-tw";
  return index < plain ? "tw" : "pre-tw";
}
