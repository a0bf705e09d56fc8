// Turns the size of a transform, as users write it, into lengths and back: `256x256x256`, `2^20`, `3*2^10x7`, `2^16+1`.
// Slowest dimension first, as in FFTW and cuFFT. The grammar is in grammar.ts.
import { DIMENSION_NAMES } from "../plan/transform.js";
import type { Origin } from "./source-text.js";
import { mistakeAt } from "./source-text.js";

/**
 * The lengths that `text` names, slowest dimension first: positive integers whose product is below 2^53.
 * @throws InputError with the place, what was found and what was expected
 */
export function parseSize(text: string, origin?: Origin): readonly number[] {
  const lengths: number[] = [];
  let offset = 0;
  let elements = 1;

  do {
    const start = offset;
    const length = readSum();
    if (lengths.length === DIMENSION_NAMES.length) {
      throw mistakeAt(text, start, `a transform has at most ${DIMENSION_NAMES.length} dimensions`, origin);
    }
    elements *= length;
    if (elements > Number.MAX_SAFE_INTEGER) throw tooLarge(0, `the number of elements of ${text}`);
    lengths.push(length);
  } while (accept("x"));
  if (offset < text.length) throw expected("`x`, `*`, `+`, `-` or the end");
  return lengths;

  function readSum(): number {
    const start = offset;
    let sum = readProduct();
    for (;;)
      if (accept("+")) sum += readProduct();
      else if (accept("-")) sum -= readProduct();
      else break;
    const length = `the length ${text.slice(start, offset)}`;
    if (sum > Number.MAX_SAFE_INTEGER) throw tooLarge(start, length);
    if (sum < 1) throw mistakeAt(text, start, `${length} is ${sum}; it must be positive`, origin);
    return sum;
  }

  function readProduct(): number {
    let product = readPower();
    while (accept("*")) product *= readPower();
    return product;
  }

  function readPower(): number {
    const base = readInteger("a positive length such as 256 or 2^8");
    return accept("^") ? base ** readInteger("a positive exponent") : base;
  }

  function readInteger(what: string): number {
    const digits = /^[0-9]+/u.exec(text.slice(offset))?.[0];
    if (digits === undefined || /^0+$/u.test(digits)) throw expected(what);
    offset += digits.length;
    return Number(digits);
  }

  function accept(letter: string): boolean {
    const found = text[offset] === letter;
    if (found) offset += 1;
    return found;
  }

  function expected(what: string): Error {
    const found = /^([0-9.]+|[^0-9])/u.exec(text.slice(offset))?.[0];
    return mistakeAt(
      text,
      offset,
      `expected ${what}, found ${found === undefined ? "the end" : `\`${found}\``}`,
      origin,
    );
  }

  function tooLarge(start: number, what: string): Error {
    return mistakeAt(text, start, `${what} must be below 2^53`, origin);
  }
}

/** `256x256x256`: the lengths, slowest dimension first. */
export function printSize(lengths: readonly number[]): string {
  return lengths.join("x");
}
