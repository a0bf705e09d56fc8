// Which spectra can be packed. The last frequency of an even number of real ones is real, as the first is, and has room in the imaginary
// part of that: 4096 real numbers have 2048 elements instead of 2049, rows of which begin where those of the numbers do. The Hermitian step
// of rows in pairs has both in one thread.
import { arraysOf, isPartSaid, usualStride } from "./arrays.js";
import { mayBeInPairs } from "./core.js";
import { hasButterflies, largestPrime } from "./radices.js";
import { isPrime } from "./rader.js";
import type { RealTransform } from "./transform.js";

/** Why a spectrum cannot be packed; undefined if it can be, or is not to be. */
export function packedProblem(transform: RealTransform): string | undefined {
  if (transform.spectrum === "half") return undefined;
  const [name = "", ...others] = transform.axes;
  if (others.length > 0)
    return "along several dimensions the last frequencies along one are complex, and have no room in the first; leave it out";
  const length = transform.dimensions.find((dimension) => dimension.name === name)?.length ?? 1;
  if (length % 2 !== 0)
    return `${name} has ${length} elements, an odd number, and so no last frequency that is real; leave it out`;
  if ((["input", "output"] as const).some((side) => isPartSaid(transform, side, name)))
    return `the first element along ${name} has the last frequency, too, so that parts of a row are no parts of a spectrum; leave out its range`;
  const pairs = length / 2;
  if (isPrime(pairs) || pairs === 1 || !hasButterflies(pairs, transform))
    return `${length} real numbers are ${pairs} pairs, and these are to be a product of two primes or more, none above ${largestPrime(transform)}; leave it out`;
  return mayBeInPairs(transform)
    ? undefined
    : `${apartProblem(transform, name)}, and a packed spectrum is that of pairs; leave it out`;
}

/** Why real numbers are not taken in pairs that butterflies could do. */
function apartProblem(transform: RealTransform, name: string): string {
  const { input, output } = arraysOf(transform);
  const { axes, distance } = transform.kind === "r2c" ? input : output;
  const own = axes[transform.dimensions.findIndex((dimension) => dimension.name === name)]?.stride;
  if (own !== 1) return `real numbers along ${name} do not lie side by side`;
  // Neighbours along the axis lie one apart.
  const beside = axes.filter((axis) => axis.stride !== 1).map(({ stride }) => stride);
  const odd = [distance, ...beside].find((stride) => usualStride(stride) % 2 !== 0);
  return odd === undefined
    ? "strides that are said in calls may be odd"
    : `rows of real numbers begin ${usualStride(odd)} apart, an odd number`;
}
