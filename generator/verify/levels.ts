// Levels of rounding of a plan, by its tree: how many butterfly levels and products lie between an input and an output, each of which adds an
// error that does not depend on the others. A convolution has the levels of a forward and an inverse transform of its length, and its
// products. In numbers: rows of 10007 = 2 * 5003 + 1 through 20480 points have 2 * 14.3 + 3 levels, rows of 4096 have 12.
import { resolve } from "../plan/resolve.js";
import type { Plan } from "../plan/plan.js";
import { elementCount, transformedCount, type Transform } from "../plan/transform.js";
import type { Butterflies, Node } from "../plan/tree.js";

export interface Levels {
  readonly levels: number;
  /** The formula, for people. */
  readonly text: string;
}

/** What adds levels: the butterflies along an axis, or a convolution and what lies beside it. */
type Term =
  | { readonly kind: "axis"; readonly axis: string; readonly length: number }
  | { readonly kind: "convolution"; readonly factor: number; readonly length: number; readonly products: number };

/**
 * No sum in a Bluestein convolution is large relative to its result, since chirp and spectrum have constant magnitude: the errors add up as
 * in any transform. Measured with correctly rounded tables in f32: 1.8e-7 at 257 points, 2.2e-7 at 10007, 2.5e-7 at 65537.
 */
const BLUESTEIN_PRODUCTS = 3;

/**
 * A Rader convolution has a product with the spectrum, which has constant magnitude except at frequency 0, and the DC term, which
 * contributes one part in p to each output. On the emulator in f32: 1.5e-7 at 101 points, 1.7e-7 at 2521.
 */
const RADER_PRODUCTS = 2;

export function levelsOf(plan: Plan): Levels {
  const terms = termsOf(resolve(plan));
  const convolutions = terms.filter((term) => term.kind === "convolution");
  if (convolutions.length === 0)
    return { levels: Math.max(1, Math.log2(transformedCount(plan.transform))), text: "log2 N" };
  const names = plan.transform.dimensions.map(({ name }) => name);
  const axes = terms
    .filter((term) => term.kind === "axis")
    .toSorted((a, b) => names.indexOf(a.axis) - names.indexOf(b.axis));
  const all = [...axes, ...convolutions];
  return { levels: all.reduce((sum, term) => sum + termLevels(term), 0), text: all.map(termText).join(" + ") };
}

function termsOf(node: Node): readonly Term[] {
  switch (node.rule) {
    case "butterflies":
      return axisTerms(node.plan.transform);
    // Half as many complex numbers, and the Hermitian step.
    case "pairs":
    case "real":
      return node.inside.rule === "butterflies" ? axisTerms(node.transform) : termsOf(node.inside);
    case "cosine":
      return node.inside.flatMap(({ axis, node: inside }) =>
        inside.rule === "butterflies"
          ? axisTerms(node.transform).filter((term) => node.paired !== undefined || term.axis === axis)
          : termsOf(inside),
      );
    case "bluestein":
      return [{ kind: "convolution", factor: 1, length: node.length, products: BLUESTEIN_PRODUCTS }];
    case "rader":
      return [{ kind: "convolution", factor: 1, length: pointsOf(node.forward), products: RADER_PRODUCTS }];
    case "good-thomas":
      return [
        { kind: "convolution", factor: node.factor, length: pointsOf(node.along.forward), products: RADER_PRODUCTS },
      ];
    case "four-step":
      return [...termsOf(node.across), ...termsOf(node.along)];
    case "by-axis":
      return node.parts.flatMap(({ node: part }) => termsOf(part));
  }
}

const pointsOf = ({ plan }: Butterflies): number => elementCount(plan.transform);

const axisTerms = ({ axes, dimensions }: Transform): readonly (Term & { readonly kind: "axis" })[] =>
  dimensions.flatMap(({ name, length }) => (axes.includes(name) ? [{ kind: "axis", axis: name, length }] : []));

const termLevels = (term: Term): number =>
  term.kind === "axis" ? Math.log2(term.length) : Math.log2(term.factor) + 2 * Math.log2(term.length) + term.products;

function termText(term: Term): string {
  if (term.kind === "axis") return `log2 ${term.length}`;
  const { factor, length, products } = term;
  return `${factor === 1 ? "" : `log2 ${factor} + `}2 log2 ${length} + ${products}`;
}
