// Cuts what one kernel of a Walsh-Hadamard transform does into steps: their radices, and their order, which the transform
// leaves free and memory does not.
import { unreachable } from "../failure/errors.js";
import { distinctOrders } from "./matrix-radices.js";
import type { SubComputation } from "../plan/plan.js";
import { digitsOfPart, digitStep, flatStride, isBase, wholeDigits, type Part } from "./parts.js";

/**
 * By which butterflies: `folklore` has radices of any size, `alman-rao` radix 8 in Alman & Rao's way wherever it fits, `mma` has
 * all of them on tensor cores.
 */
export type WalshAlgorithm = "folklore" | "alman-rao" | "mma";

export interface StepWishes {
  /** Elements of the whole array. */
  readonly elements: number;
  /** Numbers of the widest vectors: the digit of stride 1 has at least this radix, as far as there are bits. */
  readonly widest: number;
  readonly algorithm: WalshAlgorithm;
}

/** A digit's bits and who computes it; no bits for a base order. */
interface Cut {
  readonly bits: number;
  readonly unit?: "alman-rao" | "mma";
}

const MOST_BITS = 5;
/** Digits on average have no fewer bits. */
const LEAST_BITS = 3;
const ALMAN_RAO_BITS = 3;
/** Lists for one kernel, the shortest first, and of equal length the most balanced. */
const LISTS = 8;

/** The lists of steps worth trying for these pieces. */
export function stepLists(parts: readonly Part[], wishes: StepWishes): readonly (readonly SubComputation[])[] {
  const perDigit = wholeDigits(parts).map((digit) =>
    cutsOf(digit, wishes).map((cuts) => stepsOf(digit, cuts, wishes.elements)),
  );
  const lists = perDigit.reduce<readonly (readonly SubComputation[])[]>(
    (done, next) => done.flatMap((list) => next.map((steps) => [...list, ...steps])),
    [[]],
  );
  return lists
    .toSorted((a, b) => a.length - b.length || balance(a) - balance(b))
    .slice(0, LISTS)
    .flatMap((list) => ordersOf(list, wishes));
}

const balance = (list: readonly SubComputation[]): number => list.reduce((sum, { radix }) => sum + radix, 0);

/** Ways to cut neighbouring bits into digits, lightest first. */
function cutsOf(part: Part, { widest, algorithm }: StepWishes): readonly (readonly Cut[])[] {
  // Base orders are no product of twos, which tensor cores want.
  if (isBase(part)) return algorithm === "mma" ? [] : [[{ bits: 0 }]];
  const bits = Math.log2(part.size);
  const within = flatStride(part) === 1 ? Math.min(bits, Math.log2(widest)) : 0;
  switch (algorithm) {
    case "folklore":
      return folkloreCuts(bits, within);
    case "alman-rao":
      return almanRaoCuts(bits, within);
    case "mma":
      return matrixCuts(bits, within);
    default:
      return unreachable(algorithm);
  }
}

/**
 * Digits of 2 to 4 bits: the fewest, and those whose largest has 3, whose matrices take up fewer registers. With 4 bits the lightest,
 * which has the bits within vectors besides, leaves a thread four neighbouring vectors, which one access moves.
 */
function matrixCuts(bits: number, within: number): readonly (readonly Cut[])[] {
  const sizes = bits - within;
  const lists =
    within === 0
      ? matrixSizes(sizes)
      : [MOST_MATRIX_BITS, MOST_MATRIX_BITS - 1].flatMap((first) => {
          const lightest = Math.min(first, sizes);
          return sizes === lightest ? [[lightest]] : matrixSizes(sizes - lightest).map((rest) => [lightest, ...rest]);
        });
  return lists
    .filter((list) => list.every((size) => size >= LEAST_MATRIX_BITS))
    .map((list) => list.map((size, index): Cut => ({ bits: index === 0 ? size + within : size, unit: "mma" })));
}

const matrixSizes = (bits: number): readonly (readonly number[])[] =>
  [...new Set([MOST_MATRIX_BITS, MOST_MATRIX_BITS - 1].map((most) => Math.ceil(bits / most)))]
    .map((count) => evenSizes(bits, count))
    .flatMap(distinctOrders);
const MOST_MATRIX_BITS = 4;
const LEAST_MATRIX_BITS = 2;

function folkloreCuts(bits: number, within: number): readonly (readonly Cut[])[] {
  if (within === 0) return balancedCuts(bits);
  const lightest = Array.from({ length: Math.min(bits, MOST_BITS) - within + 1 }, (_, more) => within + more);
  return lightest.flatMap((first) => balancedCuts(bits - first).map((rest) => [{ bits: first }, ...rest]));
}

function balancedCuts(bits: number): readonly (readonly Cut[])[] {
  const fewest = Math.ceil(bits / MOST_BITS);
  const most = Math.ceil(bits / LEAST_BITS);
  return Array.from({ length: most - fewest + 1 }, (_, more) => {
    return evenSizes(bits, fewest + more).map((size) => ({ bits: size }));
  });
}

/** So many digits of as equal sizes as can be, the smaller ones first. */
const evenSizes = (bits: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((bits + index) / count));

/** As many digits of three bits as there are; the digit that vectors take a part of is none of them. */
function almanRaoCuts(bits: number, within: number): readonly (readonly Cut[])[] {
  const eights = Math.floor((bits - within) / ALMAN_RAO_BITS);
  const spare = (bits - within) % ALMAN_RAO_BITS;
  const butterflies = Array.from({ length: eights }, (): Cut => ({ bits: ALMAN_RAO_BITS, unit: "alman-rao" }));
  const digits = (count: number): readonly Cut[] => (count === 0 ? [] : [{ bits: count }]);
  const apart = [...digits(within), ...butterflies, ...digits(spare)];
  return within === 0 || spare === 0 ? [apart] : [[...digits(within + spare), ...butterflies], apart];
}

function stepsOf(part: Part, cuts: readonly Cut[], elements: number): readonly SubComputation[] {
  const sizes = cuts.map(({ bits }) => (bits === 0 ? part.size : 2 ** bits));
  return digitsOfPart(part, sizes, "light").map((digit, index) => {
    const step = digitStep(digit, elements, "pre-tw");
    const unit = cuts[index]?.unit;
    return unit === undefined ? step : { ...step, unit };
  });
}

/**
 * From heavy to light, which suits orders other than natural. And with the lightest elements, or vectors, of the array inside:
 * the first step loads and the last one stores, and lanes had better run along neighbours then.
 */
function ordersOf(
  lightestFirst: readonly SubComputation[],
  { widest }: StepWishes,
): readonly (readonly SubComputation[])[] {
  const heavyFirst = lightestFirst.toReversed();
  const [lightest] = lightestFirst;
  if (lightest?.stride !== 1) return [heavyFirst];
  // A step that vectors take whole leaves the next one with the lightest vectors.
  const inside = lightestFirst.slice(0, lightest.radix === widest ? 2 : 1);
  const others = heavyFirst.slice(0, -inside.length);
  return others.length < 2 ? [heavyFirst] : [[...others.slice(0, 1), ...inside, ...others.slice(1)], heavyFirst];
}
