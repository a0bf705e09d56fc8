// Prints butterflies on tensor cores: their twiddle factors, the products with the matrix, the one rounding.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { isUsualShape, positionCount, productCount, type MatrixSpec } from "../codelet/matrix.js";
import { lanesOfButterfly } from "../gpu/fragments.js";
import { isSplitUnit } from "../plan/units.js";
import type { MatrixButterfly, MatrixOperand } from "../kernel/matrix-program.js";
import type { Kernel } from "../kernel/program.js";
import { converted, elementText } from "./element-text.js";
import { block } from "./lines.js";
import { registerFactorLines } from "./print-twiddles.js";

/** `dft16_matrix`: the table of an operand. */
export const matrixTableName = ({ name }: MatrixOperand): string => `${name}_matrix`;

/** `dft16_part`: a lane's part of the matrix. A codelet may have the name without the suffix. */
const partName = ({ name }: MatrixOperand): string => `${name}_part`;

/** The start of a kernel: each lane loads its part of the matrices. */
export const matrixLoads = (matrices: readonly MatrixOperand[]): readonly string[] =>
  matrices.flatMap((operand) => {
    const { spec } = operand;
    const [part, count] = [partName(operand), productCount(spec)];
    const load = isUsualShape(spec) ? `load_matrix<${positionCount(spec)}>` : `load_words<${count}>`;
    return [
      `${matrixWordType(spec)} ${part}[${count}];  // this lane's part of the matrix`,
      `${load}(${part}, ${matrixTableName(operand)});`,
    ];
  });

/** The type of a lane's part for one product. */
export const matrixWordType = (spec: MatrixSpec): string =>
  isUsualShape(spec) ? `MatrixWord<${positionCount(spec)}>` : spec.fragment.words === 1 ? "unsigned" : "uint2";

/** The name of the runtime's function. */
const butterflyName = ({ unit, matrix: { spec } }: MatrixButterfly): string =>
  isSplitUnit(unit)
    ? `${unit}_butterfly`
    : `matrix_butterfly${isUsualShape(spec) ? "" : `_${spec.fragment.instruction.shape}`}`;

/** The lines of the butterfly, on the registers `v`, in place. */
export function matrixButterflyLines(step: MatrixButterfly, kernel: Kernel): readonly string[] {
  const { unit, matrix, remainder, registers, twiddle, turned: when, factor } = step;
  const { held, exchanged } = kernel.elements;
  const positions = positionCount(matrix.spec);
  const { fragment } = matrix.spec;
  const perProduct = fragment.butterflies * (positions / lanesOfButterfly(fragment));
  const rounded = (value: string): string => converted(held, exchanged, value);
  const scaled = (value: string): string =>
    factor === 1 ? value : `scale(${value}, ${nearestLiteral(factor, kernel.precision)})`;
  const turned = (value: string, register: string): string => `multiply(${value}, factor(${register}))`;
  const isBefore = twiddle !== undefined && when === "before";
  const isAfter = twiddle !== undefined && when === "after";
  const several = registers > perProduct;
  const at = (register: string): string => (several ? `${perProduct} * b + ${register}` : register);
  // Sums in half precision have the storage format already, unless further arithmetic follows.
  const [sums, isSum] = fragment.instruction.sums === "f16" ? [exchanged, !isAfter && factor === 1] : [held, false];
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
    `${butterflyName(step)}<${positions}>(${operands.join(", ")});`,
    "#pragma unroll",
    `for (unsigned r = 0; r < ${perProduct}; ++r) v[${at("r")}] = ${result("r")};`,
  ];
  return [
    ...(twiddle === undefined ? [] : registerFactorLines(twiddle, registers, kernel)),
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
