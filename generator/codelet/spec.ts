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
  readonly inputs?: Inputs;
}

export interface Inputs {
  readonly from: number;
  readonly below: number;
}

/** `dft16`, `dft16_pre`, `dft16_pre_powers`, `idft8_post`, `dft16_of_0_7`: also the name of the printed function. */
export function codeletName(spec: CodeletSpec): string {
  const { inputs } = spec;
  const given = inputs === undefined ? "" : `_of_${inputs.from}_${inputs.below - 1}`;
  const transform = `${spec.direction === "forward" ? "dft" : "idft"}${spec.radix}${given}`;
  if (spec.twiddle === "none") return transform;
  return `${transform}_${spec.twiddle}${spec.source === "powers" ? "_powers" : ""}`;
}

export function checkRadix(radix: number): void {
  if (isRadix(radix)) return;
  throw new InputError(
    `radix ${radix}: a butterfly is computed in registers, so it has ${RADICES_TEXT}; split the sub-computation into several`,
  );
}
