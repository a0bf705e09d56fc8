// Transforms that the library makes and the command line does not: it writes nothing that it could not verify.
import { InputError } from "../failure/errors.js";
import { isAlongAll, isComplex, isDense, type Transform } from "../plan/transform.js";

/**
 * Throws an InputError for what the verification program does not know.
 * @param place begins the message
 */
export function requireVerifiable(transform: Transform, place: string): void {
  if (!isComplex(transform) || (isAlongAll(transform) && isDense(transform))) return;
  const what = isAlongAll(transform)
    ? `arrays that lie ${transform.distance} elements apart`
    : `a transform along ${transform.axes.toReversed().join(", ")} only`;
  throw new InputError(
    `${place}: ${what}: the verification program knows this of Walsh-Hadamard transforms only, and nothing is written that it could not verify; the library makes such Fourier transforms`,
  );
}
