// Prints how a butterfly gets its twiddle factors: from one table, as a product of tables, or from the intrinsic.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { unreachable } from "../failure/errors.js";
import type { Twiddle } from "../kernel/program.js";
import { factorTurn } from "../kernel/evaluate-thread.js";
import type { Direction, Precision } from "../plan/transform.js";
import { sumText, TWO_TO_32, unsignedLiteral } from "./print-index.js";

/** A comment that would reach beyond this stands on a line of its own. */
const WIDEST = 130;

export interface TwiddleContext {
  readonly precision: Precision;
  readonly direction: Direction;
}

/** Lines that define `w[...]`; `groupTerms` are what the register group adds to the exponent, such as `4u * g`. */
export const twiddleLines = (
  twiddle: Twiddle,
  groupTerms: readonly string[],
  context: TwiddleContext,
): readonly string[] => [
  ...exponentLines(twiddle, groupTerms, context),
  `${rootType(context)} w[${twiddle.factors.length}];`,
  ...factorLines(twiddle, context),
];

/** Of a factor that is computed. */
export const rootType = ({ precision }: TwiddleContext): string => (precision === "f32" ? "float2" : "double2");

/** Whether exponents need more than 32 bits. */
const isWide = ({ order, factors }: Twiddle): boolean =>
  order * Math.max(...factors.map((factor) => factor.power)) >= TWO_TO_32;

/** Lines that define the exponent `e`. */
export function exponentLines(
  twiddle: Twiddle,
  groupTerms: readonly string[],
  context: TwiddleContext,
): readonly string[] {
  const { order } = twiddle;
  const wide = isWide(twiddle);
  const exponent = `const ${wide ? "unsigned long long" : "unsigned"} e = ${sumText(twiddle.exponent, groupTerms)};`;
  const sign = context.direction === "forward" ? "-" : "+";
  const meaning = `// w = exp(${sign}2 pi i e / ${order})`;
  const defined = `${exponent}  ${meaning}`;
  return defined.length > WIDEST ? [meaning, exponent] : [defined];
}

/** Lines that set `w[...]` for the exponent `e`. */
export function factorLines(twiddle: Twiddle, context: TwiddleContext): readonly string[] {
  const { source, factors, order } = twiddle;
  const wide = isWide(twiddle);
  switch (source.kind) {
    case "table":
      if (factors.length === 1) return [`w[0] = load_table(${source.table.name} + e);`];
      return [
        "#pragma unroll",
        `for (unsigned f = 0; f < ${factors.length}; ++f) w[f] = load_table(${source.table.name} + ${unsignedLiteral(source.table.count)} * f + e);`,
      ];
    case "product":
      return [
        ...factors.flatMap((_, row) => {
          const power = reducedExponent(twiddle, row);
          const name = power === "e" ? "e" : `e${row}`;
          const define = power === "e" ? [] : [`const ${wide ? "unsigned long long" : "unsigned"} ${name} = ${power};`];
          const parts = source.parts.map(({ table, unit }, index) => {
            const shifted = unit === 1 ? name : `${name} / ${unsignedLiteral(unit)}`;
            const digit = index === source.parts.length - 1 ? shifted : `${shifted} % ${unsignedLiteral(table.count)}`;
            return `load_table(${table.name} + ${digit})`;
          });
          const value = parts.reduceRight((coarse, fine) => `multiply_near_one(${coarse}, ${fine})`);
          return [...define, `w[${row}] = ${value};`];
        }),
      ];
    case "fast":
      return [
        ...factors.map((_, row) => {
          const real = context.precision === "f32" ? "float" : "double";
          const unit = nearestLiteral((context.direction === "forward" ? 1 : -1) / order, context.precision);
          return `w[${row}] = fast_root(static_cast<${real}>(${reducedExponent(twiddle, row)}) * ${unit});`;
        }),
      ];
    default:
      return unreachable(source);
  }
}

/** The exponent of one factor, power and turn folded in, below the order. */
function reducedExponent(twiddle: Twiddle, row: number): string {
  const power = twiddle.factors[row]?.power ?? 1;
  const turn = factorTurn(twiddle, row);
  const scaled = power === 1 ? "e" : `e * ${unsignedLiteral(power)}`;
  const turned = turn === 0 ? scaled : `${scaled} + ${unsignedLiteral(turn)}`;
  if (turned === "e") return "e";
  return turn === 0
    ? `${turned} % ${unsignedLiteral(twiddle.order)}`
    : `(${turned}) % ${unsignedLiteral(twiddle.order)}`;
}
