// What a package promises to write, by the definition of the transform and of digit-reversed order in its header. Takes
// the radices from the plan, nothing else.
import type { Plan } from "../../generator/plan/plan.js";
import { reversedPlace } from "../../generator/definition/reversed-place.js";
import { directDft, type ComplexNumbers } from "../../generator/definition/direct-dft.js";

/** The outputs for a batch of inputs, in f64, in the order and with the scale of the plan's transform. */
export function orderedDft(plan: Plan, re: Float64Array, im: Float64Array): ComplexNumbers {
  const { dimensions, axes, direction, order, scale } = plan.transform;
  const lengths = dimensions.map(({ length }) => length).toReversed();
  const natural = directDft(re, im, lengths, direction === "forward" ? -1 : 1, areTransformed(plan));
  const result = { re: new Float64Array(re.length), im: new Float64Array(im.length) };
  const places = dimensions.map(({ name, length }) =>
    Array.from({ length }, (_, k) =>
      order === "natural" || !axes.includes(name) ? k : reversedPlace(k, length, radicesOf(plan, name)),
    ),
  );
  for (let element = 0; element < re.length; element++) {
    let rest = element;
    let place = 0;
    let step = 1;
    dimensions.forEach(({ length }, dimension) => {
      place += (places[dimension]?.[rest % length] ?? NaN) * step;
      rest = Math.floor(rest / length);
      step *= length;
    });
    place += rest * step;
    result.re[place] = (natural.re[element] ?? NaN) * scale;
    result.im[place] = (natural.im[element] ?? NaN) * scale;
  }
  return result;
}

/** Of each dimension, slowest first. */
export const areTransformed = ({ transform: { dimensions, axes } }: Plan): readonly boolean[] =>
  dimensions.map(({ name }) => axes.includes(name)).toReversed();

/** The radices of one dimension in the order of transformation. */
export const radicesOf = (plan: Plan, dimension: string): readonly number[] =>
  plan.kernels.flatMap(({ subComputations }) =>
    subComputations.filter((sub) => sub.dimension === dimension).map(({ radix }) => radix),
  );

export { reversedPlace } from "../../generator/definition/reversed-place.js";
