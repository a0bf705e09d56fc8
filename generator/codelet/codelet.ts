// Codelets: small discrete Fourier transforms as straight-line arithmetic. This file is the folder's front door and shows its
// pipeline:
//
//   spec -> mathematics on symbols -> expression graph -> fused instructions -> their order -> text (print.ts)
//
// The model is FFTW's genfft (Frigo 1999).
import { isPrime } from "../arithmetic/factorisation.js";
import { complexAlgebra, tabulate, type ComplexAlgebra, type Signal } from "./complex.js";
import { describeAlgorithm, dft, type PowerOfTwoAlgorithm } from "./dft.js";
import { evaluateStraightLine, type Complex } from "./evaluate.js";
import { inputFactors, isMerged, supplyFactors, type Factor } from "./factors.js";
import { fuse } from "./fuse.js";
import { createGraph, type ConstantStyle } from "./graph.js";
import { countInstructions, type Counts, type StraightLine } from "./instruction.js";
import { mergedRadixTwo } from "./radix-two.js";
import { schedule } from "./schedule.js";
import { checkRadix, codeletName, type CodeletSpec } from "./spec.js";
import { turn } from "./turn.js";

export { codeletName, MAXIMUM_RADIX, MINIMUM_RADIX, type CodeletSpec } from "./spec.js";
export { factorErrorBound, factorValues, type Factor } from "./factors.js";
export type { Complex } from "./evaluate.js";
export type { Counts } from "./instruction.js";
export { printCodelet } from "./print.js";

/** A way to compute a codelet; which is best is found by counting. */
export interface CodeletAlgorithm {
  readonly powerOfTwo: PowerOfTwoAlgorithm;
  readonly constants: ConstantStyle;
}

export interface Codelet extends StraightLine {
  readonly spec: CodeletSpec;
  /** What each twiddle-factor input must hold; empty without twiddles. */
  readonly factors: readonly Factor[];
  readonly counts: Counts;
  /** The algorithm and its source, in words. */
  readonly algorithm: string;
}

/** Every way, in order of preference among equals. */
export const CODELET_ALGORITHMS: readonly CodeletAlgorithm[] = [
  { powerOfTwo: "split-radix", constants: "factored" },
  { powerOfTwo: "radix-two", constants: "factored" },
  { powerOfTwo: "split-radix", constants: "plain" },
  { powerOfTwo: "radix-two", constants: "plain" },
];

/** The codelet in one particular way. */
export function buildCodeletBy(spec: CodeletSpec, algorithm: CodeletAlgorithm): Codelet {
  checkRadix(spec.radix);
  const graph = createGraph(algorithm.constants);
  const signal = butterfly(complexAlgebra(graph, spec.direction), spec, algorithm);
  const outputs = Array.from({ length: spec.radix }, (_, k) => signal(k));
  const program = schedule(fuse(outputs, graph.roleOf));
  return {
    ...program,
    spec,
    factors: inputFactors(spec),
    counts: countInstructions(program),
    algorithm: isMerged(spec)
      ? "radix-2 decimation in time, twiddle factors merged into fused butterflies (Goedecker 1997)"
      : describeAlgorithm(spec.radix, algorithm.powerOfTwo),
  };
}

const built = new Map<string, Codelet>();

/**
 * The codelet with the fewest instructions; among equals the one with the fewest live values, then the first way. Split radix
 * with factored constants wins at 16 and 32 (144 and 372 instructions, against 148 and 388 of fused radix 2); for other
 * radices the power-of-two algorithm makes no difference, and factored constants are never worse than plain ones.
 */
export function buildCodelet(spec: CodeletSpec): Codelet {
  const name = codeletName(spec);
  const known = built.get(name);
  if (known !== undefined) return known;
  const candidates = CODELET_ALGORITHMS.map((algorithm) => buildCodeletBy(spec, algorithm));
  const isBetter = (a: Counts, b: Counts): boolean =>
    a.instructions < b.instructions || (a.instructions === b.instructions && a.maximumLive < b.maximumLive);
  const best = candidates.reduce((chosen, candidate) =>
    isBetter(candidate.counts, chosen.counts) ? candidate : chosen,
  );
  built.set(name, best);
  return best;
}

/** Runs the codelet in f64: `radix` inputs, one value for each of `codelet.factors`; outputs in natural order. */
export const evaluateCodelet = (
  codelet: Codelet,
  inputs: readonly Complex[],
  factors: readonly Complex[],
): readonly Complex[] => evaluateStraightLine(codelet, inputs, factors);

/** What the specification asks for, as mathematics. */
function butterfly(algebra: ComplexAlgebra, spec: CodeletSpec, algorithm: CodeletAlgorithm): Signal {
  const { radix, twiddle } = spec;
  const factor = supplyFactors(algebra, spec);
  const power = (j: number) => factor({ power: j, turn: turn(0, 1) });
  const twiddled = (x: Signal): Signal => tabulate(radix, (j) => (j === 0 ? x(0) : algebra.multiply(power(j), x(j))));

  if (isMerged(spec)) {
    return mergedRadixTwo(algebra, radix, algebra.input, (m, k) => factor({ power: radix / m, turn: turn(k, m) }));
  }
  const transform = (x: Signal): Signal => dft(algebra, radix, x, algorithm.powerOfTwo);
  // Composite lengths head their own parts.
  const plain = (x: Signal): Signal =>
    twiddle !== "none" && isPrime(radix) ? algebra.section(`DFT of length ${radix}`, () => transform(x)) : transform(x);
  switch (twiddle) {
    case "none":
      return plain(algebra.input);
    case "pre": {
      const inputs = algebra.section("Twiddle factors of the inputs", () => twiddled(algebra.input));
      return plain(inputs);
    }
    case "post": {
      const outputs = plain(algebra.input);
      return algebra.section("Twiddle factors of the outputs", () => twiddled(outputs));
    }
  }
}
