// Turns the values of options, as users write them, into numbers and choices.
import { InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import type { NumberFormat } from "../plan/transform.js";

/** A positive integer, `2^10` included. `what` names it in the message. */
export function countFrom(what: string, text: string): number {
  const count = integerFrom(what, text);
  if (count === undefined) throw new InputError(`${what} ${text}: expected one positive integer, such as 8 or 2^10`);
  return count;
}

/** Undefined for any other text. */
function integerFrom(what: string, text: string): number | undefined {
  try {
    const [count, ...more] = parseSize(text);
    return more.length > 0 ? undefined : count;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.message.includes(LIMIT)) throw new InputError(`${what} ${text}: it ${LIMIT}`);
    return undefined;
  }
}

/** The message of sizes about numbers that are too large. */
const LIMIT = "must be below 2^53";

/** An integer from 0 on. */
const fromZero = (what: string, text: string): number | undefined => (/^0+$/.test(text) ? 0 : integerFrom(what, text));

/** Elements between neighbours. The transform decides which strides may be 0. */
export function strideFrom(what: string, text: string): number {
  const stride = fromZero(what, text);
  if (stride === undefined) throw new InputError(`${what} ${text}: expected a number of elements, such as 512 or 2^10`);
  return stride;
}

/** `0..127`, `0..2^7-1`: the first and the last of some numbers. */
export function rangeFrom(what: string, text: string): readonly [first: number, last: number] {
  const ends = text.split("..").map((end) => end.trim());
  const [first, last] = ends.map((end) => {
    const index = fromZero(what, end.replace(/^-/u, ""));
    return index === undefined ? undefined : end.startsWith("-") ? -index : index;
  });
  if (first === undefined || last === undefined || ends.length !== 2)
    throw new InputError(`${what} ${text}: expected the first and the last index, such as 0..127 or -16..15`);
  return [first, last];
}

/** `4096`, one batch, or `1..4096`, all from the first to the last. */
export function batchesFrom(text: string): { readonly from: number; readonly to: number } {
  const ends = text.split("..");
  const [from, ...others] = ends.map((end) => integerFrom("--batch", end));
  const [to] = others.length === 0 ? [from] : others;
  if (from === undefined || to === undefined || others.length > 1)
    throw new InputError(
      ends.length === 1
        ? `--batch ${text}: expected one positive integer, such as 8 or 2^10, or the smallest and the largest batch, such as 1..4096`
        : `--batch ${text}: expected the smallest and the largest batch, such as 1..4096`,
    );
  if (from > to) throw new InputError(`--batch ${text}: expected the smallest batch first: ${to}..${from}`);
  return { from, to };
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

/** Why no other word is allowed. */
export const onlyHint = (why: string | undefined): string => (why === undefined ? "" : `; ${why}: leave it out`);

/** The factor of every output; `points`: the number of inputs in the sum of one output. */
export function scaleFrom(text: string, points: number, precision: NumberFormat): number {
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

/** A decimal number, or a quotient of two: `1/129600`, `2/3`, `1/2^20`. */
function numberFrom(text: string, precision: "f32" | "f64"): number {
  const [above = "", below, ...more] = text.split("/").map((part) => part.trim());
  const value = more.length > 0 ? NaN : below === undefined ? partFrom(above) : partFrom(above) / partFrom(below);
  const stored = precision === "f32" ? Math.fround(value) : value;
  if (text.trim() === "" || !Number.isFinite(stored) || stored === 0)
    throw new InputError(
      `--scale ${text}: expected a number that ${precision} can hold, not 0, such as 0.5 or 1/129600; or none, 1/N or orthonormal`,
    );
  return value;
}

/** The numerator or the denominator of a quotient. */
const partFrom = (text: string): number =>
  text === "" ? NaN : Number.isNaN(Number(text)) ? (integerFrom("--scale", text) ?? NaN) : Number(text);
