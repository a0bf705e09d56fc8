// What a bundle's own header and table say of its transforms: which can be called by one type of function, and which are found.
import { at } from "../failure/errors.js";
import { isOwnInverse } from "../plan/axes.js";
import {
  elementCount,
  hadamardOf,
  hasRealSide,
  isAlongAll,
  isDense,
  isHalfReal,
  isPacked,
  isPlainlyLaid,
  isTrigonometric,
  planarOf,
  TRANSFORM_KINDS,
  type Transform,
} from "../plan/transform.js";
import type { BundleHeaderView, FoundTransformView } from "./bundle-views.js";
import { sideType } from "./element-text.js";
import { wrap } from "./lines.js";
import { transformFacts, type LinkedTransform } from "./linked-transform.js";
import type { Symbols } from "./symbols.js";

const transformOf = (linked: LinkedTransform): Transform => at(linked.variants, 0).unit.plan.transform;

const macroWord = (macro: string, text: string): string => `${macro}_${text.replaceAll("-", "_").toUpperCase()}`;

/** Parts of numbers in arrays of their own, and strides of each call, are parameters that others have not. */
const isPlainlyCalled = (linked: LinkedTransform): boolean =>
  planarOf(transformOf(linked)) === "none" && transformOf(linked).strides === "fixed";

/** Others of the same lengths are other transforms. */
function isFoundByLengths(transform: Transform): boolean {
  const isUsual =
    !isPacked(transform) &&
    !(isHalfReal(transform) && transform.placement === "in-place") &&
    !(isTrigonometric(transform) && (transform.normalisation !== "none" || Object.keys(transform.kinds).length > 0));
  return isUsual && isAlongAll(transform) && isDense(transform) && isPlainlyLaid(transform);
}

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
  // A transform by a symmetric matrix is its own inverse but for the scale.
  const [symmetric, dense] = [isOwnInverse(transform), isFoundByLengths(transform)].map(Number);
  return {
    name: linked.name,
    symbol: facts.symbol,
    input: sideType(transform, "input"),
    output: sideType(transform, "output"),
    fields: [
      `{"${linked.name}", ${word(transform.kind)}, ${word(transform.precision)}, ${word(transform.direction)}, ${symmetric}, ${dense}, ${word(hadamardOf(transform))}, ${word(transform.order)},`,
      ` ${lengths.length}, {${lengths.join(", ")}}, ${transform.scale}, ${transform.batch}, ${facts.largestBatch}, ${elementCount(transform)}, ${facts.alignment},`,
    ],
  };
}

/** What the header says of all that. Kinds beside the first two are there where the bundle has them. */
export function foundWords(
  transforms: readonly LinkedTransform[],
  macro: string,
): Pick<BundleHeaderView, "kinds" | "kindsNote" | "kindNote" | "elementsNote" | "notFound" | "leftOut"> {
  const all = transforms.map(transformOf);
  const kinds = TRANSFORM_KINDS.filter(
    (kind) => ["c2c", "fwht"].includes(kind) || all.some((one) => one.kind === kind),
  );
  const others = transforms.filter((linked) => !isPlainlyCalled(linked)).map(({ name }) => name);
  return {
    kinds: kinds.map((kind) => macroWord(macro, kind)).join(", "),
    kindsNote: [
      "Complex Fourier transforms, real Walsh-Hadamard transforms",
      ...(all.some(isHalfReal) ? ["Fourier transforms from real numbers and to them"] : []),
      ...(all.some(isTrigonometric) ? ["cosine and sine transforms"] : []),
    ].join(", "),
    kindNote: all.some(hasRealSide) ? "one of these" : "Fourier or Walsh-Hadamard",
    elementsNote: all.some(isHalfReal) ? "of one array, of real transforms of the real one" : "of one array",
    notFound: all.some(hasRealSide)
      ? [
          "So are packed spectra, real transforms in place, and cosine and sine transforms that are orthonormal or of several kinds.",
        ]
      : [],
    leftOut:
      others.length === 0
        ? []
        : wrap(
            `Without those whose execute has other parameters, for parts of numbers or for strides, and which are called by their own names: ${others.join(", ")}.`,
            114,
          ),
  };
}
