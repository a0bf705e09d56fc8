// The elements of a bulk copy's box, as the driver's description of cuTensorMapEncodeTiled has them.
import type { BoxDimension } from "../../generator/layout/tensor-box.js";

/** Where the box of a part begins along each dimension, in elements; `values` by `digit/weight`. */
export const boxCorner = (box: readonly BoxDimension[], values: ReadonlyMap<string, number>): readonly number[] =>
  box.map(({ atoms }) => {
    let [weight, start] = [1, 0];
    for (const atom of atoms) {
      start += weight * (values.get(`${atom.digit}/${atom.weight}`) ?? 0);
      weight *= atom.size;
    }
    return start;
  });

/** Offsets in memory of a box's elements in the order in which they land: its first dimension fastest. */
export function boxElements(box: readonly BoxDimension[], values: ReadonlyMap<string, number>): number[] {
  const corner = boxCorner(box, values);
  return box.reduce<number[]>(
    (offsets, { stride, box: length }, dimension) =>
      Array.from({ length }, (_, index) => index).flatMap((index) =>
        offsets.map((offset) => offset + ((corner[dimension] ?? NaN) + index) * stride),
      ),
    [0],
  );
}
