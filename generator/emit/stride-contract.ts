// What contracts say of strides that callers say with each call: which is which, in what it counts, and what callers keep to.
import { arraysOf, hostArrays, parametersOf, usualStride, type ArraySpec, type Stride } from "../plan/arrays.js";
import { isComplex, type Transform } from "../plan/transform.js";

/** A parameter of execute, and what it is. */
export interface DocumentedStride {
  readonly name: string;
  readonly what: string;
}

/** Of these names what each is: `of the input, complex numbers from one along Y to the next; planned for 512`. */
export function documentedStrides(transform: Transform, names: readonly string[]): readonly DocumentedStride[] {
  const { input, output } = arraysOf(transform);
  return names.flatMap((name) => {
    const sides = [input, output].filter((array) => parametersOf(array).includes(name));
    const [array] = sides;
    if (array === undefined) return [];
    const side = input === output ? "input and output" : array === input ? "the input" : "the output";
    return [{ name, what: `of ${side}, ${stepText(transform, array, name)}` }];
  });
}

function stepText(transform: Transform, array: ArraySpec, name: string): string {
  const isIt = (stride: Stride): boolean => typeof stride !== "number" && stride.parameter === name;
  const axis = array.axes.findIndex(({ stride }) => isIt(stride));
  const stride = array.axes[axis]?.stride ?? array.distance;
  const numbers = numbersText(transform, array);
  const step =
    axis < 0
      ? `${numbers} from one array of the batch to the next`
      : `${numbers} from one along ${transform.dimensions[axis]?.name ?? ""} to the next`;
  return `${step}; planned for ${usualStride(stride)}`;
}

/** What strides of an array count. */
const numbersText = (transform: Transform, { planar, content }: ArraySpec): string => {
  if (planar) return "numbers of each part";
  return isComplex(transform) && content?.kind !== "reals" && content?.kind !== "numbers"
    ? "complex numbers"
    : "real numbers";
};

/** What callers keep to; empty where they say no strides. */
export function strideLines(transform: Transform): readonly string[] {
  const arrays = arraysOf(transform);
  if (hostArrays(arrays).parameters.length === 0) return [];
  return [
    arrays.input === arrays.output
      ? "Nothing checks the strides of a call: no two elements of its arrays may lie at one place."
      : "Nothing checks the strides of a call: no two elements of all its outputs may lie at one place. Those of inputs may, also by strides of 0, which read one again and again.",
  ];
}
