// Turns the values of options, as users write them, into numbers and choices.
import { ifRight, InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import type { Storage } from "../plan/transform.js";

/** A positive integer, `2^10` included. `what` names it in the message. */
export function countFrom(what: string, text: string): number {
  const [count, ...more] = ifRight(() => parseSize(text)) ?? [];
  if (count === undefined || more.length > 0)
    throw new InputError(`${what} ${text}: expected one positive integer, such as 8 or 2^10`);
  return count;
}

/** `0..127`: the first and the last of some numbers. */
export function rangeFrom(what: string, text: string): readonly [first: number, last: number] {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    throw new InputError(`${what} ${text}: expected the first and the last index, such as 0..127`);
  return [Number(first), Number(last)];
}

/** One of these words. `hint` ends the message. */
export function choiceFrom<Choice extends string>(
  what: string,
  text: string,
  choices: readonly Choice[],
  hint = "",
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const others = choices.slice(0, -1).join(", ");
  const all = `${others === "" ? "" : `${others} or `}${choices.at(-1) ?? ""}`;
  throw new InputError(`${what} ${text}: expected ${all}${hint}`);
}

/** What every output is multiplied by: `points` are those that one output is a sum of. */
export function scaleFrom(text: string, points: number, precision: Storage): number {
  switch (text.toLowerCase()) {
    case "none":
      return 1;
    case "1/n":
      return 1 / points;
    case "orthonormal":
      return 1 / Math.sqrt(points);
    default:
      return numberFrom(text, precision === "f64" ? "f64" : "f32");
  }
}

function numberFrom(text: string, precision: "f32" | "f64"): number {
  const value = Number(text);
  const stored = precision === "f32" ? Math.fround(value) : value;
  if (text.trim() === "" || !Number.isFinite(stored) || stored === 0)
    throw new InputError(
      `--scale ${text}: expected a number that ${precision} can hold, not 0; or none, 1/N or orthonormal`,
    );
  return value;
}
