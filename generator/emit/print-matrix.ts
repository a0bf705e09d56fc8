// Prints butterflies on tensor cores: the factors they are multiplied by, the products with the matrix, the one rounding.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { FRAGMENT_POSITIONS, positionCount, productCount } from "../codelet/matrix.js";
import type { MatrixUnit } from "../plan/plan.js";
import { isShort } from "../plan/transform.js";
import { unreachable } from "../failure/errors.js";
import type { MatrixAxis, MatrixButterfly, MatrixOperand, MatrixTwiddle } from "../kernel/matrix-program.js";
import type { Kernel } from "../kernel/program.js";
import { converted, elementText } from "./element-text.js";
import { block } from "./lines.js";
import { tablePlace } from "./table-place.js";
import { sumText, TWO_TO_32, unsignedLiteral } from "./print-index.js";
import { runLoops } from "./print-run.js";

/** `dft16_matrix`: the table of an operand. */
export const matrixTableName = ({ name }: MatrixOperand): string => `${name}_matrix`;

/** `dft16_part`: what a lane holds of it. A codelet may have the name without it. */
const partName = ({ name }: MatrixOperand): string => `${name}_part`;

/** How a kernel begins: each lane loads its part of the matrices. */
export const matrixLoads = (matrices: readonly MatrixOperand[]): readonly string[] =>
  matrices.flatMap((operand) => {
    const positions = positionCount(operand.spec);
    return [
      `MatrixWord<${positions}> ${partName(operand)}[${productCount(positions)}];  // this lane's part of the matrix`,
      `load_matrix<${positions}>(${partName(operand)}, ${matrixTableName(operand)});`,
    ];
  });

/** The runtime's functions. */
const BUTTERFLIES: Readonly<Record<MatrixUnit, string>> = {
  mma: "matrix_butterfly",
  "mma.f16": "matrix_butterfly",
  split: "split_butterfly",
  sorna: "sorna_butterfly",
  kang: "kang_butterfly",
};

/** On the registers `v`, in place. */
export function matrixButterflyLines(step: MatrixButterfly, kernel: Kernel): readonly string[] {
  const { unit, matrix, remainder, registers, twiddle, factor } = step;
  const { held, exchanged } = kernel.elements;
  const positions = positionCount(matrix.spec);
  const perProduct = 2 * (positions / FRAGMENT_POSITIONS);
  const rounded = (value: string): string => converted(held, exchanged, value);
  const scaled = (value: string): string =>
    factor === 1 ? value : `scale(${value}, ${nearestLiteral(factor, kernel.precision)})`;
  const turned = (value: string, register: string): string => `multiply(${value}, factor(${register}))`;
  const isBefore = twiddle?.position === "before";
  const isAfter = twiddle?.position === "after";
  const several = registers > perProduct;
  const at = (register: string): string => (several ? `${perProduct} * b + ${register}` : register);
  // Sums in half precision are what is stored already, unless something is done to them.
  const [sums, isSum] = unit === "mma.f16" ? [exchanged, !isAfter && factor === 1] : [held, false];
  const result = (register: string): string => {
    const sum = `y[${register}]`;
    if (isSum) return sum;
    const wide = converted(sums, held, sum);
    return rounded(scaled(isAfter ? turned(wide, at(register)) : wide));
  };
  const matrices = (unit === "split" ? [matrix, remainder ?? matrix] : [matrix]).map(partName);
  const operands = ["y", several ? `v + ${perProduct} * b` : "v", ...matrices];
  const body = [
    `${elementText(sums)} y[${perProduct}];`,
    `${BUTTERFLIES[unit]}<${positions}>(${operands.join(", ")});`,
    "#pragma unroll",
    `for (unsigned r = 0; r < ${perProduct}; ++r) v[${at("r")}] = ${result("r")};`,
  ];
  return [
    ...(twiddle === undefined ? [] : factorLines(twiddle, registers, kernel)),
    ...(isBefore
      ? [
          "#pragma unroll",
          `for (unsigned r = 0; r < ${registers}; ++r) v[r] = ${rounded(turned(converted(exchanged, held, "v[r]"), "r"))};`,
        ]
      : []),
    ...(several
      ? ["#pragma unroll", ...block(`for (unsigned b = 0; b < ${registers / perProduct}; ++b)`, body)]
      : block("", body)),
  ];
}

/** Lines that define `factor(r)`, the twiddle factor of register r. */
function factorLines(twiddle: MatrixTwiddle, registers: number, kernel: Kernel): readonly string[] {
  const { order, source, digit, exponent, axes } = twiddle;
  const sign = kernel.direction === "forward" ? "-" : "+";
  const meaning = `// factor(r) = exp(${sign}2 pi i k e / ${order}) for register r: k the digit, e of those that follow`;
  switch (source.kind) {
    case "table": {
      const { table, run } = source;
      const place = tablePlace(table);
      const own = [
        ...digit.map((term) => ({ ...term, weight: place.row(term.weight) })),
        ...exponent.map((term) => ({ ...term, weight: place.column(term.weight) })),
      ];
      const inTable = axes
        .flatMap((axis) => (axis.exponent === 1 && axis.size > run ? cut(axis, run) : [axis]))
        .map((axis) => ({ size: axis.size, weight: place.row(axis.digit) + place.column(axis.exponent) }));
      return [
        meaning,
        `const unsigned entry = ${sumText(own)};`,
        `${isShort(table.storage) ? "__half2" : "float2"} w[${registers}];`,
        ...runLoops(
          inTable,
          run,
          ({ register, offset, lengths }) => [
            `load_table_run<${lengths}>(${register}, ${[`${isShort(table.storage) ? `halves(${table.name})` : table.name} + entry`, ...offset].join(" + ")});`,
          ],
          "w",
        ),
        `const auto factor = [&](unsigned r) { return ${isShort(table.storage) ? "to_float2(w[r])" : "w[r]"}; };`,
      ];
    }
    case "product": {
      const parts = source.parts.map(({ table, unit }, index) => {
        const shifted = unit === 1 ? "e" : `e / ${unsignedLiteral(unit)}`;
        const place = index === source.parts.length - 1 ? shifted : `${shifted} % ${unsignedLiteral(table.count)}`;
        return `load_table(${table.name} + ${place})`;
      });
      const value = parts.reduceRight((coarse, fine) => `multiply_near_one(${coarse}, ${fine})`);
      return [meaning, ...ownPlace(twiddle), ...lambda([exponentLine(axes, order), `return ${value};`])];
    }
    case "fast": {
      const turn = nearestLiteral((kernel.direction === "forward" ? 1 : -1) / order, "f32");
      return [
        meaning,
        ...ownPlace(twiddle),
        ...lambda([exponentLine(axes, order), `return fast_root(static_cast<float>(e) * ${turn});`]),
      ];
    }
    default:
      return unreachable(source);
  }
}

/** The first steps along an axis, and those of so many steps each. */
const cut = (axis: MatrixAxis, steps: number): readonly MatrixAxis[] => [
  { ...axis, size: steps },
  { size: axis.size / steps, digit: axis.digit * steps, exponent: axis.exponent * steps },
];

const ownPlace = ({ digit, exponent }: MatrixTwiddle): readonly string[] => [
  `const unsigned own_k = ${sumText(digit)};`,
  `const unsigned own_e = ${sumText(exponent)};`,
];

const lambda = (body: readonly string[]): readonly string[] => {
  const lines = block("const auto factor = [&](unsigned r)", body);
  return [...lines.slice(0, -1), "};"];
};

/** `const unsigned e = (own_k + 4u * (r % 4u)) * (own_e + r / 4u) % 65536u;` */
function exponentLine(axes: readonly MatrixAxis[], order: number): string {
  let divisor = 1;
  const parts: { readonly digit: string; readonly exponent: string }[] = [];
  axes.forEach((axis, index) => {
    const shifted = divisor === 1 ? "r" : `r / ${unsignedLiteral(divisor)}`;
    const isTop = index === axes.length - 1;
    const value = isTop ? shifted : `${shifted} % ${unsignedLiteral(axis.size)}`;
    const term = (weight: number): string =>
      weight === 0
        ? ""
        : weight === 1
          ? value
          : `${unsignedLiteral(weight)} * ${value.includes(" ") ? `(${value})` : value}`;
    parts.push({ digit: term(axis.digit), exponent: term(axis.exponent) });
    divisor *= axis.size;
  });
  const sum = (own: string, terms: readonly string[]): string => {
    const all = [own, ...terms.filter((term) => term !== "")];
    return all.length === 1 ? own : `(${all.join(" + ")})`;
  };
  const k = sum(
    "own_k",
    parts.map(({ digit }) => digit),
  );
  const e = sum(
    "own_e",
    parts.map(({ exponent }) => exponent),
  );
  // k e is below the order but for the batch, which it does not depend on.
  return order >= TWO_TO_32
    ? `const unsigned long long e = static_cast<unsigned long long>(${k}) * ${e};`
    : `const unsigned e = ${k} * ${e};`;
}
