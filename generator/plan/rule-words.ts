// The rules of a plan in words, the outermost first: what lies between a caller's numbers and the butterflies.
import { elementCount } from "./transform.js";
import { realLength } from "./core.js";
import { columnsOf } from "./decimated-reals.js";
import { PAIR } from "./hermitian-step.js";
import type { AlongAxis, AxisPart, Node, Rule } from "./tree.js";

export interface RuleText {
  readonly rule: Rule;
  readonly text: string;
}

export function ruleTexts(node: Node): readonly RuleText[] {
  switch (node.rule) {
    case "butterflies":
      return [];
    case "pairs": {
      const length = realLength(node.transform);
      const { radix } = node;
      const text =
        radix === PAIR
          ? `${length} real numbers are ${length / 2} complex ones; a Hermitian step tells their spectra apart`
          : `${length} real numbers, decimated by ${radix}, are ${columnsOf(radix)} columns of ${length / radix} complex ones; a Hermitian step tells their spectra apart and goes on by radix ${radix}`;
      return [{ rule: node.rule, text }, ...ruleTexts(node.inside)];
    }
    case "real": {
      const text = `${realLength(node.transform)} real numbers are complex ones without imaginary parts; half of the spectrum is stored`;
      return [{ rule: node.rule, text }, ...ruleTexts(node.inside)];
    }
    case "cosine": {
      const { paired, inside } = node;
      const text =
        paired === undefined
          ? `a Fourier transform between products along ${axesText(inside)}`
          : `a Fourier transform of ${paired.parts.points} complex numbers between products along ${axesText(inside)}, whose numbers are taken in pairs`;
      return [{ rule: node.rule, text }, ...inside.flatMap((along) => ruleTexts(along.node))];
    }
    case "bluestein": {
      const text = `${elementCount(node.transform)} points by a convolution of ${node.length} with a chirp`;
      return [{ rule: node.rule, text }];
    }
    case "rader": {
      const points = elementCount(node.transform);
      return [{ rule: node.rule, text: `${points} points by a convolution of ${points - 1}, and the DC term` }];
    }
    case "good-thomas": {
      const points = elementCount(node.transform);
      const text = `${points} points are ${node.factor} x ${points / node.factor} without twiddle factors between them`;
      return [{ rule: node.rule, text }, ...ruleTexts(node.along)];
    }
    case "four-step": {
      const points = elementCount(node.transform);
      const text = `${points} points are ${node.rows} rows of ${points / node.rows} with twiddle factors between them`;
      return [{ rule: node.rule, text }, ...ruleTexts(node.along), ...ruleTexts(node.across)];
    }
    case "by-axis":
      return [
        // Rows of an array along one axis are no rule.
        ...(node.parts.length > 1
          ? [{ rule: node.rule, text: `one after the other: ${node.parts.map(partText).join(", ")}` }]
          : []),
        ...node.parts.flatMap((part) => ruleTexts(part.node)),
      ];
  }
}

const axesText = (inside: readonly AlongAxis[]): string => inside.map(({ axis }) => axis).join(" and ");

const partText = (part: AxisPart): string => (part.kind === "rows" ? part.axis : axesOf(part.node).join(" and "));

const axesOf = (node: Node): readonly string[] =>
  node.rule === "butterflies" ? node.plan.transform.axes : node.transform.axes;
