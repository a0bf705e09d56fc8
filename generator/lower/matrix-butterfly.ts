// Turns the butterfly of a phase that tensor cores compute into a step of the program: its matrix, permuted as the phase places
// the digit, and its twiddle factors.
import { FRAGMENT_POSITIONS, matrixName, type DftMatrix, type MatrixSpec } from "../codelet/matrix.js";
import { invariant } from "../failure/errors.js";
import type { MatrixButterfly, MatrixFactorSource, MatrixOperand, MatrixTwiddle } from "../kernel/matrix-program.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { Atom, TransformedDigit } from "../layout/digits.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import { FRAGMENT_LANE_ATOMS, longestRun } from "../layout/runs.js";
import type { TwiddleSource } from "../plan/plan.js";
import { matrixUnit } from "../plan/units.js";
import { hasTwiddles, storageBytes, type Transform } from "../plan/transform.js";
import { sumOf, type Field } from "./fields.js";
import { MATRIX_TABLE_BYTES, productParts } from "../kernel/factor-source.js";
import { exponentUse, type Exponent } from "../layout/twiddle-exponents.js";

export interface MatrixContext {
  readonly transform: Transform;
  readonly twiddles: TwiddleSource;
  /** Tables and matrices by name; new ones are added. */
  readonly tables: Map<string, TwiddleTable>;
  readonly matrices: Map<string, MatrixOperand>;
}

/** What an atom adds to the value of a digit. */
export const digitUse =
  (digit: TransformedDigit) =>
  (atom: Atom): number =>
    atom.digit === digit.name ? atom.weight : 0;

/** What a butterfly does besides its product with the matrix of its radix. */
export interface MatrixWork {
  readonly exponent: Exponent | undefined;
  /** Of a Walsh-Hadamard kernel: the two neighbours of each element are transformed as well. */
  readonly within: boolean;
  /** What the matrix is scaled by, a power of two, and what the results are before they are rounded. */
  readonly entry: number;
  readonly factor: number;
}

/** `fields` are all coordinates in scope. */
export function matrixButterfly(
  context: MatrixContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  { exponent, within, entry, factor }: MatrixWork,
): MatrixButterfly {
  const { transform, tables, matrices } = context;
  const unit = matrixUnit(digit.subComputation);
  invariant(unit !== undefined, () => `lower: digit ${digit.name} is no product with a matrix`);
  const lanes = phase.threads.slice(0, FRAGMENT_LANE_ATOMS);
  const own = phase.registers.filter((atom) => atom.digit === digit.name);
  const weights = [...lanes, ...own].map((atom) => (atom.digit === digit.name ? atom.weight : 0));
  const storage = transform.precision === "bf16" ? "bf16" : "f16";
  const places = { radix: digit.radix, storage, weights } as const;
  const operand = (part: DftMatrix["part"]): MatrixOperand => {
    const spec: MatrixSpec = hasTwiddles(transform)
      ? { kind: "dft", ...places, direction: transform.direction, part }
      : { kind: "hadamard", ...places, within, entry };
    const made: MatrixOperand = { name: matrixName(spec), spec };
    matrices.set(made.name, made);
    return made;
  };
  const matrix = operand("rounded");
  // The matrices of radix 2 and 4 are exact in halves.
  const remainder = unit === "split" && digit.radix > FRAGMENT_POSITIONS ? operand("remainder") : undefined;
  const tableStorage = unit === "mma" || unit === "mma.f16" ? "f16" : "f32";
  const twiddle =
    exponent === undefined ? undefined : matrixTwiddle(phase, digit, fields, exponent, context.twiddles, tableStorage);
  if (twiddle?.source.kind === "table") tables.set(twiddle.source.table.name, twiddle.source.table);
  if (twiddle?.source.kind === "product") for (const { table } of twiddle.source.parts) tables.set(table.name, table);
  return { kind: "matrix-butterfly", unit, matrix, remainder, registers: registersPerThread(phase), twiddle, factor };
}

function matrixTwiddle(
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent,
  source: TwiddleSource,
  storage: "f16" | "f32",
): MatrixTwiddle {
  const ofDigit = digitUse(digit);
  const ofExponent = exponentUse(exponent);
  const axes: MatrixTwiddle["axes"][number][] = [];
  for (const atom of phase.registers) {
    const axis = { size: atom.size, digit: ofDigit(atom), exponent: ofExponent(atom) };
    const last = axes.at(-1);
    const merges =
      last !== undefined && axis.digit === last.digit * last.size && axis.exponent === last.exponent * last.size;
    if (merges) axes[axes.length - 1] = { ...last, size: last.size * axis.size };
    else axes.push(axis);
  }
  return {
    order: exponent.order,
    position: digit.subComputation.twiddle === "pre-tw" ? "before" : "after",
    digit: sumOf(fields, ofDigit),
    exponent: sumOf(fields, ofExponent),
    axes,
    source: factorSource(digit.radix, exponent, source, axes, phase, ofExponent, storage),
  };
}

function factorSource(
  radix: number,
  { order, count }: Exponent,
  source: TwiddleSource,
  axes: MatrixTwiddle["axes"],
  phase: Phase,
  ofExponent: (atom: Atom) => number,
  storage: "f16" | "f32",
): MatrixFactorSource {
  if (source === "fast-sincos") return { kind: "fast" };
  if (radix * count * storageBytes(storage) > MATRIX_TABLE_BYTES)
    return { kind: "product", parts: productParts(order, "f32") };
  const rows = Array.from({ length: radix }, (_, power) => ({ power, turn: { numerator: 0, denominator: 1 } }));
  const part = count * radix === order ? "" : `_first${count}`;
  const name = `roots${radix}_w${order}${part}`;
  // Entries for neighbouring exponents are neighbours. A run must begin at a multiple of its length.
  const along = axes.find(({ exponent }) => exponent === 1)?.size ?? 1;
  const others = [...phase.threads, ...phase.registers].map(ofExponent).filter((weight) => weight > 1);
  const fits = (run: number): boolean =>
    along % run === 0 && count % run === 0 && others.every((weight) => weight < run || weight % run === 0);
  const onThreads = phase.threads.some((atom) => ofExponent(atom) === 1);
  const longest = longestRun(2 * storageBytes(storage));
  const run = onThreads ? 1 : ([longest, longest / 2].find(fits) ?? 1);
  const isHeavy = phase.threads
    .slice(0, FRAGMENT_LANE_ATOMS)
    .every(({ weight }, bit) => weight === (radix / 4) * 2 ** bit);
  const inOrder = isHeavy && radix >= FRAGMENT_POSITIONS;
  const fragments = inOrder ? { fragments: { run, lane: radix / 4 } } : {};
  const table: TwiddleTable = {
    name: inOrder ? `${name}_runs_of_${run}` : name,
    order,
    count,
    rows,
    minusOne: false,
    storage,
    ...fragments,
  };
  return { kind: "table", table, run };
}
