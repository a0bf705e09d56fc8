// The C++ types of what calls give to expressions, and their names in kernels.
import type { Kernel } from "../kernel/program.js";
import type { Precision } from "../plan/transform.js";
import type { Argument } from "../pointwise/arguments.js";
import { complexType } from "./complex-type.js";
import { numberType } from "./element-text.js";

/** Of an element of an operand: expressions are computed in this precision. */
export const operandElement = (isComplex: boolean, precision: Precision): string =>
  isComplex ? complexType(precision) : numberType(precision);

export const argumentType = (argument: Argument, precision: Precision): string =>
  argument.kind === "scalar"
    ? numberType(precision)
    : `const ${operandElement(argument.isComplex, precision)}* __restrict__`;

/** As a parameter of a kernel, among whose names it is to be no other. */
export const argumentInKernel = ({ name }: Argument): string => `given_${name}`;

/** What the expressions of a kernel take, each once. */
export const kernelArguments = ({ arrays }: Pick<Kernel, "arrays">): readonly Argument[] => [
  ...new Map(
    arrays.flatMap(({ element: { by } }) =>
      (by?.arguments ?? []).map((argument) => [argument.name, argument] as const),
    ),
  ).values(),
];
