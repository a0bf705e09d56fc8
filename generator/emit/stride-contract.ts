// The contract for strides that callers supply with each call: the meaning of each, its unit, and the obligations of callers.
import { arraysOf, hostArrays, parametersOf, usualStride, type ArraySpec, type Stride } from "../plan/arrays.js";
import { isComplex, type Transform } from "../plan/transform.js";

/** A parameter of execute, and its meaning. */
export interface DocumentedStride {
  readonly name: string;
  readonly what: string;
}

/** The meaning of each of these parameters: `stride of the input along Y in complex numbers; planned for 512`. */
export function documentedStrides(transform: Transform, names: readonly string[]): readonly DocumentedStride[] {
  const { input, output } = arraysOf(transform);
  return names.flatMap((name) => {
    const sides = [input, output].filter((array) => parametersOf(array).includes(name));
    const [array] = sides;
    if (array === undefined) return [];
    const side = input === output ? "input and output" : array === input ? "the input" : "the output";
    return [{ name, what: stepText(transform, array, name, side) }];
  });
}

function stepText(transform: Transform, array: ArraySpec, name: string, side: string): string {
  const isIt = (stride: Stride): boolean => typeof stride !== "number" && stride.parameter === name;
  const axis = array.axes.findIndex(({ stride }) => isIt(stride));
  const stride = array.axes[axis]?.stride ?? array.distance;
  const numbers = numbersText(transform, array);
  const step =
    axis < 0
      ? `distance between the arrays of ${side}`
      : `stride of ${side} along ${transform.dimensions[axis]?.name ?? ""}`;
  return `${step} in ${numbers}; planned for ${usualStride(stride)}`;
}

/** The unit of strides of an array. */
const numbersText = (transform: Transform, { planar, content, single }: ArraySpec): string => {
  if (planar) return "numbers of one part";
  return isComplex(transform) && single !== true && content?.kind !== "reals" && content?.kind !== "numbers"
    ? "complex numbers"
    : "real numbers";
};

/** The obligations of callers; empty where they supply no strides. */
export function strideLines(transform: Transform): readonly string[] {
  const arrays = arraysOf(transform);
  if (hostArrays(arrays).parameters.length === 0) return [];
  return [
    arrays.input === arrays.output
      ? "The strides of a call are not checked: no two elements of its arrays may have the same address."
      : "The strides of a call are not checked: no two elements of its outputs may have the same address. Elements of inputs may, also by strides of 0, which read one element repeatedly.",
  ];
}
