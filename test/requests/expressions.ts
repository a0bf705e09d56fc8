// Expressions of elements that requests may have, and what they are by definition.
import type { ElementFunction } from "../../generator/definition/element-function.js";
import type { Request } from "../../generator/definition/request.js";

interface Known extends Pick<ElementFunction, "of"> {
  /** Of complex numbers it gives real ones. */
  readonly isReal?: true;
  /** It is one of complex numbers only. */
  readonly takes?: "complex";
}

/** By their text, as options have it. */
export const EXPRESSIONS: Readonly<Record<string, Known>> = {
  "v / 255": { of: (re, im) => [re / 255, im / 255] },
  "-v * 3": { of: (re, im) => [-3 * re, -3 * im] },
  "v + 1": { of: (re, im) => [re + 1, im] },
  "2 - v / 4": { of: (re, im) => [2 - re / 4, -im / 4] },
  "2 * conj(v)": { of: (re, im) => [2 * re, -2 * im], takes: "complex" },
  "v * conj(v) + v": { of: (re, im) => [re * re + im * im + re, im], takes: "complex" },
  "abs2(v)": { of: (re, im) => [re * re + im * im, 0], isReal: true },
  "abs(v) - 1": { of: (re, im) => [Math.hypot(re, im) - 1, 0], isReal: true },
  "re(v) / 2 + im(v)": { of: (re, im) => [re / 2 + im, 0], isReal: true, takes: "complex" },
  "clamp(re(v), -1, 1)": { of: (re) => [Math.min(1, Math.max(-1, re)), 0], isReal: true },
  "10 * log10(max(abs2(v), 1e-2))": {
    of: (re, im) => [10 * Math.log10(Math.max(re * re + im * im, 1e-2)), 0],
    isReal: true,
  },
};

function functionNamed(text: string | undefined): ElementFunction | undefined {
  const known = text === undefined ? undefined : EXPRESSIONS[text];
  return known === undefined ? undefined : { of: known.of, isReal: known.isReal === true };
}

/** The request with what its expressions are. */
export function withFunctions(request: Request): Request {
  const [load, store] = [functionNamed(request.said.load), functionNamed(request.said.store)];
  const functions = { ...(load === undefined ? {} : { load }), ...(store === undefined ? {} : { store }) };
  return { ...request, functions };
}
