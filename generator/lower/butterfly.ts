// Turns the butterfly of a phase into a step of the program: its codelet, how many of it a thread does, and its twiddle
// factors. Collects the tables that these come from.
import { signMatrix } from "../plan/axes.js";
import { hadamardAlgorithm } from "../plan/units.js";
import type { CodeletSpec } from "../codelet/codelet.js";
import type { HadamardSpec } from "../codelet/hadamard.js";
import type { ThreadStep } from "../kernel/program.js";
import { tablesOf, withSuffix, type Twiddle, type TwiddleAxis } from "../kernel/twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type { DigitSet, TransformedDigit } from "../layout/digits.js";
import type { Phase } from "../layout/phases.js";
import type { TwiddleSource } from "../plan/plan.js";
import { computedWith, hasTwiddles } from "../plan/transform.js";
import type { KernelTexts } from "./texts.js";
import { axesOf, sumOf, twiddleAxes, type Field } from "./fields.js";
import { codeletTable, factorSource } from "../kernel/factor-source.js";
import { exponentUse, type Exponent } from "../layout/twiddle-exponents.js";

export interface ButterflyContext {
  readonly set: DigitSet;
  readonly twiddles: TwiddleSource;
  /** Entries of a table beyond which it is replaced by a product of smaller ones. */
  readonly tableEntries: number;
  readonly texts: KernelTexts;
  /** Tables by name; new ones are added. */
  readonly tables: Map<string, TwiddleTable>;
}

/** `fields` are all coordinates in scope. */
export function butterflyStep(
  context: ButterflyContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent | undefined,
): ThreadStep {
  const { transform } = context.set;
  if (hasTwiddles(transform)) return fourierStep(context, phase, digit, fields, exponent);
  const extras = phase.registers.filter((atom) => atom.digit !== digit.name);
  const codelet: HadamardSpec = {
    kind: "hadamard",
    matrix: signMatrix(transform, digit.radix),
    algorithm: hadamardAlgorithm(digit.subComputation),
    outputs: transform.order === "natural" ? "natural" : "bit-reversed",
  };
  return { kind: "hadamard", codelet, groups: axesOf(extras, {}).map(({ size }) => ({ size })) };
}

function fourierStep(
  context: ButterflyContext,
  phase: Phase,
  digit: TransformedDigit,
  fields: readonly Field[],
  exponent: Exponent | undefined,
): ThreadStep {
  const { twiddles, tables, set } = context;
  const { transform } = set;
  const position = digit.subComputation.twiddle;
  const codelet: CodeletSpec = {
    radix: digit.radix,
    direction: transform.direction,
    twiddle: position === "tw" ? "post" : position === "pre-tw" ? "pre" : "none",
    source: twiddles === "powers" ? "powers" : "factors",
  };
  const extras = phase.registers.filter((atom) => atom.digit !== digit.name);
  if (exponent === undefined) {
    const groups = axesOf(extras, {}).map(({ size }) => ({ size }));
    return { kind: "butterfly", codelet, groups, twiddle: undefined };
  }
  const table = codeletTable(exponent, codelet, computedWith(transform));
  const found = factorSource(twiddles, table, context.tableEntries);
  // Names of whole tables say which butterfly they are for, and so in which direction.
  const source = found.kind === "table" ? found : withSuffix(found, context.texts.tableSuffix);
  for (const used of tablesOf(source)) tables.set(used.name, used);
  const each: TwiddleAxis = { size: table.rows.length, row: 1, exponent: 0 };
  const groups = twiddleAxes(extras, exponent);
  const twiddle: Twiddle = {
    direction: transform.direction,
    order: exponent.order,
    rows: table.rows,
    row: [],
    exponent: sumOf(fields, exponentUse(exponent)),
    axes: [each, ...groups],
    source,
  };
  return { kind: "butterfly", codelet, groups: groups.map(({ size }) => ({ size })), twiddle };
}
