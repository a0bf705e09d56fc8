// Turns twiddle tables into text: every entry computed exactly and rounded once.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { rootMinusOne, rootOfUnity } from "../arithmetic/root-of-unity.js";
import { tableFraction } from "../kernel/evaluate-thread.js";
import type { TwiddleTable } from "../kernel/program.js";
import type { Precision } from "../plan/transform.js";
import { comment } from "./lines.js";
import { complexType } from "./complex-type.js";
import type { TableView } from "./views.js";

const ENTRIES_PER_LINE = { f32: 4, f64: 2 } as const;

/** A table as a template's view: its entries rounded correctly, conjugated for inverse transforms. */
export function tableView(table: TwiddleTable, precision: Precision, inverse: boolean): TableView {
  const entries: string[] = [];
  table.rows.forEach((_, row) => {
    for (let index = 0; index < table.count; index++) {
      const { numerator, denominator } = tableFraction(table, row, index);
      const root = (table.minusOne ? rootMinusOne : rootOfUnity)(numerator, denominator, precision);
      entries.push(
        `{${floatLiteral(root.re, precision)}, ${floatLiteral(inverse && root.im !== 0 ? -root.im : root.im, precision)}}`,
      );
    }
  });
  const perLine = ENTRIES_PER_LINE[precision];
  const lines: string[] = [];
  for (let start = 0; start < entries.length; start += perLine)
    lines.push(`${entries.slice(start, start + perLine).join(", ")},`);
  const sign = inverse ? "+" : "-";
  const powers = table.rows.map(
    ({ power, turn }) => `w^${power}${turn.numerator === 0 ? "" : ` turned by ${turn.numerator}/${turn.denominator}`}`,
  );
  return {
    comment: comment(
      `${table.rows.length} row${table.rows.length === 1 ? "" : "s"} of ${table.count}, for w = exp(${sign}2 pi i e / ${table.order}), ` +
        `e = 0 .. ${table.count - 1}: ${powers.join(", ")}${table.minusOne ? ", each less 1 (for multiply_near_one)" : ""}`,
    ),
    type: complexType({ precision }),
    name: table.name,
    length: String(entries.length),
    lines,
  };
}
