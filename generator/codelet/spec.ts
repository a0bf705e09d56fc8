// What a codelet computes, and its name.
import { InputError } from "../failure/errors.js";
import { isRadix, RADICES_TEXT } from "../plan/radices.js";
import type { Direction } from "../plan/transform.js";

/**
 * A butterfly of `radix` complex elements, in place and in natural order.
 * - `none`: X(k) = sum over j of x(j) e(j k), with e(q) = exp(-2 pi i q/radix), or its conjugate for the inverse
 * - `pre`:  X(k) = sum over j of x(j) w^j e(j k)   (decimation in time)
 * - `post`: X(k) = w^k sum over j of x(j) e(j k)   (decimation in frequency)
 *
 * w = exp(-2 pi i theta), or its conjugate, differs from butterfly to butterfly and comes in as `Codelet.factors` says:
 * - `factors`: every factor that is needed, correctly rounded
 * - `powers`: one or two of them; the others are products, computed inside
 */
export interface CodeletSpec {
  readonly radix: number;
  readonly direction: Direction;
  readonly twiddle: "none" | "pre" | "post";
  /** Without meaning when there are no twiddle factors. */
  readonly source: "factors" | "powers";
  /** Those of the inputs that are there, two at least; the others are zero, whatever is given. Absent: all. */
  readonly inputs?: Places;
  /** Those of the outputs that are wanted; the others are not computed. Absent: all. */
  readonly outputs?: Places;
  /** Of which only real parts count: imaginary ones are zero, whatever is given, or are not wanted, and zero is what is left of them. */
  readonly reals?: "inputs" | "outputs";
}

/** Some of a butterfly's elements. */
export interface Places {
  readonly from: number;
  readonly below: number;
  /** Of these are none of so many in the middle. */
  readonly gap?: { readonly from: number; readonly below: number };
}

/** What less than a whole butterfly is. */
export type CodeletPart = Pick<CodeletSpec, "inputs" | "outputs" | "reals">;

export const hasPlace = (places: Places | undefined, place: number): boolean =>
  places === undefined || (isWithin(places, place) && (places.gap === undefined || !isWithin(places.gap, place)));

const isWithin = ({ from, below }: Pick<Places, "from" | "below">, place: number): boolean =>
  place >= from && place < below;

/** One after the other: those in front of the gap, and those behind it. */
export const runsOf = ({ from, below, gap }: Places): readonly { readonly from: number; readonly below: number }[] =>
  gap === undefined
    ? [{ from, below }]
    : [
        { from, below: gap.from },
        { from: gap.below, below },
      ].filter((run) => run.from < run.below);

/**
 * `dft16`, `dft16_pre`, `dft16_pre_powers`, `idft8_post`, `dft16_of_0_7`, `dft15_of_reals`, `dft15_pre_to_0_7`, `idft15_of_0_7_to_reals`:
 * also the name of the printed function.
 */
export function codeletName(spec: CodeletSpec): string {
  const transform = `${spec.direction === "forward" ? "dft" : "idft"}${spec.radix}${partName(spec)}`;
  if (spec.twiddle === "none") return transform;
  return `${transform}_${spec.twiddle}${spec.source === "powers" ? "_powers" : ""}`;
}

/** `_of_0_7_to_reals`; empty of a whole butterfly. */
export function partName({ inputs, outputs, reals }: CodeletPart): string {
  const named = (word: string, places: Places | undefined, isReal: boolean): string => {
    const runs = (places === undefined ? [] : runsOf(places)).flatMap(({ from, below }) => [from, below - 1]);
    const which = [...runs, ...(isReal ? ["reals"] : [])];
    return which.length === 0 ? "" : `_${[word, ...which].join("_")}`;
  };
  return `${named("of", inputs, reals === "inputs")}${named("to", outputs, reals === "outputs")}`;
}

export function checkRadix(radix: number): void {
  if (isRadix(radix)) return;
  throw new InputError(
    `radix ${radix}: a butterfly is computed in registers, so it has ${RADICES_TEXT}; split the sub-computation into several`,
  );
}
