// What one thread of a kernel program computes by itself: coordinates, butterflies with their twiddle factors, scaling.
// Knows no memory.
import { signsOf, sylvester } from "../plan/hadamard-matrix.js";
import { rootMinusOne, rootOfUnity } from "../arithmetic/root-of-unity.js";
import { buildCodelet, evaluateCodelet, type Complex } from "../codelet/codelet.js";
import { evaluateHadamard } from "../codelet/hadamard.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { rememberedOfTwo } from "../layout/remembered.js";
import type { Direction } from "../plan/transform.js";
import { axisSums, registerCount } from "./axis-sums.js";
import { isComplex, type Element } from "./element-memory.js";
import type { Coordinate, Sum } from "./coordinates.js";
import type { TwiddleTable } from "./twiddle-table.js";
import type { ThreadStep, Twiddle } from "./program.js";

export interface ThreadState {
  readonly direction: Direction;
  readonly coordinates: Map<string, number>;
  readonly registers: Element[];
}

export type ComputeStep = Extract<
  ThreadStep,
  { readonly kind: "butterfly" | "hadamard" | "hadamard-within" | "scale" | "pointwise" }
>;

export function runComputeStep(state: ThreadState, step: ComputeStep): void {
  const { registers } = state;
  switch (step.kind) {
    case "butterfly": {
      const codelet = buildCodelet(step.codelet);
      const radix = step.codelet.radix;
      const groups = step.groups.reduce((total, group) => total * group.size, 1);
      for (let group = 0; group < groups; group++) {
        const inputs = registers.slice(group * radix, (group + 1) * radix).map(complexOf);
        const factors = step.twiddle === undefined ? [] : twiddleFactors(state, step.twiddle, step.groups, group);
        evaluateCodelet(codelet, inputs, factors).forEach((value, index) => (registers[group * radix + index] = value));
      }
      return;
    }
    case "hadamard": {
      const radix = step.codelet.matrix.order;
      const groups = step.groups.reduce((total, group) => total * group.size, 1);
      for (let group = 0; group < groups; group++) {
        const inputs = registers.slice(group * radix, (group + 1) * radix).map(numbersOf);
        const columns = at(inputs, 0).map((_, part) =>
          evaluateHadamard(
            step.codelet,
            inputs.map((input) => at(input, part)),
          ),
        );
        for (let k = 0; k < radix; k++) registers[group * radix + k] = columns.map((column) => at(column, k));
      }
      return;
    }
    case "hadamard-within":
      for (let i = 0; i < step.registers; i++) registers[i] = hadamardWithin(numbersOf(at(registers, i)));
      return;
    case "scale":
      for (let i = 0; i < step.registers; i++) registers[i] = scaledElement(at(registers, i), step.factor);
      return;
    case "pointwise":
      multiplyByConstants(state, step);
      return;
    default:
      unreachable(step);
  }
}

function multiplyByConstants(
  { registers, coordinates }: ThreadState,
  { table, place, axes }: Extract<ComputeStep, { readonly kind: "pointwise" }>,
): void {
  const own = sumValue(place, coordinates);
  for (let register = 0; register < registerCount(axes); register++) {
    const entry = own + axisSums(axes, register).offset;
    const value = at(registers, register);
    const re = table.re[entry];
    invariant(re !== undefined, () => `evaluate: ${table.name} has no constant for place ${entry}`);
    const im = table.im?.[entry] ?? 0;
    registers[register] = isComplex(value)
      ? { re: value.re * re - value.im * im, im: value.im * re + value.re * im }
      : scaledElement(value, re);
  }
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

/** The transform of a few numbers, by definition. */
export const hadamardWithin = (numbers: readonly number[]): readonly number[] =>
  signsOf(sylvester(numbers.length)).map((row) =>
    row.reduce((sum, sign, column) => sum + sign * at(numbers, column), 0),
  );

function twiddleFactors(
  state: ThreadState,
  twiddle: Twiddle,
  groups: readonly { readonly size: number }[],
  group: number,
): Complex[] {
  let rest = group;
  let exponent = sumValue(twiddle.exponent, state.coordinates);
  groups.forEach((axis, index) => {
    exponent += (rest % axis.size) * at(twiddle.groupWeights, index);
    rest = Math.floor(rest / axis.size);
  });
  const inverse = state.direction === "inverse";
  const { source } = twiddle;
  return twiddle.factors.map((_, row) => {
    switch (source.kind) {
      case "table":
        invariant(
          exponent < source.table.count,
          () => `evaluate: exponent ${exponent} outside table ${source.table.name}`,
        );
        return tableEntry(source.table, row, exponent, inverse);
      case "product":
        return source.parts
          .map(({ table, unit }) =>
            tableEntry(table, 0, Math.floor(factorExponent(twiddle, row, exponent) / unit) % table.count, inverse),
          )
          .reduceRight(multiplyNearOne);
      case "fast":
        return conjugateIf(inverse, rootOfUnity(factorExponent(twiddle, row, exponent), twiddle.order, "f64"));
      default:
        return unreachable(source);
    }
  });
}

/** The exponent of factor `row` in units of the twiddle's order: its power and turn folded in, reduced. */
function factorExponent(twiddle: Twiddle, row: number, exponent: number): number {
  const factor = at(twiddle.factors, row);
  return (exponent * factor.power + factorTurn(twiddle, row)) % twiddle.order;
}

/** The turn of factor `row` in units of the twiddle's order. */
export function factorTurn(twiddle: Twiddle, row: number): number {
  const { turn } = at(twiddle.factors, row);
  const units = (turn.numerator * twiddle.order) / turn.denominator;
  invariant(
    Number.isInteger(units),
    () => `twiddle: a turn of ${turn.numerator}/${turn.denominator} is no multiple of 1/${twiddle.order}`,
  );
  return units;
}

/** One entry of a twiddle table, in double precision. */
export const tableEntry = (table: TwiddleTable, row: number, index: number, inverse: boolean): Complex =>
  conjugateIf(inverse, entryAt(table, row * table.count + index));

/** Each entry is read many times, and its exact arithmetic is slow. */
const entryAt = rememberedOfTwo((table: TwiddleTable, place: number): Complex => {
  const { numerator, denominator } = tableFraction(table, Math.floor(place / table.count), place % table.count);
  return (table.minusOne ? rootMinusOne : rootOfUnity)(numerator, denominator, "f64");
});

/** The fraction of a full turn that one entry of a twiddle table stands for. */
export function tableFraction(
  table: TwiddleTable,
  row: number,
  index: number,
): { readonly numerator: number; readonly denominator: number } {
  const { power, turn } = at(table.rows, row);
  return {
    numerator: power * index * turn.denominator + turn.numerator * table.order,
    denominator: table.order * turn.denominator,
  };
}

const conjugateIf = (condition: boolean, value: Complex): Complex =>
  condition ? { re: value.re, im: -value.im } : value;
/** a (1 + d) */
export const multiplyNearOne = (a: Complex, d: Complex): Complex => ({
  re: a.re + a.re * d.re - a.im * d.im,
  im: a.im + a.re * d.im + a.im * d.re,
});

export const sumValue = (sum: Sum, coordinates: ReadonlyMap<string, number>): number =>
  sum.reduce((total, term) => {
    const value = coordinates.get(term.coordinate);
    invariant(value !== undefined, () => `evaluate: coordinate ${term.coordinate} is not defined`);
    return total + value * term.weight;
  }, 0);

export const coordinateValues = (coordinates: readonly Coordinate[], index: number): Map<string, number> =>
  new Map(
    coordinates.map(({ name, divisor, size, reduce }) => [
      name,
      reduce ? Math.floor(index / divisor) % size : Math.floor(index / divisor),
    ]),
  );
