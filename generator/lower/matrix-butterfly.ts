// Turns the butterfly of a phase that tensor cores compute into a step of the program: its matrix, permuted as the phase places
// the digit, and its twiddle factors.
import { matrixName, unitFragment, type DftMatrix, type MatrixSpec } from "../codelet/matrix.js";
import { invariant } from "../failure/errors.js";
import type { MatrixButterfly, MatrixOperand } from "../kernel/matrix-program.js";
import { tablesOf, withSuffix, type Twiddle, type TwiddleAxis } from "../kernel/twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { product, type Atom, type TransformedDigit } from "../layout/digits.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import { fixedLaneAtoms } from "../layout/fragment-phases.js";
import { longestRun } from "../layout/runs.js";
import type { MatrixUnit, TwiddleSource } from "../plan/plan.js";
import { isSplitUnit, matrixUnit } from "../plan/units.js";
import { hasTwiddles, storageBytes, type Direction, type Transform } from "../plan/transform.js";
import type { KernelTexts } from "./texts.js";
import { sumOf, twiddleAxes, type Field } from "./fields.js";
import { factorSource, MATRIX_TABLE_BYTES } from "../kernel/factor-source.js";
import { exponentUse, type Exponent } from "../layout/twiddle-exponents.js";

export interface MatrixContext {
  readonly transform: Transform;
  readonly twiddles: TwiddleSource;
  readonly texts: KernelTexts;
  /** Tables and matrices by name; new ones are added. */
  readonly tables: Map<string, TwiddleTable>;
  readonly matrices: Map<string, MatrixOperand>;
}

/** Up to here all entries of a matrix are exact in halves. */
const EXACT_RADIX = 4;

/** What an atom adds to the value of a digit. */
export const digitUse =
  (digit: TransformedDigit) =>
  (atom: Atom): number =>
    atom.digit === digit.name ? atom.weight : 0;

/** What a butterfly does besides its product with the matrix of its radix. */
export interface MatrixWork {
  readonly exponent: Exponent | undefined;
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
  { exponent, entry, factor }: MatrixWork,
): MatrixButterfly {
  const { transform, matrices } = context;
  const unit = matrixUnit(digit.subComputation);
  invariant(unit !== undefined, () => `lower: digit ${digit.name} is no product with a matrix`);
  const lanes = phase.threads.slice(0, fixedLaneAtoms(phase));
  const own = phase.registers.filter((atom) => atom.digit === digit.name);
  const weights = [...lanes, ...own].map((atom) => (atom.digit === digit.name ? atom.weight : 0));
  const storage = transform.precision === "bf16" ? "bf16" : "f16";
  const places = { radix: digit.radix, storage, weights, fragment: unitFragment(unit, digit.radix) } as const;
  const operand = (part: DftMatrix["part"]): MatrixOperand => {
    const spec: MatrixSpec = hasTwiddles(transform)
      ? { kind: "dft", ...places, direction: transform.direction, part }
      : { kind: "hadamard", ...places, vectorRadix: phase.vectorDigit === undefined ? 1 : 2, entry };
    const suffix = spec.kind === "dft" ? context.texts.tableSuffix : "";
    const made: MatrixOperand = { name: `${matrixName(spec)}${suffix}`, spec };
    matrices.set(made.name, made);
    return made;
  };
  const matrix = operand("rounded");
  const remainder = unit === "split" && digit.radix > EXACT_RADIX ? operand("remainder") : undefined;
  const twiddle = exponent === undefined ? undefined : matrixTwiddle(phase, digit, fields, exponent, unit, context);
  const turned = digit.subComputation.twiddle === "pre-tw" ? "before" : "after";
  const registers = registersPerThread(phase);
  return { kind: "matrix-butterfly", unit, matrix, remainder, registers, twiddle, turned, factor };
}

function matrixTwiddle(
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent,
  unit: MatrixUnit,
  { transform: { direction }, twiddles, texts, tables }: MatrixContext,
): Twiddle {
  const { order } = exponent;
  const ofDigit = digitUse(digit);
  const axes = twiddleAxes(phase.registers, exponent, ofDigit);
  const storage = isSplitUnit(unit) ? "f32" : "f16";
  const run = tableRun(phase, axes, exponent, storage);
  const table = digitTable(digit.radix, direction, exponent, phase, storage, run);
  const found = factorSource(twiddles, table, MATRIX_TABLE_BYTES / storageBytes(storage), run);
  const source = withSuffix(found, texts.tableSuffix);
  for (const used of tablesOf(source)) tables.set(used.name, used);
  const own = { row: sumOf(fields, ofDigit), exponent: sumOf(fields, exponentUse(exponent)) };
  return { direction, order, rows: table.rows, ...own, axes, source };
}

/** Entries that one access reads. Those for neighbouring exponents are neighbours; a run must begin at a multiple of its length. */
function tableRun(phase: Phase, axes: readonly TwiddleAxis[], exponent: Exponent, storage: "f16" | "f32"): number {
  const use = exponentUse(exponent);
  if (phase.threads.some((atom) => use(atom) === 1)) return 1;
  const along = axes.find((axis) => axis.exponent === 1)?.size ?? 1;
  const others = [...phase.threads, ...phase.registers].map(use).filter((weight) => weight > 1);
  const fits = (run: number): boolean =>
    along % run === 0 && exponent.count % run === 0 && others.every((weight) => weight < run || weight % run === 0);
  const longest = longestRun(2 * storageBytes(storage));
  return [longest, longest / 2].find(fits) ?? 1;
}

/** The table of a digit's factors: `roots16_w256`, a row for each of its values. */
function digitTable(
  radix: number,
  direction: Direction,
  { order, count }: Exponent,
  phase: Phase,
  storage: "f16" | "f32",
  run: number,
): TwiddleTable {
  const rows = Array.from({ length: radix }, (_, power) => ({ power, turn: { numerator: 0, denominator: 1 } }));
  const name = `roots${radix}_w${order}${count * radix === order ? "" : `_first${count}`}`;
  const table = { name, direction, order, count, rows, minusOne: false, storage };
  const bits = phase.threads.slice(0, fixedLaneAtoms(phase));
  const lanes = product(bits);
  const areHeaviest = bits.every(({ weight }, bit) => weight === (radix / lanes) * 2 ** bit);
  if (bits.length === 0 || !areHeaviest || radix < lanes) return table;
  return { ...table, name: `${name}_runs_of_${run}`, fragments: { run, lane: radix / lanes, lanes } };
}
