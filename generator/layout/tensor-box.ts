// Describes the elements that a group of threads fetches by one bulk copy: a box of a dense array of few dimensions, as a
// tensor map has it (CUDA driver API, cuTensorMapEncodeTiled; PTX, cp.async.bulk.tensor).
import { failure, success, type Result } from "../failure/result.js";
import { usualStride } from "../plan/arrays.js";
import {
  arrayAfter,
  atomsByStride,
  atomStride,
  product,
  sameAtom,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";

/** One dimension of the array as the copy sees it: a run of atoms that follow one another in memory. */
export interface BoxDimension {
  /** Lightest first; those in the box come before the others. */
  readonly atoms: readonly Atom[];
  /** Elements between neighbours. */
  readonly stride: number;
  readonly extent: number;
  /** Elements of the box along it. */
  readonly box: number;
}

/** Dimensions that a tensor map may have, the one of the batch among them. */
const MOST_DIMENSIONS = 5;
/** Numbers along one dimension of a box: an element of 4 or 8 bytes is one to the copy, one of 16 bytes two. */
export const LONGEST_BOX = 256;
/** Numbers along one dimension of the array: where a box begins is a signed integer of 32 bits. */
const LONGEST_EXTENT = 2 ** 31;
const numbersOf = (elementBytes: number): number => Math.max(1, elementBytes / 8);
/** What the contiguous dimension of a box, and all strides, must be multiples of, in bytes. */
const ALIGNMENT = 16;

/** The dimensions of one transform, the contiguous one first; a dimension for the batch comes after them. */
export function tensorBox(
  set: DigitSet,
  layout: MemoryLayout,
  inBox: readonly Atom[],
  elementBytes: number,
): Result<readonly BoxDimension[]> {
  const dimensions: { atoms: Atom[]; stride: number; box: number }[] = [];
  let openForBox = false;
  let next = 1;
  for (const atom of atomsByStride(set, layout)) {
    // Where rows lie apart, another dimension begins.
    const current = atomStride(layout, atom) === next ? dimensions.at(-1) : undefined;
    next = atomStride(layout, atom) * atom.size;
    const wanted = inBox.some((other) => sameAtom(other, atom));
    const longest = dimensions.length <= 1 ? LONGEST_BOX / numbersOf(elementBytes) : LONGEST_BOX;
    const extend = current !== undefined && (!wanted || (openForBox && current.box * atom.size <= longest));
    if (extend) {
      current.atoms.push(atom);
      if (wanted) current.box *= atom.size;
    } else {
      dimensions.push({ atoms: [atom], stride: atomStride(layout, atom), box: wanted ? atom.size : 1 });
    }
    openForBox = wanted;
  }
  if (dimensions.length + 1 > MOST_DIMENSIONS) {
    return failure(
      `a bulk copy of the tile would need ${dimensions.length + 1} dimensions, more than ${MOST_DIMENSIONS}`,
    );
  }
  if (dimensions[0]?.stride !== 1) return failure("a bulk copy needs neighbours that lie side by side");
  if (((dimensions[0]?.box ?? 0) * elementBytes) % ALIGNMENT !== 0) {
    return failure(`a bulk copy needs ${ALIGNMENT} contiguous bytes`);
  }
  const odd = [...dimensions.slice(1).map(({ stride }) => stride), usualStride(arrayAfter(set, 0).distance)].find(
    (stride) => (stride * elementBytes) % ALIGNMENT !== 0,
  );
  if (odd !== undefined) {
    return failure(
      `a bulk copy needs strides of a multiple of ${ALIGNMENT} bytes, and there is one of ${odd * elementBytes}`,
    );
  }
  const numbers = dimensions.map(({ atoms }, index) => product(atoms) * (index === 0 ? numbersOf(elementBytes) : 1));
  if (Math.max(...numbers) > LONGEST_EXTENT) {
    return failure(`a bulk copy counts up to ${LONGEST_EXTENT} numbers along a dimension`);
  }
  return success(dimensions.map(({ atoms, stride, box }) => ({ atoms, stride, extent: product(atoms), box })));
}
