// Describes the elements that a group of threads fetches by one bulk copy: a box of a dense array of few dimensions, as a
// tensor map has it (CUDA driver API, cuTensorMapEncodeTiled; PTX, cp.async.bulk.tensor).
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { parametersOf, stridesApart, type ArraySpec } from "../plan/arrays.js";
import {
  atomsByStride,
  atomStride,
  BATCH,
  product,
  sameAtom,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";
import { indexWeight, type Range } from "./reach.js";

/** One dimension of the array as the copy sees it: a run of atoms that follow one another in memory. */
export interface BoxDimension {
  /** Lightest first; those in the box come before the others. */
  readonly atoms: readonly Atom[];
  /** Elements between neighbours. */
  readonly stride: number;
  /** The first that is there, and how many are. */
  readonly from: number;
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

/** Why bulk copies bring no part of an array, whatever the box; undefined if there may be one. */
export function bulkCopyProblem(array: ArraySpec, elementBytes: number): string | undefined {
  if (array.planar || parametersOf(array).length > 0)
    return "bulk copies bring boxes of complex numbers, from strides known before: no planar input, no other strides";
  if (array.axes.some(({ map }) => map !== undefined))
    return "bulk copies bring neighbours, and of a shifted side some of these lie apart";
  const late = array.axes.find(({ stride, from }) => stride === 1 && (from * elementBytes) % ALIGNMENT !== 0);
  if (late !== undefined)
    return `a bulk copy begins at a multiple of ${ALIGNMENT} bytes, and the range at ${late.from * elementBytes}`;
  if (!array.axes.some(({ stride, length }) => stride === 1 && length > 1)) return NEIGHBOURS;
  const odd = stridesApart(array).find((stride) => (stride * elementBytes) % ALIGNMENT !== 0);
  return odd === undefined ? undefined : unaligned(odd * elementBytes);
}

const NEIGHBOURS = "a bulk copy needs neighbours that lie side by side";
const unaligned = (bytes: number): string =>
  `a bulk copy needs strides of a multiple of ${ALIGNMENT} bytes, and there is one of ${bytes}`;

/**
 * The dimensions of one transform, the contiguous one first; a dimension for the batch comes after them. What of `ranges` is not there
 * lies outside, before and behind, and reads as zero.
 */
export function tensorBox(
  set: DigitSet,
  layout: MemoryLayout,
  ranges: readonly Range[],
  inBox: readonly Atom[],
  elementBytes: number,
): Result<readonly BoxDimension[]> {
  const dimensions: { atoms: Atom[]; stride: number; box: number }[] = [];
  let openForBox = false;
  let next = 1;
  let along: Range | undefined;
  for (const atom of atomsByStride(set, layout)) {
    // Where rows lie apart, or of one a part is there, another dimension begins.
    const before = along;
    along = ranges.find((range) => indexWeight(range, atom) > 0);
    const goesOn = atomStride(layout, atom) === next && (before === undefined || before === along);
    const current = goesOn ? dimensions.at(-1) : undefined;
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
  if (dimensions[0]?.stride !== 1) return failure(NEIGHBOURS);
  if (((dimensions[0]?.box ?? 0) * elementBytes) % ALIGNMENT !== 0) {
    return failure(`a bulk copy needs ${ALIGNMENT} contiguous bytes`);
  }
  const odd = [...dimensions.slice(1).map(({ stride }) => stride), layout.digits.get(BATCH) ?? 0].find(
    (stride) => (stride * elementBytes) % ALIGNMENT !== 0,
  );
  if (odd !== undefined) return failure(unaligned(odd * elementBytes));
  const numbers = dimensions.map(({ atoms }, index) => product(atoms) * (index === 0 ? numbersOf(elementBytes) : 1));
  if (Math.max(...numbers) > LONGEST_EXTENT) {
    return failure(`a bulk copy counts up to ${LONGEST_EXTENT} numbers along a dimension`);
  }
  if (ranges.some(({ outside }) => outside === true))
    return failure("a bulk copy brings neighbours, and of a range round the end the first and the last are none");
  const present = dimensions.map(({ atoms }) => ({ from: 0, extent: product(atoms) }));
  for (const range of ranges) {
    const top = dimensions.findLastIndex(({ atoms }) => atoms.some((atom) => indexWeight(range, atom) > 0));
    const { atoms, stride } = at(dimensions, top);
    const last = at(atoms, atoms.length - 1);
    const placeOf = (index: number): number => (index * atomStride(layout, last)) / indexWeight(range, last) / stride;
    const [from, end] = [placeOf(range.from), placeOf(range.below)];
    if (!Number.isInteger(end))
      return failure(`a bulk copy of ${range.below} of ${range.length} would end within what it brings at a time`);
    if (!Number.isInteger(from))
      return failure(`a bulk copy from ${range.from} of ${range.length} would begin within what it brings at a time`);
    present[top] = { from, extent: end - from };
  }
  return success(dimensions.map(({ atoms, stride, box }, index) => ({ atoms, stride, ...at(present, index), box })));
}
