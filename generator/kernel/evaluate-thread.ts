// The computations of one thread of a kernel program by itself: coordinates, butterflies with their twiddle factors, scaling.
// Accesses no memory.
import { CALLED_FACTOR } from "./called-factor.js";
import { buildCodelet, evaluateCodelet, type Complex } from "../codelet/codelet.js";
import { evaluateHadamard } from "../codelet/hadamard.js";
import {
  buildHermitian,
  evaluateHermitian,
  hermitianRegisters,
  pairRegisters,
  type HermitianSpec,
} from "../codelet/hermitian.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { registerSums } from "./axis-sums.js";
import { listedEntries } from "./constant-table.js";
import { isComplex, type Element } from "./element-memory.js";
import { coordinateOf, coordinateValue, sumValue, type Coordinate } from "./coordinates.js";
import { factorsOf } from "./evaluate-twiddle.js";
import type { HermitianStep } from "./hermitian-steps.js";
import type { ThreadStep } from "./program.js";
import type { Twiddle } from "./twiddle.js";

export interface ThreadState {
  readonly coordinates: Map<string, number>;
  readonly registers: Element[];
}

export type ComputeStep = Extract<
  ThreadStep,
  {
    readonly kind:
      "butterfly" | "hadamard" | "hermitian" | "hermitian-pairs" | "weigh" | "scale" | "real" | "pointwise";
  }
>;

export function runComputeStep(state: ThreadState, step: ComputeStep): void {
  const { registers } = state;
  switch (step.kind) {
    case "butterfly": {
      const codelet = buildCodelet(step.codelet);
      const radix = step.codelet.radix;
      const factor = step.twiddle === undefined ? undefined : factorsOf(step.twiddle, state.coordinates);
      const count = codelet.factors.length;
      for (let group = 0; group < step.butterflies; group++) {
        const inputs = registers.slice(group * radix, (group + 1) * radix).map(complexOf);
        const factors = factor === undefined ? [] : codelet.factors.map((_, index) => factor(group * count + index));
        evaluateCodelet(codelet, inputs, factors).forEach((value, index) => (registers[group * radix + index] = value));
      }
      return;
    }
    case "hadamard": {
      const { codelet, butterflies, place } = step;
      if (place === "vector") {
        for (let i = 0; i < butterflies; i++) registers[i] = evaluateHadamard(codelet, numbersOf(at(registers, i)));
        return;
      }
      const radix = codelet.matrix.order;
      for (let group = 0; group < butterflies; group++) {
        const inputs = registers.slice(group * radix, (group + 1) * radix).map(numbersOf);
        const columns = at(inputs, 0).map((_, part) =>
          evaluateHadamard(
            codelet,
            inputs.map((input) => at(input, part)),
          ),
        );
        for (let k = 0; k < radix; k++) registers[group * radix + k] = columns.map((column) => at(column, k));
      }
      return;
    }
    case "hermitian": {
      const [spec, twiddle] = hermitianAt(step, state.coordinates);
      const codelet = buildHermitian(spec);
      const factor = factorsOf(twiddle, state.coordinates);
      const factors = codelet.factors.map((_, index) => factor(index));
      const own = registers.slice(0, hermitianRegisters(spec.radix, spec.part === "edges"));
      evaluateHermitian(codelet, own.map(complexOf), factors).forEach(
        (value, register) => (registers[register] = value),
      );
      return;
    }
    case "hermitian-pairs": {
      const codelet = buildHermitian(step.codelet);
      const factor = factorsOf(step.twiddle, state.coordinates);
      const held = pairRegisters(step.codelet);
      for (let pair = 0; pair < step.butterflies; pair++) {
        const own = registers.slice(held * pair, held * (pair + 1)).map(complexOf);
        const count = codelet.factors.length;
        const factors = codelet.factors.map((_, index) => factor(pair * count + index));
        evaluateHermitian(codelet, own, factors).forEach((value, index) => (registers[held * pair + index] = value));
      }
      return;
    }
    case "weigh":
      for (const { register, sum, value } of step.points)
        if (sumValue(sum, state.coordinates) === value) {
          const { re, im } = complexOf(at(registers, register));
          const { weight } = step;
          registers[register] = { re: weight * re, im: step.isReal ? 0 : weight * im };
        }
      return;
    case "scale":
      for (let i = 0; i < step.registers; i++)
        registers[i] = scaledElement(
          at(registers, i),
          step.factor === "called" ? calledFactor(state.coordinates) : step.factor,
        );
      return;
    case "real":
      for (let i = 0; i < step.registers; i++) registers[i] = { re: complexOf(at(registers, i)).re, im: 0 };
      return;
    case "pointwise":
      multiplyByConstants(state, step);
      return;
    default:
      unreachable(step);
  }
}

function hermitianAt(
  { pairs, twiddle, ends, endsTwiddle, rows }: HermitianStep,
  coordinates: ReadonlyMap<string, number>,
): readonly [HermitianSpec, Twiddle] {
  if (sumValue(twiddle.exponent, coordinates) !== 0) return [pairs, twiddle];
  if (rows === undefined) return [ends, endsTwiddle];
  return coordinateOf(rows.alone, coordinates) > 0 ? [ends, endsTwiddle] : [rows.edges, rows.twiddle];
}

function multiplyByConstants(
  { registers, coordinates }: ThreadState,
  { table, place, axes }: Extract<ComputeStep, { readonly kind: "pointwise" }>,
): void {
  const own = sumValue(place, coordinates);
  const numbers = listedEntries(table);
  for (const [register, { offset }] of registerSums(axes).entries()) {
    const entry = Math.min(own + offset, (table.below ?? Infinity) - 1);
    const value = at(registers, register);
    const re = numbers.re[entry];
    invariant(re !== undefined, () => `evaluate: ${table.name} has no constant for place ${entry}`);
    const im = numbers.im?.[entry] ?? 0;
    registers[register] = isComplex(value)
      ? { re: value.re * re - value.im * im, im: value.im * re + value.re * im }
      : scaledElement(value, re);
  }
}

/** The factor that the caller says, which is among the coordinates as strides are. */
function calledFactor(coordinates: ReadonlyMap<string, number>): number {
  const factor = coordinates.get(CALLED_FACTOR);
  invariant(factor !== undefined, () => "evaluate: the caller says no factor");
  return factor;
}

export const scaledElement = (value: Element, factor: number): Element =>
  isComplex(value) ? { re: value.re * factor, im: value.im * factor } : value.map((number) => number * factor);

export function complexOf(element: Element): Complex {
  invariant(isComplex(element), () => "evaluate: a Fourier butterfly meets a real number");
  return element;
}

export function numbersOf(element: Element): readonly number[] {
  invariant(!isComplex(element), () => "evaluate: a Walsh-Hadamard butterfly meets a complex number");
  return element;
}

export const coordinateValues = (coordinates: readonly Coordinate[], index: number): Map<string, number> =>
  new Map(coordinates.map((coordinate) => [coordinate.name, coordinateValue(coordinate, index)]));
