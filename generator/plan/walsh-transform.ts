// Which Walsh-Hadamard transforms there are: the fields of one, judged together. What a user meant is not guessed here.
import { arithmeticProblem, elementCount, type WalshTransform } from "./transform.js";
import { isOwnInverse, transformedCount, walshAxes, walshLengthProblem } from "./walsh.js";

/** What is wrong with a transform. Messages do not name the field, nor repeat its value. */
export interface WalshTransformProblem {
  readonly field: "dimensions" | "axes" | "hadamard" | "direction" | "order" | "arithmetic" | "distance";
  readonly message: string;
}

/** The first thing that is wrong with a transform; undefined if there is nothing. */
export function walshTransformProblem(transform: WalshTransform): WalshTransformProblem | undefined {
  const { dimensions, axes, order, distance } = transform;
  const names = dimensions.map(({ name }) => name);
  const problem = (field: WalshTransformProblem["field"], message: string): WalshTransformProblem => ({
    field,
    message,
  });
  const stranger = axes.find((axis) => !names.includes(axis));
  if (stranger !== undefined)
    return problem("axes", `the array has no dimension ${stranger}; it has ${names.toReversed().join(", ")}`);
  if (axes.length === 0) return problem("axes", "at least one dimension is to be transformed");
  if (new Set(axes).size < axes.length) return problem("axes", "each dimension is transformed once; name it once");
  for (const { name, length } of dimensions) {
    const reason = axes.includes(name) ? walshLengthProblem(length, transform.hadamard) : undefined;
    if (reason !== undefined) return problem("dimensions", reason);
  }
  if (transformedCount(transform) === 1)
    return problem("dimensions", "a transform of one point has nothing to compute");
  const odd = walshAxes(transform).find(({ base }) => base > 1);
  if (transform.hadamard !== "standard" && odd === undefined)
    return problem("hadamard", "powers of two have one matrix, Sylvester's; leave it out");
  if (transform.direction === "inverse" && isOwnInverse(transform))
    return problem(
      "direction",
      `the matrix is symmetric, so the Walsh-Hadamard transform is its own inverse but for the scale; leave it out, and scale by 1/${transformedCount(transform)} in one of the two directions`,
    );
  if (order !== "natural" && odd !== undefined)
    return problem(
      "order",
      `only powers of two have it: ${odd.name} has length ${odd.length}; natural is the order there`,
    );
  const offset = walshAxes(transform).find(({ step }) => !Number.isInteger(Math.log2(step)));
  if (order === "sequency" && offset !== undefined)
    return problem(
      "order",
      `the elements along ${offset.name} lie ${offset.step} apart, which is to be a power of two`,
    );
  const uncomputable = arithmeticProblem(transform);
  if (uncomputable !== undefined) return problem("arithmetic", uncomputable);
  if (!Number.isSafeInteger(distance) || distance < elementCount(transform))
    return problem(
      "distance",
      `it must be an integer of at least ${elementCount(transform)}, the elements of one array`,
    );
  return undefined;
}
