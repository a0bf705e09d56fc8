// Codelets: small discrete Fourier transforms as straight-line arithmetic. This file is the folder's front door and
// shows its pipeline:
//
//   spec -> mathematics on symbols -> expression graph -> fused instructions -> their order -> text (print.ts)
//
// The model is FFTW's genfft (Frigo 1999).
import { isPrime } from "../arithmetic/factorisation.js";
import { invariant } from "../failure/errors.js";
import { rational } from "./constant.js";
import { complexAlgebra, tabulate, type ComplexAlgebra, type ComplexExpression, type Signal } from "./complex.js";
import { describeAlgorithm, dft, type PowerOfTwoAlgorithm } from "./dft.js";
import { evaluateStraightLine, type Complex } from "./evaluate.js";
import { inputFactors, isMerged, supplyFactors } from "./factors.js";
import { fuse } from "./fuse.js";
import { createGraph, type ConstantStyle, type Graph } from "./graph.js";
import { countInstructions, type StraightLine } from "./instruction.js";
import type { Codelet } from "./built-codelet.js";
import { mergedRadixTwo } from "./radix-two.js";
import { schedule } from "./schedule.js";
import { checkRadix, codeletName, hasPlace, partName, type CodeletPart, type CodeletSpec } from "./spec.js";
import { turn } from "./turn.js";

export { codeletName, hasPlace, runsOf, type CodeletPart, type CodeletSpec, type Places } from "./spec.js";
export { factorErrorBound, factorValues, type Factor } from "./factors.js";
export type { Complex } from "./evaluate.js";
export type { Codelet } from "./built-codelet.js";
export type { Counts } from "./instruction.js";
export { printCodelet } from "./print.js";

/** A way to compute a codelet; which is best is found by counting. */
export interface CodeletAlgorithm {
  readonly powerOfTwo: PowerOfTwoAlgorithm;
  readonly constants: ConstantStyle;
}

/**
 * The ways to compute a codelet that may be the shortest, in order of preference. The power-of-two algorithms differ
 * from length 8 on, and merged twiddle factors need radix 2. Plain constants can only win where twiddle factors are
 * products: a factor times a root is used several times there and is never absorbed (213 instructions against 216 at
 * 16).
 */
export function codeletAlgorithms(spec: CodeletSpec): readonly CodeletAlgorithm[] {
  const algorithms: readonly PowerOfTwoAlgorithm[] =
    spec.radix % 8 === 0 && !isMerged(spec) ? ["split-radix", "radix-two"] : ["split-radix"];
  const styles: readonly ConstantStyle[] =
    spec.twiddle !== "none" && spec.source === "powers" ? ["factored", "plain"] : ["factored"];
  return styles.flatMap((constants) => algorithms.map((powerOfTwo) => ({ powerOfTwo, constants })));
}

/** The codelet in one particular way. */
export const buildCodeletBy = (spec: CodeletSpec, algorithm: CodeletAlgorithm): Codelet =>
  finish(spec, algorithm, instructionsBy(spec, algorithm));

function instructionsBy(spec: CodeletSpec, algorithm: CodeletAlgorithm): StraightLine {
  checkRadix(spec.radix);
  const graph = createGraph(algorithm.constants);
  const signal = butterfly(givenInputs(complexAlgebra(graph, spec.direction), spec), spec, algorithm);
  const outputs = Array.from({ length: spec.radix }, (_, k) => signal(k));
  return fuse(wantedOutputs(graph, spec, outputs), graph.roleOf);
}

/** What is not there is the constant 0, with which everything becomes simpler. */
function givenInputs(algebra: ComplexAlgebra, { inputs, reals }: CodeletSpec): ComplexAlgebra {
  if (inputs === undefined && reals !== "inputs") return algebra;
  const zero = algebra.graph.constant(rational(0));
  const given = (j: number): ComplexExpression =>
    reals === "inputs" ? { re: algebra.graph.input(j, "re"), im: zero } : algebra.input(j);
  return { ...algebra, input: (j) => (hasPlace(inputs, j) ? given(j) : { re: zero, im: zero }) };
}

/** What is not wanted is the constant 0, for which nothing is computed. */
function wantedOutputs(
  graph: Graph,
  { outputs, reals }: CodeletSpec,
  all: readonly ComplexExpression[],
): readonly ComplexExpression[] {
  if (outputs === undefined && reals !== "outputs") return all;
  const zero = graph.constant(rational(0));
  return all.map(({ re, im }, k) =>
    hasPlace(outputs, k) ? { re, im: reals === "outputs" ? zero : im } : { re: zero, im: zero },
  );
}

function finish(spec: CodeletSpec, algorithm: CodeletAlgorithm, unordered: StraightLine): Codelet {
  const program = schedule(unordered);
  return {
    ...program,
    spec,
    factors: inputFactors(spec),
    counts: countInstructions(program),
    algorithm: describeWay(spec, algorithm),
  };
}

/** Names and sources for the comment above the printed function. */
function describeWay(spec: CodeletSpec, { powerOfTwo, constants }: CodeletAlgorithm): string {
  const merged = "radix-2 decimation in time, twiddle factors merged into fused butterflies (Goedecker 1997)";
  if (isMerged(spec)) return merged;
  const hasConstants = spec.radix !== 2 && spec.radix !== 4;
  const factoring = "constants factored out for fused multiply-adds (Linzer & Feig 1993)";
  return [
    describeAlgorithm(spec.radix, powerOfTwo),
    ...(hasConstants && constants === "factored" ? [factoring] : []),
  ].join(", ");
}

const built = new Map<string, Codelet>();
/** The same by specifications themselves, whose names take longer to make. */
const builtFor = new WeakMap<CodeletSpec, Codelet>();

/**
 * The codelet with the fewest instructions; among equals the first way. Split radix with factored constants takes 144
 * and 372 at 16 and 32, fused radix 2 takes 148 and 388.
 */
export function buildCodelet(spec: CodeletSpec): Codelet {
  const known = builtFor.get(spec);
  if (known !== undefined) return known;
  const codelet = builtByName(spec);
  builtFor.set(spec, codelet);
  return codelet;
}

function builtByName(spec: CodeletSpec): Codelet {
  const name = codeletName(spec);
  const known = built.get(name);
  if (known !== undefined) return known;
  const best = codeletAlgorithms(spec)
    .map((algorithm) => ({ algorithm, program: instructionsBy(spec, algorithm) }))
    .reduce((chosen, other) =>
      other.program.instructions.length < chosen.program.instructions.length ? other : chosen,
    );
  const codelet = finish(spec, best.algorithm, best.program);
  built.set(name, codelet);
  return codelet;
}

/** That part only, if that is shorter: with the last 10 of 13 inputs it is not. */
export function withPart(spec: CodeletSpec, part: CodeletPart | undefined): CodeletSpec {
  if (part === undefined) return spec;
  const known = partsOf.get(spec) ?? new Map<string, CodeletSpec>();
  partsOf.set(spec, known);
  const name = partName(part);
  const shorter = known.get(name) ?? shorterOf(spec, { ...spec, ...part });
  known.set(name, shorter);
  return shorter;
}

/** Specifications with parts by their names: a search asks for the same of each many times. */
const partsOf = new WeakMap<CodeletSpec, Map<string, CodeletSpec>>();

const shorterOf = (whole: CodeletSpec, pruned: CodeletSpec): CodeletSpec => {
  const instructions = (one: CodeletSpec): number => buildCodelet(one).counts.instructions;
  return instructions(pruned) < instructions(whole) ? pruned : whole;
};

/**
 * Runs the codelet in f64: `radix` inputs, one value for each of `codelet.factors`; outputs in natural order, and not a number for
 * those that are not wanted.
 */
export function evaluateCodelet(
  codelet: Codelet,
  inputs: readonly Complex[],
  factors: readonly Complex[],
): readonly Complex[] {
  invariant(
    inputs.length === codelet.spec.radix && factors.length === codelet.factors.length,
    () => `${codeletName(codelet.spec)} was given ${inputs.length} elements and ${factors.length} factors`,
  );
  const { outputs } = codelet.spec;
  const computed = evaluateStraightLine(codelet, inputs, factors, outputs);
  return outputs === undefined ? computed : computed.map((value, k) => (hasPlace(outputs, k) ? value : UNWANTED));
}

const UNWANTED: Complex = { re: NaN, im: NaN };

/** What the specification asks for, as mathematics. */
function butterfly(algebra: ComplexAlgebra, spec: CodeletSpec, algorithm: CodeletAlgorithm): Signal {
  const { radix, twiddle } = spec;
  const factor = supplyFactors(algebra, spec);
  const power = (j: number): ComplexExpression => factor({ power: j, turn: turn(0, 1) });
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
