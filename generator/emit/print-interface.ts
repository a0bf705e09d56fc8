// Prints the header of a transform: C89 and C++11, written for Doxygen.
import { arraysOf } from "../plan/arrays.js";
import { isComplex, elementCount, type Transform } from "../plan/transform.js";
import { roomText } from "./array-contract.js";
import { errorLines, hostLines, parameterLines } from "./contract.js";
import { wrap } from "./lines.js";
import {
  isRanged,
  mainUnit,
  placedUnits,
  transformFacts,
  type LinkedTransform,
  type TransformFacts,
} from "./linked-transform.js";
import type { Signature } from "./signature.js";
import { VERSION } from "./read-template.js";
import { render } from "./render.js";
import { closeNamespaces, includeGuard, macroPrefix, openNamespaces, type Symbols } from "./symbols.js";
import type { ElementCountView, NumberView } from "./views.js";

/**
 * The visibility of functions outside of the library that contains them: hidden, so that two libraries may contain one transform
 * each, unless the transforms are shared libraries of their own.
 */
export const apiMacro = (macro: string): readonly string[] => [
  `/* Define ${macro}_SHARED if the transforms are in a shared library; or define ${macro}_API as needed. */`,
  `#ifndef ${macro}_API`,
  `#if defined(_WIN32) && defined(${macro}_SHARED) && defined(${macro}_BUILDS_SHARED)`,
  `#define ${macro}_API __declspec(dllexport)`,
  `#elif defined(_WIN32) && defined(${macro}_SHARED)`,
  `#define ${macro}_API __declspec(dllimport)`,
  `#elif defined(__GNUC__) && defined(${macro}_SHARED)`,
  `#define ${macro}_API __attribute__((visibility("default")))`,
  "#elif defined(__GNUC__)",
  `#define ${macro}_API __attribute__((visibility("hidden")))`,
  "#else",
  `#define ${macro}_API`,
  "#endif",
  "#endif",
];

/** Every header has a macro with the version that wrote it, so that headers of several versions may be included in one program. */
export const versionMacro = (macro: string): readonly string[] => [
  `#define ${macro}_VERSION ${VERSION_NUMBER} /* fftgen ${VERSION}: 10000 * major + 100 * minor + patch */`,
];

const VERSION_NUMBER = VERSION.split(".").reduce((number, part) => 100 * number + Number.parseInt(part, 10), 0);

export function printInterface(linked: LinkedTransform, symbols: Symbols): string {
  const { name } = linked;
  const { transform } = mainUnit(linked).plan;
  const facts = transformFacts(linked, symbols);
  const around = [...symbols.namespaces, name];
  const macro = macroPrefix(symbols);
  const numbers = declaredNumbers(facts.signature);
  return render("header.h", {
    title: facts.title,
    symbol: facts.symbol,
    guard: includeGuard(symbols, name, "H"),
    plans: placedUnits(linked).map(({ unit, servesText }) => ({
      heading: servesText === "" ? [] : [`Plan for ${servesText}:`],
      lines: unit.notation,
    })),
    contract: facts.contract,
    workspaceNote: facts.workspaceNote,
    isRanged: isRanged(linked),
    onHost: hostLines(facts.onHost).flatMap((line) => wrap(line, 114)),
    preparation: preparationLines(facts).flatMap((line) => wrap(line, 114)),
    parameters: parameterLines(facts).flatMap(documented),
    errors: errorLines(facts).flatMap(documented),
    declared: facts.signature.declared,
    passed: facts.signature.passed,
    numbers,
    numberHeaders: [...new Set(numbers.map(({ header }) => header))],
    commonHeaders: ["cuda_runtime.h", "stddef.h", ...(hasIntegers(facts.signature) ? ["stdint.h"] : [])],
    macro,
    macros: [...versionMacro(facts.symbol.toUpperCase()), "", ...apiMacro(macro)],
    elements: countsOf(transform),
    opening: openNamespaces(around),
    closing: closeNamespaces(around).map((line) => line.replace(/ {2}\/\/ (.*)$/, " /* $1 */")),
  });
}

/** For Doxygen: the work of the first call besides launching. */
const preparationLines = ({ symbol, preparation }: TransformFacts): readonly string[] =>
  preparation === undefined
    ? []
    : [
        `Before the first launch on a GPU the host computes ${preparation} constants, copies them to the GPU and waits for the copy. Call ${symbol}_prepare to do so earlier.`,
      ];

/** Lines of a Doxygen command, with the description in one column: `@param batch     number of arrays`. */
function documented(line: string): readonly string[] {
  const head = /^@\w+ \w+ +(?=\S+ )/.exec(line)?.[0] ?? "";
  const column = head.endsWith("  ") || head.startsWith("@param") ? head : "";
  return wrap(line.slice(column.length), 114 - column.length).map(
    (words, index) => (index === 0 ? column : " ".repeat(column.length)) + words,
  );
}

/** The number of elements of an array; for a real transform one number for each side. */
function countsOf(transform: Transform): readonly ElementCountView[] {
  const arrays = arraysOf(transform);
  const { content: read } = arrays.input;
  if (read?.kind === arrays.output.content?.kind) {
    const what = read?.kind === "numbers" ? "Real numbers" : isComplex(transform) ? "Complex elements" : "Elements";
    return [{ note: `${what} of one transform.`, name: "elements", count: String(elementCount(transform)) }];
  }
  return (["input", "output"] as const).map((side) => {
    const { axes, content, single } = arrays[side];
    const count = axes.reduce((product, { length }) => product * length, 1);
    const numbers = content?.kind === "reals" || single === true ? "Real numbers" : "Complex numbers";
    const room = roomText(transform, side);
    const taken = room === undefined ? "" : `; n ${side}s take ${room}`;
    return { note: `${numbers} of one ${side}${taken}.`, name: `${side}_elements`, count: String(count) };
  });
}

const hasIntegers = ({ parameters }: Signature): boolean =>
  parameters.some((one) => one.role === "array" && /^u?int\d+_t$/u.test(one.element));

/** The types of numbers that a header declares: those of its arrays that CUDA's headers of short numbers have. */
function declaredNumbers({ parameters }: Signature): readonly (NumberView & { readonly header: string })[] {
  const types = parameters.flatMap((parameter) => (parameter.role === "array" ? [parameter.element] : []));
  return [...new Set(types)].flatMap((type) => {
    const header = type.startsWith("__half") ? "cuda_fp16.h" : type.startsWith("__nv") ? "cuda_bf16.h" : undefined;
    const macro = `FFTGEN_DECLARES${type.replace(/^_*/, "_").toUpperCase()}`;
    return header === undefined ? [] : [{ header, macro, type }];
  });
}
