// The transforms of a bundle in its header and table: those that one type of function can call, and those that are found at run
// time.
import { movesPlainly } from "../plan/element-functions.js";
import { isPlainlyTyped } from "../plan/array-types.js";
import { floatLiteral } from "../arithmetic/float-literal.js";
import { isOwnInverse } from "../plan/axes.js";
import { isOfOneFormula, placesOf, type Places } from "../join/problem.js";
import { elementCount, hadamardOf, planarOf, usualArithmetic, type Transform } from "../plan/transform.js";
import { wholeScale } from "../plan/trigonometric.js";
import type { FoundTransformView } from "./bundle-views.js";
import { sideType } from "./element-text.js";
import { wrap } from "./lines.js";
import { mainUnit, transformFacts, type LinkedTransform } from "./linked-transform.js";
import type { Symbols } from "./symbols.js";

const transformOf = (linked: LinkedTransform): Transform => mainUnit(linked).plan.transform;

const macroWord = (macro: string, text: string): string => `${macro}_${text.replaceAll("-", "_").toUpperCase()}`;

/** Planar arrays, and strides of each call, are parameters that other transforms lack. */
const isPlainlyCalled = (linked: LinkedTransform): boolean =>
  planarOf(transformOf(linked)) === "none" && transformOf(linked).strides === "fixed";

/** Where the elements of a transform lie, if the problem of a bundle's lookup function determines the result: it has no radices and no arithmetic. */
function foundPlaces(transform: Transform): Places | undefined {
  const isUsual =
    transform.strides === "fixed" &&
    isPlainlyTyped(transform) &&
    movesPlainly(transform) &&
    transform.order !== "digit-reversed" &&
    transform.arithmetic === usualArithmetic(transform.precision) &&
    isOfOneFormula(transform);
  return isUsual ? placesOf(transform) : undefined;
}

/** Of a transform that is not found. */
const NO_BATCH = { input: 0, output: 0, members: 1, continues: false } as const;

/** The rows of the table. */
export const foundTransforms = (
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  macro: string,
): readonly FoundTransformView[] =>
  transforms.filter(isPlainlyCalled).map((linked) => foundTransform(linked, symbols, macro));

function foundTransform(linked: LinkedTransform, symbols: Symbols, macro: string): FoundTransformView {
  const transform = transformOf(linked);
  const facts = transformFacts(linked, symbols);
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const word = (text: string): string => macroWord(macro, text);
  // A transform by a symmetric matrix is its own inverse up to the scale.
  const places = foundPlaces(transform);
  const [symmetric, found, inPlace] = [isOwnInverse(transform), places !== undefined, facts.inPlace].map(Number);
  const scale = wholeScale(transform);
  const takesScale = transform.scaling === "run-time";
  const dimensions = (places?.dimensions ?? []).map(({ length, input, output }) => `{${length}, ${input}, ${output}}`);
  const { input, output, members, continues } = places?.batch ?? NO_BATCH;
  return {
    name: linked.name,
    symbol: facts.symbol,
    input: sideType(transform, "input"),
    output: sideType(transform, "output"),
    fields: [
      `sizeof(${symbols.prefix}transform), "${linked.name}", ${word(transform.kind)}, ${word(transform.precision)}, ${word(transform.direction)}, ${symmetric}, ${found},`,
      `${word(transform.placement)}, ${inPlace}, ${word(transform.order)}, ${word(hadamardOf(transform))}, ${floatLiteral(scale, "f64")}, ${lengths.length}, {${lengths.join(", ")}},`,
      `${transform.batch}, ${facts.largestBatch}, ${elementCount(transform)},`,
      `${facts.alignments.in.bytes}, ${facts.alignments.out.bytes}, ${facts.alignments.workspace.bytes},`,
    ],
    further: [
      `${dimensions.length}, {${dimensions.join(", ")}}, ${input}, ${output}, ${members}, ${Number(continues)}, ${Number(takesScale)},`,
    ],
    scale: floatLiteral(scale, "f64"),
    scaled: takesScale ? `${linked.name}_scaled` : "nullptr",
    factorOf: !takesScale ? [] : [transform.precision === "f64" ? "factor" : "static_cast<float>(factor)"],
    one: !takesScale ? "" : transform.precision === "f64" ? "1.0, " : "1.0f, ",
  };
}

/** The lines of the header about transforms that the table lacks. */
export function leftOutLines(transforms: readonly LinkedTransform[]): readonly string[] {
  const others = transforms.filter((linked) => !isPlainlyCalled(linked)).map(({ name }) => name);
  return others.length === 0
    ? []
    : wrap(
        `Transforms whose execute has other parameters, for planar arrays or for strides, are not among them; call these by their names: ${others.join(", ")}.`,
        114,
      );
}
