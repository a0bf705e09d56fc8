// Real numbers of an odd length n = r m as complex ones: r sequences x(r j + i) of m numbers each, of which two neighbours are the parts of a
// complex one, and the last is alone: c = (r + 1) / 2 columns z_i(j) = x(r j + 2 i) + i x(r j + 2 i + 1). Behind their transforms, of m points
// each, a Hermitian step of radix r tells X_0 ... X_(r-1) apart, at k and m - k of all columns at once, and does the last butterfly of a
// decimation in time, which has half of the spectrum for k = 0 ... (m - 1) / 2,
//
//     X(k + m t) = sum over i of w_n^(i k) w_r^(i t) X_i(k),    X(m t - k) = conj X(k + m (r - t)).
//
// In numbers: of 15 numbers with r = 5 the columns are (x0 + i x1, x5 + i x6, x10 + i x11), (x2 + i x3, x7 + i x8, x12 + i x13) and
// (x4, x9, x14); k = 1 has X(1), X(4) and X(7), and of the mirrors X(2) and X(5). With r = 2, of even lengths, it is the step of pairs
// (hermitian-kernel.ts). Sorensen, Jones, Heideman and Burrus (1987); Van Loan 1992, section 4.3.
import { at } from "../failure/errors.js";
import { halfLength, type ArraySpec } from "./arrays.js";
import type { Part } from "./parts.js";
import { LARGEST_RADIX } from "./radices.js";

/** Complex numbers beside one another, of which the last has no imaginary part if the radix is odd. */
export const columnsOf = (radix: number): number => Math.ceil(radix / 2);

/** The radices by which a length may be decimated: the odd factors of an odd length. */
export const decimations = (length: number): readonly number[] =>
  Array.from({ length: LARGEST_RADIX + 1 }, (_, radix) => radix).filter(
    (radix) => radix > 2 && length % 2 === 1 && length % radix === 0 && length > radix,
  );

/** Of an array of real numbers along one dimension that of the columns; undefined where they lie at strides that only the caller knows. */
export function decimatedReals({ axes, ...array }: ArraySpec, radix: number): ArraySpec | undefined {
  const { length, stride } = at(axes, 0);
  if (typeof stride !== "number") return undefined;
  const [points, columns] = [length / radix, columnsOf(radix)];
  const part = (offset: number): Part => ({
    map: { kind: "linear", scale: 2, offset },
    sign: "plus",
    from: 0,
    // What has no second one.
    ...(offset === 1 ? { below: columns - 1 } : {}),
  });
  return {
    ...array,
    axes: [
      { length: points, stride: radix * stride, from: 0, below: points, counts: { dimension: 0, step: radix } },
      { length: columns, stride, from: 0, below: columns, counts: { dimension: 0, step: 1 } },
    ],
    content: { kind: "pairs", axis: 1, parts: [part(0), part(1)] },
  };
}

/** Of a half spectrum the frequencies below m, and beside each those so many times m further on. */
export function decimatedSpectrum({ axes, content: _, ...array }: ArraySpec, length: number, radix: number): ArraySpec {
  const { stride } = at(axes, 0);
  const [points, columns] = [length / radix, columnsOf(radix)];
  const apart = typeof stride === "number" ? points * stride : stride;
  return {
    ...array,
    axes: [
      { length: halfLength(points), stride, from: 0, below: halfLength(points), counts: { dimension: 0, step: 1 } },
      { length: columns, stride: apart, from: 0, below: columns, counts: { dimension: 0, step: points } },
    ],
  };
}
