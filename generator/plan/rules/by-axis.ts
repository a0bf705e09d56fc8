// One axis after the other, on numbers: all arrays, or each row of an axis as an array of its own.
import { at } from "../../failure/errors.js";
import { numberAt, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import type { AxisPart, ByAxis } from "../tree.js";

export const evaluateByAxis = ({ parts }: ByAxis, given: ComplexArrays, evaluate: Evaluate): ComplexArrays =>
  parts.reduce((numbers, part) => evaluatePart(part, numbers, evaluate), given);

function evaluatePart(part: AxisPart, numbers: ComplexArrays, evaluate: Evaluate): ComplexArrays {
  if (part.kind === "arrays") return evaluate(part.node, numbers);
  const { dimensions } = part;
  const place = dimensions.findIndex(({ name }) => name === part.axis);
  const { length } = at(dimensions, place);
  const inner = dimensions.slice(0, place).reduce((product, dimension) => product * dimension.length, 1);
  // Rows one behind the other: element i of each, and where it lies.
  const placeOf = (element: number): number => {
    const [row, i] = [Math.floor(element / length), element % length];
    return (Math.floor(row / inner) * length + i) * inner + (row % inner);
  };
  const inRows = (values: Float64Array): Float64Array => values.map((_, element) => numberAt(values, placeOf(element)));
  const done = evaluate(part.node, { re: inRows(numbers.re), im: inRows(numbers.im) });
  const result = { re: new Float64Array(done.re.length), im: new Float64Array(done.re.length) };
  for (let element = 0; element < done.re.length; element++) {
    result.re[placeOf(element)] = numberAt(done.re, element);
    result.im[placeOf(element)] = numberAt(done.im, element);
  }
  return result;
}
