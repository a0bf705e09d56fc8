// Composite lengths: the prime-factor algorithm where the parts are coprime, Cooley-Tukey where they are not.
import { inverseModulo } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import type { ComplexAlgebra, ComplexExpression, Signal } from "./complex.js";
import { signalOf } from "./complex.js";
import { turn } from "./turn.js";

/** A DFT of some length: how the parts are computed is the caller's choice. */
export type Transformer = (length: number, x: Signal) => Signal;

/**
 * The DFT of length n = a b with a, b coprime, without twiddle factors: with j = b j1 + a j2 modulo n and the k that
 * is k1 modulo a and k2 modulo b, exp(-2 pi i j k/n) = exp(-2 pi i j1 k1/a) exp(-2 pi i j2 k2/b).
 *
 * Source: Good 1958; Thomas 1963.
 */
export function primeFactor(algebra: ComplexAlgebra, a: number, b: number, x: Signal, dft: Transformer): Signal {
  const n = a * b;
  const inputs = (j1: number, j2: number): number => (b * j1 + a * j2) % n;
  const output = (k1: number, k2: number): number => (k1 * b * inverseModulo(b, a) + k2 * a * inverseModulo(a, b)) % n;

  const inner = Array.from({ length: b }, (_, j2) => {
    const elements = Array.from({ length: a }, (_unused, j1) => inputs(j1, j2));
    return algebra.section(`DFT of length ${a} of elements ${elements.join(", ")}`, () =>
      dft(a, (j) => x(at(elements, j))),
    );
  });
  const outputs = new Array<ComplexExpression>(n);
  for (let k1 = 0; k1 < a; k1++) {
    const places = Array.from({ length: b }, (_, k2) => output(k1, k2));
    algebra.section(`DFT of length ${b} to outputs ${places.join(", ")}`, () => {
      const outer = dft(b, (j2) => at(inner, j2)(k1));
      places.forEach((place, k2) => (outputs[place] = outer(k2)));
    });
  }
  return signalOf(outputs);
}

/**
 * The DFT of length n = a b, decimation in time: j = b j1 + j2, k = k1 + a k2,
 * X(k) = sum over j2 of exp(-2 pi i j2 k2/b) exp(-2 pi i j2 k1/n) sum over j1 of exp(-2 pi i j1 k1/a) x(b j1 + j2).
 *
 * Source: Cooley & Tukey 1965.
 */
export function cooleyTukey(algebra: ComplexAlgebra, a: number, b: number, x: Signal, dft: Transformer): Signal {
  const n = a * b;
  const inner = Array.from({ length: b }, (_, j2) => {
    const elements = Array.from({ length: a }, (_unused, j1) => b * j1 + j2);
    return algebra.section(`DFT of length ${a} of elements ${elements.join(", ")}`, () =>
      dft(a, (j) => x(at(elements, j))),
    );
  });
  const outputs = new Array<ComplexExpression>(n);
  for (let k1 = 0; k1 < a; k1++) {
    const places = Array.from({ length: b }, (_, k2) => k1 + a * k2);
    algebra.section(`Twiddle factors and DFT of length ${b} to outputs ${places.join(", ")}`, () => {
      const twiddled = Array.from({ length: b }, (_, j2) => algebra.rotate(at(inner, j2)(k1), turn(j2 * k1, n)));
      const outer = dft(b, (j2) => at(twiddled, j2));
      places.forEach((place, k2) => (outputs[place] = outer(k2)));
    });
  }
  return signalOf(outputs);
}
