// The nouns of layout/: digits, atoms, and where they lie. An index along a dimension is a list of mixed-radix digits, each the part
// that one sub-computation transforms; atoms are the prime parts of digits that a layout can place one by one.
//
// In numbers, { X(16,16,16,256,tw) X(16,16,1,16,no-tw) } of 64 arrays of 256: x = 16 x1 + x2. Digits X1 (in-place weight 16, natural
// weight 1) and X2 (1 and 16); atoms of either: four of size 2, weights 1, 2, 4, 8. On 64 threads with 4 columns
// - a tile (tile.ts) holds X1, X2 and 4 members of the batch: 1024 elements, 16 a thread;
// - phase 1 (phases.ts) has X1 in registers, on lanes X2, then two bits of the batch; phase 2 has X2 in registers, on lanes kX1;
// - between them stands the shared map (shared-map.ts): x2 + 17 kx1 + 272 b, padded so that 16 lanes meet 16 pairs of banks as
//   they write and as they read;
// - memory (memoryLayout here): read at 16 x1 + x2 + 256 b, written in natural order at kx1 + 16 kx2 + 256 b;
// - the factors (twiddle-exponents.ts) are exp(-2 pi i kx1 x2 / 256): order 256, weight 1 for X2.
import { at, invariant } from "../failure/errors.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { continuesIn, arraysOf, usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { axesOf, transformedDigit, type Axis } from "../plan/axes.js";
import { elementCount, reorders, type Transform } from "../plan/transform.js";
import { remembered, rememberedOfTwo } from "./remembered.js";

/** One mixed-radix digit of one dimension; `ordinal` counts 1, 2, ... in the order of transformation. */
export interface Digit {
  readonly name: string;
  readonly dimension: string;
  readonly ordinal: number;
  readonly radix: number;
  /** Index of the kernel that transforms it; undefined for one that no kernel does. */
  readonly kernel: number | undefined;
  readonly subComputation: SubComputation | undefined;
  /** The axis whose index it is part of: its place among the dimensions. Of several idle ones that are one digit the first. */
  readonly axis: number;
  /** What it adds to that index before it is transformed, and ever after when the data stays in place. */
  readonly inPlaceWeight: number;
  /** The same once the dimension is in natural order. */
  readonly naturalWeight: number;
}

/** A digit that some kernel transforms. */
export interface TransformedDigit extends Digit {
  readonly kernel: number;
  readonly subComputation: SubComputation;
}

const isTransformed = (digit: Digit): digit is TransformedDigit => digit.subComputation !== undefined;

/** The digits that kernels transform, as opposed to mere columns. */
export const transformedDigits: (set: DigitSet) => readonly TransformedDigit[] = remembered(({ digits }) =>
  digits.filter(isTransformed),
);

/** The batch has no radix: its tile part is chosen per kernel and the rest is known at run time. */
export const BATCH = "batch";

/** A prime part of a digit: the digit's value is the sum of `value * weight` over its atoms. */
export interface Atom {
  /** The digit's name, or `batch`. */
  readonly digit: string;
  readonly weight: number;
  readonly size: number;
}

export interface DigitSet {
  readonly transform: Transform;
  readonly digits: readonly Digit[];
  readonly byName: ReadonlyMap<string, Digit>;
  readonly kernelCount: number;
  /** Elements of one transform; all strides count elements too. */
  readonly elements: number;
  /** What lies inside each element, at the place `vector`: atoms of the contiguous digit, whose weights are less than one element. */
  readonly vector: readonly Atom[];
  readonly arrays: Arrays;
  /** Whether the last kernel of a dimension moves its digits to their natural weights. */
  readonly reorders: boolean;
}

/** All digits of a legal plan: those of each dimension in the order of transformation, then those that stay as they are. */
export function digitSetOf(
  transform: Transform,
  kernels: readonly PlanKernel[],
  arrays: Arrays = arraysOf(transform),
): DigitSet {
  const elements = elementCount(transform);
  const axes = axesOf(transform);
  const digits = [...digitsOfSteps(axes, kernels), ...idleDigits(axes, arrays)];
  return {
    transform,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    kernelCount: kernels.length,
    elements,
    vector: [],
    arrays,
    reorders: reorders(transform),
  };
}

function digitsOfSteps(axes: readonly Axis[], kernels: readonly PlanKernel[]): readonly Digit[] {
  const ordinals = new Map<string, number>();
  const covered = new Map<Axis, number>();
  const digits = kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.map((subComputation): Digit => {
      const { dimension } = subComputation;
      const { axis, radix, stride, extent } = transformedDigit(axes, subComputation);
      const ordinal = (ordinals.get(dimension) ?? 0) + 1;
      ordinals.set(dimension, ordinal);
      covered.set(axis, (covered.get(axis) ?? 1) * radix);
      return {
        name: `${dimension}${ordinal}`,
        dimension,
        ordinal,
        radix,
        kernel,
        subComputation,
        axis: axes.indexOf(axis),
        inPlaceWeight: stride,
        // Transformed from heavy to light, digits leave reversed: what lies just below its axis' length goes to its beginning.
        naturalWeight: axis.length / extent,
      };
    }),
  );
  for (const axis of axes)
    invariant(
      axis.group === "idle" || (covered.get(axis) ?? 1) === axis.length,
      () => `layout: the sub-computations along ${axis.name} do not cover its length ${axis.length}`,
    );
  // Walsh-Hadamard steps, which see the array as one, stay in the order of transformation.
  const place = ({ dimension }: Digit): number => axes.findIndex(({ name }) => name === dimension);
  return digits.toSorted((a, b) => place(a) - place(b));
}

/** Neighbouring dimensions that are not transformed, and are one in every array, are one digit: columns of the others. I1, I2, ... */
function idleDigits(axes: readonly Axis[], arrays: Arrays): readonly Digit[] {
  const all = [arrays.input, arrays.between, arrays.output];
  const runs: { readonly axis: number; length: number }[] = [];
  axes.forEach(({ length, group }, axis) => {
    if (group !== "idle") return;
    const run = runs.at(-1);
    const goesOn = axes[axis - 1]?.group === "idle" && all.every((array) => continuesIn(array, axis - 1, axis));
    if (run !== undefined && goesOn) run.length *= length;
    else runs.push({ axis, length });
  });
  return runs
    .filter(({ length }) => length > 1)
    .map(({ axis, length }, index): Digit => {
      const ordinal = index + 1;
      const common = { dimension: IDLE, ordinal, kernel: undefined, subComputation: undefined };
      return { name: `${IDLE}${ordinal}`, ...common, axis, radix: length, inPlaceWeight: 1, naturalWeight: 1 };
    });
}

const IDLE = "I";

/** The digits that one kernel transforms, in the order of its sub-computations; those that lie within vectors are left out. */
export const kernelDigits = (set: DigitSet, { subComputations }: PlanKernel): readonly TransformedDigit[] =>
  digitsOf(set, subComputations);

const digitsOf = rememberedOfTwo((set: DigitSet, subComputations: readonly SubComputation[]) => {
  const digits = transformedDigits(set);
  return subComputations.flatMap((subComputation) => {
    const digit = digits.find((candidate) => candidate.subComputation === subComputation);
    invariant(digit !== undefined, () => "layout: a sub-computation has no digit");
    return digit.radix === 1 ? [] : [digit];
  });
});

/** Whether a digit has been transformed when kernel `index` begins. */
export function isTransformedBefore(set: DigitSet, digit: string, index: number): boolean {
  const kernel = set.byName.get(digit)?.kernel;
  return kernel !== undefined && kernel < index;
}

/** The prime atoms of a radix, lightest first: 12 -> weights 1, 2, 4 of sizes 2, 2, 3. */
export function atomsOf(digit: string, radix: number): readonly Atom[] {
  const key = `${digit}/${radix}`;
  const known = atomsByDigit.get(key);
  if (known !== undefined) return known;
  let weight = 1;
  const atoms = primeFactors(radix).map((size) => {
    const atom: Atom = { digit, weight, size };
    weight *= size;
    return atom;
  });
  atomsByDigit.set(key, atoms);
  return atoms;
}

/** The search asks for the same few digits very often. */
const atomsByDigit = new Map<string, readonly Atom[]>();

/** Where every digit lies in memory: element strides. */
export type MemoryLayout = ReadonlyMap<string, number>;

/** The array that kernel `kernelsDone` reads, and the one before it writes. */
export const arrayAfter = ({ arrays, kernelCount }: DigitSet, kernelsDone: number): ArraySpec =>
  kernelsDone === 0 ? arrays.input : kernelsDone === kernelCount ? arrays.output : arrays.between;

/**
 * The memory layout after the first `kernelsDone` kernels, with strides as planned. Data stays in place until a dimension's last sub-computation;
 * for natural order, the kernel that does this one stores the dimension in natural order.
 */
export const memoryLayout = rememberedOfTwo((set: DigitSet, kernelsDone: number): MemoryLayout => {
  const lastKernel = new Map<string, number>();
  for (const { dimension, kernel = 0 } of set.digits)
    lastKernel.set(dimension, Math.max(kernel, lastKernel.get(dimension) ?? 0));
  const array = arrayAfter(set, kernelsDone);
  const layout = new Map<string, number>([[BATCH, usualStride(array.distance)]]);
  for (const digit of set.digits) {
    const finished = (lastKernel.get(digit.dimension) ?? 0) < kernelsDone;
    const weight = finished && set.reorders ? digit.naturalWeight : digit.inPlaceWeight;
    layout.set(digit.name, usualStride(at(array.axes, digit.axis).stride) * weight);
  }
  return layout;
});

/** All atoms of one transform. */
export const atomsOfSet: (set: DigitSet) => readonly Atom[] = remembered(({ digits }) =>
  digits.flatMap((digit) => atomsOf(digit.name, digit.radix)),
);

/** The same, the lightest first. */
export const atomsByStride = rememberedOfTwo((set: DigitSet, layout: MemoryLayout): readonly Atom[] =>
  atomsOfSet(set).toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b)),
);

/** Element stride of an atom in a memory layout. */
export function atomStride(layout: MemoryLayout, atom: Atom): number {
  const stride = layout.get(atom.digit);
  invariant(stride !== undefined, () => `layout: digit ${atom.digit} has no place in memory`);
  return stride * atom.weight;
}

export const product = (items: readonly { readonly size: number }[]): number =>
  items.reduce((total, item) => total * item.size, 1);

export const sameAtom = (a: Atom, b: Atom): boolean => a === b || (a.digit === b.digit && a.weight === b.weight);
