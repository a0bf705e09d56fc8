// What a codelet computes, and its name.
import { InputError } from "../failure/errors.js";
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
}

export const MINIMUM_RADIX = 2;
export const MAXIMUM_RADIX = 32;

/** `dft16`, `dft16_pre`, `dft16_pre_powers`, `idft8_post`: also the name of the printed function. */
export function codeletName(spec: CodeletSpec): string {
  const transform = `${spec.direction === "forward" ? "dft" : "idft"}${spec.radix}`;
  if (spec.twiddle === "none") return transform;
  return `${transform}_${spec.twiddle}${spec.source === "powers" ? "_powers" : ""}`;
}

export function checkRadix(radix: number): void {
  if (!Number.isInteger(radix) || radix < MINIMUM_RADIX || radix > MAXIMUM_RADIX) {
    throw new InputError(
      `radix ${radix}: a butterfly is computed in registers, so its radix must be a whole number ` +
        `from ${MINIMUM_RADIX} to ${MAXIMUM_RADIX}; split the sub-computation into several`,
    );
  }
}
