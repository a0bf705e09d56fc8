// Runs a kernel program on numbers, block by block and phase by phase: the definition of what a program means, and the
// test of lowering. Follows every address; throws an InvariantError for accesses that a correct program never makes.
import { buildCodelet, evaluateCodelet, type Complex } from "../codelet/codelet.js";
import { rootMinusOne, rootOfUnity } from "../arithmetic/root-of-unity.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import type {
  BlockStep,
  Coordinate,
  HostProgram,
  KernelProgram,
  RegisterAxis,
  ThreadStep,
  Sum,
  Twiddle,
  TwiddleTable,
} from "./program.js";

/** Complex data in two parallel arrays. */
export interface ComplexArray {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export const complexArray = (length: number): ComplexArray => ({
  re: new Float64Array(length),
  im: new Float64Array(length),
});

/** Runs all kernels of a host program; `input` is left alone unless input and output are the same object. */
export function evaluateHostProgram(
  program: HostProgram,
  input: ComplexArray,
  output: ComplexArray,
  batch: number,
): void {
  const workspace = program.usesWorkspace ? complexArray(input.re.length) : undefined;
  const bufferOf = (name: "in" | "out" | "workspace"): ComplexArray => {
    if (name === "in") return input;
    if (name === "out") return output;
    invariant(workspace !== undefined, () => "evaluate: a launch uses a workspace that the program does not have");
    return workspace;
  };
  for (const launch of program.launches)
    evaluateKernel(launch.kernel, bufferOf(launch.source), bufferOf(launch.target), batch);
}

export function evaluateKernel(kernel: KernelProgram, input: ComplexArray, output: ComplexArray, batch: number): void {
  const blocks = kernel.blocksPerBatchTile * Math.ceil(batch / kernel.batchTile);
  for (let block = 0; block < blocks; block++) {
    const coordinates = coordinateValues(kernel.blockCoordinates, block % kernel.blocksPerBatchTile);
    const firstMember = Math.floor(block / kernel.blocksPerBatchTile) * kernel.batchTile;
    const state: BlockState = {
      kernel,
      input,
      output,
      coordinates,
      sourceBase: firstMember * kernel.batchStride + sumValue(kernel.blockInput, coordinates),
      targetBase: firstMember * kernel.batchStride + sumValue(kernel.blockOutput, coordinates),
      present: Math.min(kernel.batchTile, batch - firstMember),
      shared: complexArray(kernel.sharedElements),
      sharedWriter: new Int32Array(kernel.sharedElements).fill(NEVER),
    };
    for (const step of kernel.body) runBlockStep(state, step);
  }
}

const NEVER = -1;
const SETTLED = -2;

interface BlockState {
  readonly kernel: KernelProgram;
  readonly input: ComplexArray;
  readonly output: ComplexArray;
  readonly coordinates: ReadonlyMap<string, number>;
  readonly sourceBase: number;
  readonly targetBase: number;
  readonly present: number;
  readonly shared: ComplexArray;
  /** Who wrote each shared element since the last barrier; SETTLED before it, NEVER if nobody did. */
  readonly sharedWriter: Int32Array;
}

function runBlockStep(state: BlockState, step: BlockStep): void {
  switch (step.kind) {
    case "barrier":
      state.sharedWriter.forEach((writer, index) => {
        if (writer !== NEVER) state.sharedWriter[index] = SETTLED;
      });
      return;
    case "phase": {
      const threads = step.activeThreads ?? state.kernel.threads;
      for (let thread = 0; thread < threads; thread++) {
        const registers = Array.from({ length: step.registers }, (): Complex => ({ re: 0, im: 0 }));
        const threadState = { block: state, thread, coordinates: new Map(state.coordinates), registers };
        for (const threadStep of step.steps) runThreadStep(threadState, threadStep);
      }
      return;
    }
    default:
      unreachable(step);
  }
}

interface ThreadState {
  readonly block: BlockState;
  readonly thread: number;
  readonly coordinates: Map<string, number>;
  readonly registers: Complex[];
}

function runThreadStep(state: ThreadState, step: ThreadStep): void {
  const { block, registers, coordinates } = state;
  switch (step.kind) {
    case "coordinates":
      for (const [name, value] of coordinateValues(step.coordinates, state.thread)) coordinates.set(name, value);
      return;
    case "load": {
      const base = block.sourceBase + sumValue(step.address, coordinates);
      const member = step.guard === undefined ? 0 : sumValue(step.guard.member, coordinates);
      forEachRegister(step.axes, (register, offset, batch) => {
        if (step.guard !== undefined && member + batch >= block.present) return;
        const index = base + offset;
        invariant(
          index >= 0 && index < block.input.re.length,
          () => `evaluate: load of element ${index} outside the input`,
        );
        registers[register] = { re: block.input.re[index] ?? 0, im: block.input.im[index] ?? 0 };
      });
      return;
    }
    case "store": {
      const base = block.targetBase + sumValue(step.address, coordinates);
      const member = step.guard === undefined ? 0 : sumValue(step.guard.member, coordinates);
      forEachRegister(step.axes, (register, offset, batch) => {
        if (step.guard !== undefined && member + batch >= block.present) return;
        const index = base + offset;
        invariant(
          index >= 0 && index < block.output.re.length,
          () => `evaluate: store to element ${index} outside the output`,
        );
        block.output.re[index] = at(registers, register).re;
        block.output.im[index] = at(registers, register).im;
      });
      return;
    }
    case "shared-write": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        const index = base + offset;
        invariant(index < block.shared.re.length, () => `evaluate: shared element ${index} outside the tile`);
        block.shared.re[index] = at(registers, register).re;
        block.shared.im[index] = at(registers, register).im;
        block.sharedWriter[index] = state.thread;
      });
      return;
    }
    case "shared-read": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        const index = base + offset;
        const writer = block.sharedWriter[index];
        invariant(
          writer === SETTLED || writer === state.thread,
          () => `evaluate: shared element ${index} read before it was written and settled by a barrier`,
        );
        registers[register] = { re: block.shared.re[index] ?? 0, im: block.shared.im[index] ?? 0 };
      });
      return;
    }
    case "butterfly": {
      const codelet = buildCodelet(step.codelet);
      const radix = step.codelet.radix;
      const groups = step.groups.reduce((total, group) => total * group.size, 1);
      for (let group = 0; group < groups; group++) {
        const inputs = registers.slice(group * radix, (group + 1) * radix);
        const factors = step.twiddle === undefined ? [] : twiddleFactors(state, step.twiddle, step.groups, group);
        evaluateCodelet(codelet, inputs, factors).forEach((value, index) => (registers[group * radix + index] = value));
      }
      return;
    }
    case "scale":
      for (let i = 0; i < step.registers; i++) {
        const value = at(registers, i);
        registers[i] = { re: value.re * step.factor, im: value.im * step.factor };
      }
      return;
    default:
      unreachable(step);
  }
}

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
  const inverse = state.block.kernel.direction === "inverse";
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
function tableEntry(table: TwiddleTable, row: number, index: number, inverse: boolean): Complex {
  const { numerator, denominator } = tableFraction(table, row, index);
  const root = table.minusOne ? rootMinusOne : rootOfUnity;
  return conjugateIf(inverse, root(numerator, denominator, "f64"));
}

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
const multiplyNearOne = (a: Complex, d: Complex): Complex => ({
  re: a.re + a.re * d.re - a.im * d.im,
  im: a.im + a.re * d.im + a.im * d.re,
});

const sumValue = (sum: Sum, coordinates: ReadonlyMap<string, number>): number =>
  sum.reduce((total, term) => {
    const value = coordinates.get(term.coordinate);
    invariant(value !== undefined, () => `evaluate: coordinate ${term.coordinate} is not defined`);
    return total + value * term.weight;
  }, 0);

const coordinateValues = (coordinates: readonly Coordinate[], index: number): Map<string, number> =>
  new Map(
    coordinates.map(({ name, divisor, size, reduce }) => [
      name,
      reduce ? Math.floor(index / divisor) % size : Math.floor(index / divisor),
    ]),
  );

/** Calls `visit` for each register of the axes with its element offset and batch offset. */
function forEachRegister(
  axes: readonly RegisterAxis[],
  visit: (register: number, offset: number, batch: number) => void,
): void {
  const count = axes.reduce((total, axis) => total * axis.size, 1);
  for (let register = 0; register < count; register++) {
    let rest = register;
    let offset = 0;
    let batch = 0;
    for (const axis of axes) {
      const value = rest % axis.size;
      rest = Math.floor(rest / axis.size);
      offset += value * axis.weight;
      batch += value * axis.batch;
    }
    visit(register, offset, batch);
  }
}
