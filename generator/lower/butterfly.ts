// Turns the butterfly of a phase into a step of the program: its codelet, how many of it a thread does, and its twiddle
// factors. Collects the tables that these come from.
import { signMatrix } from "../plan/axes.js";
import { hadamardAlgorithm } from "../plan/units.js";
import { invariant } from "../failure/errors.js";
import type { Factor } from "../codelet/factors.js";
import { addTurns, turn } from "../codelet/turn.js";
import { buildHermitian, hermitianName, type HermitianSpec } from "../codelet/hermitian.js";
import { withPart, type CodeletPart, type CodeletSpec } from "../codelet/codelet.js";
import type { HadamardSpec } from "../codelet/hadamard.js";
import type { SingleStep } from "../kernel/program.js";
import { tablesOf, withSuffix, type Twiddle, type TwiddleAxis } from "../kernel/twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { BATCH, product, type Atom, type DigitSet, type TransformedDigit } from "../layout/digits.js";
import type { Phase } from "../layout/phases.js";
import { PAIR } from "../plan/hermitian-step.js";
import type { TwiddleSource } from "../plan/plan.js";
import { computedWith, hasTwiddles, type Transform } from "../plan/transform.js";
import type { KernelTexts } from "./texts.js";
import { sumOf, twiddleAxes, type Field } from "./fields.js";
import { codeletTable, factorSource } from "../kernel/factor-source.js";
import { exponentUse, hermitianAxis, type Exponent } from "../layout/twiddle-exponents.js";

export interface ButterflyContext {
  readonly set: DigitSet;
  readonly twiddles: TwiddleSource;
  /** Entries of a table beyond which it is replaced by a product of smaller ones. */
  readonly tableEntries: number;
  readonly texts: KernelTexts;
  /** Tables by name; new ones are added. */
  readonly tables: Map<string, TwiddleTable>;
}

/** `fields` are all coordinates in scope; `part`: of the butterfly, that is needed. */
export function butterflyStep(
  context: ButterflyContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent | undefined,
  part: CodeletPart | undefined,
): SingleStep {
  const { transform, frequencies } = context.set;
  if (frequencies !== undefined) return hermitianPairs(context, phase, digit, fields, exponent);
  if (hasTwiddles(transform)) return fourierStep(context, phase, digit, fields, exponent, part);
  const codelet = hadamardSpec(transform, digit.radix, hadamardAlgorithm(digit.subComputation));
  return { kind: "hadamard", codelet, place: "registers", butterflies: product(phase.registers) / digit.radix };
}

/** The step between complex numbers and the half spectrum of their parts, for each frequency and its mirror. */
function hermitianPairs(
  { twiddles, tables, set: { transform, arrays, byName }, tableEntries }: ButterflyContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent | undefined,
): SingleStep {
  invariant(exponent !== undefined, () => "lower: a Hermitian step without factors");
  const { direction } = transform;
  const isCosine = [arrays.input, arrays.output].some(({ conjugates }) => conjugates?.halfPlace === true);
  const { radix } = digit.subComputation;
  const codelet: HermitianSpec =
    radix === PAIR
      ? {
          ...{ kind: "hermitian", radix: 1, direction, part: "one", source: "factors" },
          ...(isCosine ? { cosine: true } : {}),
        }
      : { kind: "hermitian", radix, direction, part: "columns", source: twiddles === "powers" ? "powers" : "factors" };
  const { count } = exponent;
  // Angles of cosines are four times as fine.
  const order = (isCosine ? 4 : 1) * exponent.order;
  const { first = 0 } = hermitianAxis({ arrays });
  const rows = buildHermitian(codelet).factors.map(({ power, turn: own }): Factor => ({
    power,
    turn: addTurns(own, turn(power * first, order)),
  }));
  const name = `${hermitianName(codelet)}_w${order}${first === 0 ? "" : `_from${first}`}`;
  const table = { name, direction, order, count, rows, minusOne: false, storage: computedWith(transform) };
  const source = factorSource(twiddles, table, tableEntries);
  for (const used of tablesOf(source)) tables.set(used.name, used);
  const isColumn = ({ digit: name }: Atom): boolean =>
    radix !== PAIR && byName.get(name)?.axis !== digit.axis && name !== BATCH;
  const extras = phase.registers.filter((atom) => atom.digit !== digit.name && !isColumn(atom));
  const twiddle: Twiddle = {
    ...{ direction, order, rows, source, row: [] },
    exponent: sumOf(fields, exponentUse(exponent)),
    axes: [{ size: rows.length, row: 1, exponent: 0 }, ...twiddleAxes(extras, exponent)],
  };
  return { kind: "hermitian-pairs", codelet, butterflies: product(extras), twiddle };
}

/** The butterfly of what lies at `vector`, in each of a phase's elements. */
export const vectorButterfly = (
  { set: { transform } }: ButterflyContext,
  { vector, registers }: Phase,
): SingleStep => ({
  kind: "hadamard",
  codelet: hadamardSpec(transform, product(vector), "folklore"),
  place: "vector",
  butterflies: product(registers),
});

const hadamardSpec = (transform: Transform, radix: number, algorithm: HadamardSpec["algorithm"]): HadamardSpec => ({
  kind: "hadamard",
  matrix: signMatrix(transform, radix),
  algorithm,
  outputs: transform.order === "natural" ? "natural" : "bit-reversed",
});

function fourierStep(
  context: ButterflyContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent | undefined,
  part: CodeletPart | undefined,
): SingleStep {
  const { twiddles, tables, set } = context;
  const { transform } = set;
  const position = digit.subComputation.twiddle;
  const whole: CodeletSpec = {
    radix: digit.radix,
    direction: transform.direction,
    twiddle: position === "tw" ? "post" : position === "pre-tw" ? "pre" : "none",
    source: twiddles === "powers" ? "powers" : "factors",
  };
  const codelet = withPart(whole, part);
  const butterflies = product(phase.registers) / digit.radix;
  const atOnce = phase.vector.length === 0 ? 1 : 2;
  if (exponent === undefined) return { kind: "butterfly", codelet, butterflies, atOnce, twiddle: undefined };
  const table = codeletTable(exponent, codelet, computedWith(transform));
  const found = factorSource(twiddles, table, context.tableEntries);
  // Names of whole tables say which butterfly they are for, and so in which direction.
  const source = found.kind === "table" ? found : withSuffix(found, context.texts.tableSuffix);
  for (const used of tablesOf(source)) tables.set(used.name, used);
  const each: TwiddleAxis = { size: table.rows.length, row: 1, exponent: 0 };
  const extras = phase.registers.filter((atom) => atom.digit !== digit.name);
  const twiddle: Twiddle = {
    direction: transform.direction,
    order: exponent.order,
    rows: table.rows,
    row: [],
    exponent: sumOf(fields, exponentUse(exponent)),
    axes: [each, ...twiddleAxes(extras, exponent)],
    source,
  };
  return { kind: "butterfly", codelet, butterflies, atOnce, twiddle };
}
