// The parts of complex numbers that are real numbers somewhere along an axis, as cosine and sine transforms have them (trigonometric.ts).
import { invariant } from "../failure/errors.js";
import { linearPlace, mappedPlace, unpadded, type EvenMap, type PlaceMap } from "./place-map.js";

/** Where the real and the imaginary part of a complex number lie; undefined for one that is 0, and is not written. */
export type Parts = readonly [re: Part | undefined, im: Part | undefined];

export interface Part {
  /** From the number of the complex number to that of the real one. */
  readonly map: PlaceMap;
  /**
   * As it is, or negated; `alternating`: negated at odd places; `odd`: of an odd sequence, which is 0 where a half of its period begins,
   * and negated in the second half.
   */
  readonly sign: "plus" | "minus" | "alternating" | "odd";
  /** The first complex number that has it; of those before it is 0. */
  readonly from: number;
  /** The first of those behind that have it no more; absent: there are none. */
  readonly below?: number;
}

/** Those that are somewhere. */
export const presentParts = (parts: Parts): readonly Part[] => parts.filter((part) => part !== undefined);

/** Which real number the part of complex number k is, and its sign; undefined where it is 0. */
export function numberOfPart(
  part: Part | undefined,
  k: number,
): { readonly index: number; readonly sign: 1 | -1 } | undefined {
  if (part === undefined || k < part.from || k >= (part.below ?? Infinity)) return undefined;
  const { map, sign } = part;
  const index = mappedPlace(map, k);
  switch (sign) {
    case "plus":
      return { index, sign: 1 };
    case "minus":
      return { index, sign: -1 };
    case "alternating":
      return { index, sign: mappedPlace(unpadded(map), k) % 2 === 1 ? -1 : 1 };
    case "odd": {
      const { period, of } = evenMap(map);
      const place = linearPlace(of, k);
      return (2 * place) % period === 0 ? undefined : { index, sign: 2 * place > period ? -1 : 1 };
    }
  }
}

/** Where an odd sequence lies. */
export function evenMap(map: PlaceMap): EvenMap {
  invariant(map.kind === "even", () => `parts: an odd sequence by a map that is ${map.kind}`);
  return map;
}
