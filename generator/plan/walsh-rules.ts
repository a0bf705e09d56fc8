// The rules of a legal plan of Walsh-Hadamard steps `H(count, radix, stride, extent)`. Unlike Fourier sub-computations they
// commute: any order will do, as long as each digit of each transformed dimension is transformed exactly once.
//
// For an array of n elements: count radix = n, radix stride = extent; along a transformed dimension of `length` elements that
// lie `step` apart, the strides and extents of its steps tile [step, step length).
import { baseOrders } from "./hadamard-matrix.js";
import type { Plan, SubComputation } from "./plan.js";
import { WALSH } from "./plan.js";
import type { Problem } from "./rules.js";
import { LARGEST_RADIX } from "./rules.js";
import { placedSubComputations, subComputationText, type PlacedSubComputation } from "./sub-computations.js";
import { elementCount, type WalshTransform } from "./transform.js";
import { walshUnitProblem } from "./units.js";
import { walshAxes, walshLengthProblem, type WalshAxis } from "./walsh.js";

/** Everything that is wrong with a plan of a Walsh-Hadamard transform. */
export function walshProblems(plan: Plan, transform: WalshTransform): readonly Problem[] {
  const lengths = transform.dimensions
    .filter(({ name }) => transform.axes.includes(name))
    .flatMap(({ length }) => walshLengthProblem(length, transform.hadamard) ?? []);
  if (lengths.length > 0) return lengths.map((message) => ({ message }));
  const empty = plan.kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.length > 0 ? [] : [{ kernel, message: "the braces are empty: a kernel needs a sub-computation" }],
  );
  const steps = placedSubComputations(plan);
  const each = steps.flatMap((placed) => stepProblems(placed, transform));
  if (empty.length + each.length > 0) return [...empty, ...each];
  return tilingProblems(steps, walshAxes(transform));
}

function stepProblems(placed: PlacedSubComputation, transform: WalshTransform): readonly Problem[] {
  const { dimension, count, radix, stride, extent, twiddle, unit } = placed.subComputation;
  const problems: Problem[] = [];
  const report = (field: keyof SubComputation, message: string): number =>
    problems.push({ kernel: placed.kernel, subComputation: placed.position, field, message });
  if (dimension !== WALSH || twiddle !== "no-tw") {
    report("dimension", "a Walsh-Hadamard transform is made of steps `H(count, radix, stride, extent)`");
    return problems;
  }
  const isPowerOfTwo = Number.isInteger(Math.log2(radix)) && radix >= 2 && radix <= LARGEST_RADIX;
  const bases = baseOrders(transform.hadamard);
  if (!isPowerOfTwo && !bases.includes(radix)) {
    report("radix", `radix ${radix} is not supported: powers of two to ${LARGEST_RADIX} are, and ${bases.join(", ")}`);
  }
  const unsuited = unit === undefined ? undefined : walshUnitProblem(unit, placed.subComputation, transform);
  if (unsuited !== undefined) report("unit", unsuited);
  if (radix * stride !== extent)
    report("stride", `radix times stride is ${radix * stride}, but the extent is ${extent}`);
  const elements = elementCount(transform);
  if (count * radix !== elements)
    report("count", `count times radix is ${count * radix}, but the array has ${elements} elements`);
  return problems;
}

function tilingProblems(steps: readonly PlacedSubComputation[], axes: readonly WalshAxis[]): readonly Problem[] {
  const lightestFirst = steps.toSorted((a, b) => a.subComputation.stride - b.subComputation.stride);
  const problems: Problem[] = [];
  let next = 0;
  for (const axis of axes) {
    const end = axis.step * axis.length;
    let reached = axis.step;
    for (; reached < end && next < lightestFirst.length; next++) {
      const placed = lightestFirst[next];
      if (placed === undefined) break;
      const { radix, stride, extent } = placed.subComputation;
      const where = { kernel: placed.kernel, subComputation: placed.position };
      const text = subComputationText(placed.subComputation);
      if (stride !== reached) {
        const message = `\`${text}\` has stride ${stride}, but the lightest digit of ${axis.name} not yet transformed has ${reached}`;
        return [...problems, { ...where, field: "stride", message }];
      }
      if (extent > end || end % extent !== 0) {
        return [
          ...problems,
          { ...where, field: "radix", message: `\`${text}\` reaches beyond ${axis.name}, whose extent is ${end}` },
        ];
      }
      const heaviest = extent === end;
      const expected = heaviest && axis.base > 1 ? axis.base : undefined;
      if ((expected !== undefined && radix !== expected) || (!heaviest && !Number.isInteger(Math.log2(radix)))) {
        const message = `the heaviest digit of ${axis.name}, of length ${axis.length}, is the one of radix ${axis.base}, and all others are powers of two`;
        return [...problems, { ...where, field: "radix", message }];
      }
      reached = extent;
    }
    if (reached < end) {
      problems.push({
        message: `no step transforms the digit of stride ${reached} of ${axis.name}, whose extent is ${end}`,
      });
      return problems;
    }
  }
  const extra = lightestFirst[next];
  if (extra !== undefined) {
    problems.push({
      kernel: extra.kernel,
      subComputation: extra.position,
      message: `\`${subComputationText(extra.subComputation)}\` transforms what is not to be transformed, or has been`,
    });
  }
  return problems;
}
