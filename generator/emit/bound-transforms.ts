// The transforms of a bundle as bindings of other languages have them: the functions of the C headers and what these say of them, from
// the same facts.
import { InputError } from "../failure/errors.js";
import { contractLines, errorTexts, EXECUTE_ERRORS, parameterTexts, type ParameterText } from "./contract.js";
import { wrap } from "./lines.js";
import { mainUnit, transformFacts, type LinkedTransform } from "./linked-transform.js";
import type { Parameter } from "./signature.js";
import type { Symbols } from "./symbols.js";

/** A transform, and its functions in C: `symbol` with _execute, _workspace_bytes, _prepare behind it. */
export interface BoundTransform {
  readonly name: string;
  readonly symbol: string;
  readonly title: string;
  /** Whole sentences: what it computes, and how its arrays lie. */
  readonly contract: readonly string[];
  /** What the workspace is for: `always 0`. */
  readonly workspaceNote: string;
  readonly parameters: readonly Parameter[];
  /** The same in words. */
  readonly texts: readonly ParameterText[];
  /** Whether its constants may be computed before the first call. */
  readonly prepares: boolean;
}

/** `named`: what the language calls a parameter. */
export function boundTransforms(
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  named: (name: string) => string = (name) => name,
): readonly BoundTransform[] {
  return transforms.map((linked) => {
    const facts = transformFacts(linked, symbols);
    return {
      name: linked.name,
      symbol: facts.symbol,
      title: facts.title,
      contract: contractLines(mainUnit(linked).plan),
      workspaceNote: facts.workspaceNote,
      parameters: facts.signature.parameters.map((parameter) => ({ ...parameter, name: named(parameter.name) })),
      texts: parameterTexts(facts, named),
      prepares: facts.preparation !== undefined,
    };
  });
}

/** The variable that names the library: FFT_LIBRARY. */
export const libraryVariable = (name: string): string => `${name.toUpperCase()}_LIBRARY`;

/** `in` is a word of several languages. */
export const withoutIn = (name: string): string => (name === "in" ? "input" : name === "out" ? "output" : name);

/** An error of a bundle's functions, with its number in CUDA. */
export interface BoundError extends ParameterText {
  readonly number: number;
}

/** The errors of all transforms, each once, by their numbers. */
export function boundErrors(transforms: readonly LinkedTransform[], symbols: Symbols): readonly BoundError[] {
  const texts = transforms.flatMap((linked) => errorTexts(transformFacts(linked, symbols)));
  const distinct = [...new Map(texts.map((text) => [text.name, text])).values()];
  return distinct
    .map(({ name, what }) => ({ name, what, number: EXECUTE_ERRORS[name] }))
    .toSorted((one, other) => one.number - other.number);
}

/** `in         device pointer to ...`: descriptions in one column, wrapped. */
export function inColumns(texts: readonly ParameterText[], width: number): readonly string[] {
  const column = Math.max(...texts.map(({ name }) => name.length)) + 2;
  return texts.flatMap(({ name, what }) =>
    wrap(what, width - column).map((line, index) => (index === 0 ? name.padEnd(column) : " ".repeat(column)) + line),
  );
}

/** "* `input`: device pointer to ...", wrapped. */
export const asList = (texts: readonly ParameterText[], width: number): readonly string[] =>
  texts.flatMap(({ name, what }) =>
    wrap(`\`${name}\`: ${what}`, width - 2).map((line, index) => `${index === 0 ? "* " : "  "}${line}`),
  );

/** @throws InputError where a transform is called as the language, or its binding, calls something else */
export function requireFreeNames(
  word: string,
  language: string,
  transforms: readonly { readonly name: string }[],
  taken: string,
): void {
  const words = taken.split(/\s+/u);
  const wrong = transforms.find(({ name }) => words.includes(name))?.name;
  if (wrong !== undefined)
    throw new InputError(
      `--for ${word}: a transform cannot be called ${wrong}, which is the name of something else in ${language}: rename its plan`,
    );
}

/** The same with sentences in which some signs of expressions mean nothing to a language of documentation. */
export const withEscaped = (bound: BoundTransform, signs: RegExp): BoundTransform => {
  const escaped = (text: string): string => text.replaceAll(signs, String.raw`\$&`);
  return {
    ...bound,
    title: escaped(bound.title),
    contract: bound.contract.map(escaped),
    texts: bound.texts.map((one) => ({ ...one, what: escaped(one.what) })),
  };
};
