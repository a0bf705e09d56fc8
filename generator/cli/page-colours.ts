// The colour of each digit on a page of `fftgen explain`: the class of its elements, and the hue of the class.
import { escapeMarkup } from "../bench/markup.js";
import { BATCH, type DigitSet } from "../layout/digits.js";
import type { SubComputation } from "../plan/plan.js";

export interface DigitColours {
  /** The hues of the transformed digits; all others are grey. */
  readonly hues: readonly { readonly name: string; readonly classes: string; readonly hue: number }[];
  /** Classes of an element that shows a digit. */
  readonly classOf: (digit: string) => string;
  /** Text as markup, with digits in their colours: `x1:16`, `y2/4:2*272`. */
  readonly coloured: (text: string) => string;
  /** The digit that a sub-computation transforms. */
  readonly digitOf: (subComputation: SubComputation) => string | undefined;
}

const FIRST_HUE = 255;

/** Hues as far apart as their number allows, farthest for neighbours in a dimension where there are few. */
export function digitColours({ digits }: Pick<DigitSet, "digits">): DigitColours {
  const transformed = digits.filter(({ subComputation }) => subComputation !== undefined);
  const hues = transformed.map(({ name }, index) => ({
    name,
    classes: `digit d${index + 1}`,
    hue: Math.round(FIRST_HUE + (360 * index) / transformed.length) % 360,
  }));
  const classOf = (digit: string): string => hues.find(({ name }) => name === digit)?.classes ?? "digit plain";
  const known = [...digits.map(({ name }) => name), BATCH];
  const digitNamed = (text: string): string | undefined => known.find((name) => name.toLowerCase() === text);
  return {
    hues,
    classOf,
    coloured: (text) =>
      escapeMarkup(text).replaceAll(/\b([a-z]+\d*)(?:\/\d+)?:\d+(?:\*\d+(?:\^\d+)?)?/g, (part, name: string) => {
        const digit = digitNamed(name);
        return digit === undefined ? part : `<span class="atom ${classOf(digit)}">${part}</span>`;
      }),
    digitOf: (subComputation) => digits.find((digit) => digit.subComputation === subComputation)?.name,
  };
}
