// Prints the twiddle factors of a butterfly: from one table, as a product of tables, or from the intrinsic. In the registers of
// one thread they are `w[...]`; for butterflies on tensor cores `factor(r)` is that of register r.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { unreachable } from "../failure/errors.js";
import type { ThreadStep } from "../kernel/program.js";
import { turnUnits, type FactorSource, type Twiddle, type TwiddleAxis } from "../kernel/twiddle.js";
import { isShort, type Precision } from "../plan/transform.js";
import { block } from "./lines.js";
import { bracketed, sumText } from "./print-index.js";
import { TWO_TO_32, unsignedLiteral } from "./literals.js";
import { runLoops } from "./print-run.js";
import { tablePlace } from "./table-place.js";

/** A comment beyond this column goes on a line of its own. */
const WIDEST = 130;

export interface TwiddleContext {
  readonly precision: Precision;
}

/** Lines that define `w[...]`; `groupTerms` are the register group's part of the exponent, such as `4u * g`. */
export const twiddleLines = (
  twiddle: Twiddle,
  groupTerms: readonly string[],
  context: TwiddleContext,
): readonly string[] => [
  ...exponentLines(twiddle, groupTerms),
  `${rootType(context)} w[${twiddle.rows.length}];`,
  ...factorLines(twiddle, context),
];

/** The axes of a thread's butterflies: with twiddle factors those after the axis of the factors of each. */
export const butterflyAxes = ({
  butterflies,
  twiddle,
}: Extract<ThreadStep, { readonly kind: "butterfly" | "hermitian-pairs" }>): readonly {
  readonly size: number;
  readonly weight: number;
}[] =>
  twiddle === undefined
    ? [{ size: butterflies, weight: 0 }]
    : twiddle.axes.slice(1).map(({ size, exponent }) => ({ size, weight: exponent }));

/** The type of a computed factor. */
export const rootType = ({ precision }: TwiddleContext): string => (precision === "f32" ? "float2" : "double2");

const signOf = ({ direction }: Twiddle): string => (direction === "forward" ? "-" : "+");

/** The type of exponents: 64 bits where they exceed 32. */
const exponentType = ({ order, rows }: Twiddle): string =>
  order * Math.max(...rows.map(({ power }) => power)) >= TWO_TO_32 ? "unsigned long long" : "unsigned";

/** Lines that define the exponent `e`. */
export function exponentLines(twiddle: Twiddle, groupTerms: readonly string[]): readonly string[] {
  const exponent = `const ${exponentType(twiddle)} e = ${sumText(twiddle.exponent, groupTerms)};`;
  const meaning = `// w = exp(${signOf(twiddle)}2 pi i e / ${twiddle.order})`;
  const defined = `${exponent}  ${meaning}`;
  return defined.length > WIDEST ? [meaning, exponent] : [defined];
}

/** Lines that set `w[...]` for the exponent `e`. */
export function factorLines(twiddle: Twiddle, context: TwiddleContext): readonly string[] {
  const { source, rows } = twiddle;
  switch (source.kind) {
    case "table":
      if (rows.length === 1) return [`w[0] = load_table(${source.table.name} + e);`];
      return [
        "#pragma unroll",
        `for (unsigned f = 0; f < ${rows.length}; ++f) w[f] = load_table(${source.table.name} + ${unsignedLiteral(source.table.count)} * f + e);`,
      ];
    case "product":
      return rows.flatMap((_, row) => {
        const exponent = reducedExponent(twiddle, row);
        const name = exponent === "e" ? "e" : `e${row}`;
        const define = exponent === "e" ? [] : [`const ${exponentType(twiddle)} ${name} = ${exponent};`];
        return [...define, `w[${row}] = ${computedRoot(twiddle, source, name, context)};`];
      });
    case "fast":
      return rows.map(
        (_, row) => `w[${row}] = ${computedRoot(twiddle, source, reducedExponent(twiddle, row), context)};`,
      );
    default:
      return unreachable(source);
  }
}

/** The exponent of one factor, power and rotation included, reduced below the order. */
function reducedExponent(twiddle: Twiddle, row: number): string {
  const power = twiddle.rows[row]?.power ?? 1;
  const turn = turnUnits(twiddle, row);
  const scaled = power === 1 ? "e" : `e * ${unsignedLiteral(power)}`;
  const turned = turn === 0 ? scaled : `${scaled} + ${unsignedLiteral(turn)}`;
  if (turned === "e") return "e";
  return turn === 0
    ? `${turned} % ${unsignedLiteral(twiddle.order)}`
    : `(${turned}) % ${unsignedLiteral(twiddle.order)}`;
}

/** A root of unity that is in no table: `exponent` is below the order, and a variable where tables form a product. */
function computedRoot(
  { direction, order }: Twiddle,
  source: Exclude<FactorSource, { readonly kind: "table" }>,
  exponent: string,
  { precision }: TwiddleContext,
): string {
  if (source.kind === "fast") {
    const real = precision === "f32" ? "float" : "double";
    return `fast_root(static_cast<${real}>(${exponent}) * ${nearestLiteral((direction === "forward" ? 1 : -1) / order, precision)})`;
  }
  const parts = source.parts.map(({ table, unit }, index) => {
    const shifted = unit === 1 ? exponent : `${exponent} / ${unsignedLiteral(unit)}`;
    const place = index === source.parts.length - 1 ? shifted : `${shifted} % ${unsignedLiteral(table.count)}`;
    return `load_table(${table.name} + ${place})`;
  });
  return parts.reduceRight((coarse, fine) => `multiply_near_one(${coarse}, ${fine})`);
}

/** Lines that define `factor(r)`, the twiddle factor of register r. */
export function registerFactorLines(twiddle: Twiddle, registers: number, context: TwiddleContext): readonly string[] {
  const { order, source, row, exponent, axes } = twiddle;
  const meaning = `// factor(r) = exp(${signOf(twiddle)}2 pi i k e / ${order}) for register r: k the digit, e of those that follow`;
  if (source.kind !== "table")
    return [
      meaning,
      `const unsigned own_k = ${sumText(row)};`,
      `const unsigned own_e = ${sumText(exponent)};`,
      ...lambda([exponentLine(twiddle), `return ${computedRoot(twiddle, source, "e", context)};`]),
    ];
  const { table, run } = source;
  const place = tablePlace(table);
  const own = [
    ...row.map((term) => ({ ...term, weight: place.row(term.weight) })),
    ...exponent.map((term) => ({ ...term, weight: place.column(term.weight) })),
  ];
  const inTable = axes
    .flatMap((axis) => (axis.exponent === 1 && axis.size > run ? cut(axis, run) : [axis]))
    .map((axis) => ({ size: axis.size, weight: place.row(axis.row) + place.column(axis.exponent) }));
  const [type, entries, value] = isShort(table.storage)
    ? ["__half2", `halves(${table.name})`, "to_float2(w[r])"]
    : ["float2", table.name, "w[r]"];
  return [
    meaning,
    `const unsigned entry = ${sumText(own)};`,
    `${type} w[${registers}];`,
    ...runLoops(
      inTable,
      run,
      ({ register, offset, lengths }) => [
        `load_table_run<${lengths}>(${register}, ${[`${entries} + entry`, ...offset].join(" + ")});`,
      ],
      "w",
    ),
    `const auto factor = [&](unsigned r) { return ${value}; };`,
  ];
}

/** The first steps along an axis, and an axis of groups of so many steps. */
const cut = (axis: TwiddleAxis, steps: number): readonly TwiddleAxis[] => [
  { ...axis, size: steps },
  { size: axis.size / steps, row: axis.row * steps, exponent: axis.exponent * steps },
];

const lambda = (body: readonly string[]): readonly string[] => {
  const lines = block("const auto factor = [&](unsigned r)", body);
  return [...lines.slice(0, -1), "};"];
};

/** `const unsigned e = (own_k + 4u * (r % 4u)) * (own_e + r / 4u) % 65536u;` */
function exponentLine({ axes, order }: Twiddle): string {
  const sum = (own: string, weight: (axis: TwiddleAxis) => number): string => {
    let divisor = 1;
    const terms = axes.flatMap((axis, index) => {
      const shifted = divisor === 1 ? "r" : `r / ${unsignedLiteral(divisor)}`;
      const value = index === axes.length - 1 ? shifted : `${shifted} % ${unsignedLiteral(axis.size)}`;
      divisor *= axis.size;
      const by = weight(axis);
      if (by === 0) return [];
      return [by === 1 ? value : `${unsignedLiteral(by)} * ${bracketed(value)}`];
    });
    return bracketed([own, ...terms].join(" + "));
  };
  const k = sum("own_k", ({ row }) => row);
  const e = sum("own_e", ({ exponent }) => exponent);
  // k e is below the order without the batch, on which it does not depend.
  return order >= TWO_TO_32
    ? `const unsigned long long e = static_cast<unsigned long long>(${k}) * ${e};`
    : `const unsigned e = ${k} * ${e};`;
}
