// Complex arithmetic on symbols, and signals: the language in which the Fourier transforms are written.
import { at } from "../failure/errors.js";
import type { Direction } from "../plan/transform.js";
import { cosineOf, sineOf, type Constant } from "./constant.js";
import type { Expression } from "./expression.js";
import { negate } from "./expression.js";
import type { Graph } from "./graph.js";
import type { Turn } from "./turn.js";

export interface ComplexExpression {
  readonly re: Expression;
  readonly im: Expression;
}

/** A sequence of complex numbers as a function of its index (genfft's `signal`). */
export type Signal = (index: number) => ComplexExpression;

/** Complex operations on one graph, for one direction of the transform. */
export interface ComplexAlgebra {
  readonly graph: Graph;
  /** Input element j. */
  input(j: number): ComplexExpression;
  /** Twiddle-factor input s. */
  factor(s: number): ComplexExpression;
  add(a: ComplexExpression, b: ComplexExpression): ComplexExpression;
  subtract(a: ComplexExpression, b: ComplexExpression): ComplexExpression;
  multiply(a: ComplexExpression, b: ComplexExpression): ComplexExpression;
  conjugate(a: ComplexExpression): ComplexExpression;
  /** Multiplication by a real constant. */
  scale(factor: Constant, a: ComplexExpression): ComplexExpression;
  /** Multiplication by the transform's root of that angle: exp(-2 pi i angle) forward, its conjugate inverse. */
  rotate(a: ComplexExpression, angle: Turn): ComplexExpression;
  section<T>(heading: string, build: () => T): T;
}

export function complexAlgebra(graph: Graph, direction: Direction): ComplexAlgebra {
  const { add, subtract, multiply, constant } = graph;
  const paired = (value: ComplexExpression): ComplexExpression => {
    graph.pair(value.re, value.im);
    return value;
  };
  return {
    graph,
    input: (j) => ({ re: graph.input(j, "re"), im: graph.input(j, "im") }),
    factor: (s) => ({ re: graph.factor(s, "re"), im: graph.factor(s, "im") }),
    add: (a, b) => paired({ re: add(a.re, b.re), im: add(a.im, b.im) }),
    subtract: (a, b) => paired({ re: subtract(a.re, b.re), im: subtract(a.im, b.im) }),
    multiply: (a, b) =>
      paired({
        re: subtract(multiply(a.re, b.re), multiply(a.im, b.im)),
        im: add(multiply(a.re, b.im), multiply(a.im, b.re)),
      }),
    conjugate: (a) => ({ re: a.re, im: negate(a.im) }),
    scale: (factor, a) => paired({ re: multiply(constant(factor), a.re), im: multiply(constant(factor), a.im) }),
    rotate: (a, angle) => {
      const [cos, sine] = [constant(cosineOf(angle)), constant(sineOf(angle))];
      const sin = direction === "forward" ? sine : negate(sine);
      return paired({
        re: add(multiply(cos, a.re), multiply(sin, a.im)),
        im: subtract(multiply(cos, a.im), multiply(sin, a.re)),
      });
    },
    section: (heading, build) => graph.section(heading, build),
  };
}

/** The signal with values computed now, in order of the index, and once each. */
export function tabulate(length: number, value: Signal): Signal {
  const values = Array.from({ length }, (_, index) => value(index));
  return (index) => at(values, index);
}

/** Several outputs that are computed together, back as a signal. */
export const signalOf =
  (values: readonly ComplexExpression[]): Signal =>
  (index) =>
    at(values, index);
