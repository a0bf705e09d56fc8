// Which spectra can be packed. The last frequency of an even number of real ones is real, as the first is, and has room in the imaginary
// part of that: 4096 real numbers have 2048 elements instead of 2049, rows of which begin where those of the numbers do. The Hermitian step
// of rows in pairs has both in one thread.
import { mayBeInPairs } from "./core.js";
import { isPrime } from "./rader.js";
import { isPacked, type RealTransform } from "./transform.js";

/** Why a spectrum cannot be packed; undefined if it can be, or is not to be. */
export function packedProblem(transform: RealTransform): string | undefined {
  if (!isPacked(transform)) return undefined;
  const [name = "", ...others] = transform.axes;
  if (others.length > 0)
    return "along several dimensions the last frequencies along one are complex, and have no room in the first; leave it out";
  const length = transform.dimensions.find((dimension) => dimension.name === name)?.length ?? 1;
  if (length % 2 !== 0)
    return `${name} has ${length} elements, an odd number, and so no last frequency that is real; leave it out`;
  if ([transform.inputRange, transform.outputRange].some((range) => range[name] !== undefined))
    return `the first element along ${name} has the last frequency, too, so that parts of a row are no parts of a spectrum; leave out its range`;
  if (!mayBeInPairs(transform) || isPrime(length / 2))
    return `of ${length} real numbers there are no pairs that a kernel transforms: they are to lie side by side, in rows an even number apart, and half as many are a product of small primes, 8 at least; leave it out`;
  return undefined;
}
