// Prints butterflies that are computed in pairs, which differ in the digit at `vector`: in 16-bit arithmetic. Their twiddle
// factors come in pairs, too. Decides nothing.
import { codeletName } from "../codelet/codelet.js";
import { invariant } from "../failure/errors.js";
import type { Kernel, ThreadStep } from "../kernel/program.js";
import type { Twiddle } from "../kernel/twiddle.js";
import { elementText } from "./element-text.js";
import { block } from "./lines.js";
import { bracketed, registerLoops } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { butterflyAxes, exponentLines, factorLines, rootType } from "./print-twiddles.js";

type Butterfly = Extract<ThreadStep, { readonly kind: "butterfly" }>;

/** Butterflies 2 i and 2 i + 1 of a thread, along their first axis. */
export function pairedButterflyLines(kernel: Kernel, step: Butterfly): readonly string[] {
  const { codelet, twiddle } = step;
  const { radix } = codelet;
  const name = codeletName(codelet);
  const [first, ...others] = butterflyAxes(step);
  invariant(first !== undefined && first.size % 2 === 0, () => `print: ${name} has no pairs`);
  const type = elementText(kernel.elements.held);
  const axes = [{ size: first.size / 2, weight: 2 * first.weight }, ...others];
  return registerLoops(axes, ({ register, offset }) => {
    const own = register.length === 0 ? "" : `${2 * radix} * ${bracketed(register.join(" + "))} + `;
    const each = (line: string): readonly string[] => [
      "#pragma unroll",
      `for (unsigned k = 0; k < ${radix}; ++k) ${line}`,
    ];
    return [
      ...(twiddle === undefined ? [] : pairedFactors(kernel, twiddle, offset, first.weight, type)),
      `Pair<${type}> p[${radix}];  // registers of two butterflies`,
      ...each(`p[k] = pair_of(v[${own}k], v[${own}${radix} + k]);`),
      `${name}(p${twiddle === undefined ? "" : ", w"});`,
      ...each(`v[${own}k] = first_of(p[k]), v[${own}${radix} + k] = second_of(p[k]);`),
    ];
  });
}

/** Lines that define `w[...]`; `weight` is the second butterfly's addend of the exponent. */
function pairedFactors(
  kernel: Kernel,
  twiddle: Twiddle,
  groupTerms: readonly string[],
  weight: number,
  type: string,
): readonly string[] {
  const { source, rows } = twiddle;
  const count = rows.length;
  const declaration = `Pair<${type}> w[${count}];`;
  const fill = (value: string): readonly string[] => [
    "#pragma unroll",
    `for (unsigned f = 0; f < ${count}; ++f) w[f] = ${value};`,
  ];
  if (source.kind === "table") {
    const { table } = source;
    const entry = `${table.name} + ${count === 1 ? "" : `${unsignedLiteral(table.count)} * f + `}e`;
    const roots = [entry, ...(weight === 0 ? [] : [`${entry} + ${unsignedLiteral(weight)}`])];
    const value = `pair_of(${roots.map((root) => `load_root<${type}>(${root})`).join(", ")})`;
    return [...exponentLines(twiddle, groupTerms), declaration, ...(count === 1 ? [`w[0] = ${value};`] : fill(value))];
  }
  const root = rootType(kernel);
  const sets = weight === 0 ? ["first"] : ["first", "second"];
  const rounded = sets.map((set) => `rounded_root<${type}>(${set}[f])`).join(", ");
  return [
    ...block(`const auto factors = [&](unsigned after, ${root}* w)`, [
      ...exponentLines(twiddle, [...groupTerms, "after"]),
      ...factorLines(twiddle, kernel),
    ]).slice(0, -1),
    "};",
    `${root} ${sets.map((set) => `${set}[${count}]`).join(", ")};`,
    ...sets.map((set, index) => `factors(${unsignedLiteral(index * weight)}, ${set});`),
    declaration,
    ...fill(`pair_of(${rounded})`),
  ];
}
