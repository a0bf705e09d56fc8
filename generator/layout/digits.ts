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
import type { PlaceMap } from "../plan/place-map.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import {
  arraysOf,
  continuesIn,
  isWhole,
  usualStride,
  type ArrayAxis,
  type Arrays,
  type ArraySpec,
} from "../plan/arrays.js";
import type { IndexGap } from "../plan/present-indices.js";
import { axesOf, transformedDigit, type Axis } from "../plan/axes.js";
import { axisThrough, turningKernels } from "../plan/bluestein.js";
import { convolutionKind } from "../plan/convolution.js";
import { coreArrays, coreOf } from "../plan/core.js";
import { elementCount, type Transform } from "../plan/transform.js";
import { reorders } from "../plan/output-order.js";
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

/** Those of the first axis: of a transform that goes there and back, its rows', as opposed to those that tell rows apart. */
export const digitsAlong = remembered((set: DigitSet): readonly TransformedDigit[] => {
  const { axis: own } = axisThrough(set.transform);
  return transformedDigits(set).filter(({ axis }) => axis === own);
});

/** Digits of butterflies across rows (plan/coprime.ts). */
export const digitsAcross = remembered((set: DigitSet): readonly TransformedDigit[] => {
  const { axis: own } = axisThrough(set.transform);
  return transformedDigits(set).filter(({ axis }) => axis !== own);
});

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
  /** Of a real transform the complex one inside it, whose arrays hold what they hold. */
  readonly transform: Transform;
  readonly digits: readonly Digit[];
  readonly byName: ReadonlyMap<string, Digit>;
  readonly kernelCount: number;
  /** Elements of one transform; all strides count elements too. */
  readonly elements: number;
  /** What lies inside each element, at the place `vector`: atoms of the contiguous digit, whose weights are less than one element. */
  readonly vector: readonly Atom[];
  readonly arrays: Arrays;
  /** Where all is in the end; where the last kernel goes on with the way back, that has it. */
  readonly written: ArraySpec;
  /** Whether the last kernel of a dimension moves its digits to their natural weights. */
  readonly reorders: boolean;
  /** Whether the last kernel goes on with the way back (way-back.ts), and writes nothing. */
  readonly turns: boolean;
  /** Whether elements come and go in another order than butterflies have them (gathered.ts). */
  readonly gathers: boolean;
  /** Of several dimensions the kernels that go there and back along one of them. */
  readonly turning: ReadonlySet<number>;
  /** Of a Hermitian step of its own (plan/hermitian-kernel.ts): the digits that frequencies are numbered by. */
  readonly frequencies?: readonly Digit[];
  /** Whether its kernel has such a step beside (lower/lower-hermitian.ts). */
  readonly hasStep?: true;
  /** Columns that this step, if it is of an odd radix, takes together (plan/decimated-reals.ts). */
  readonly columnsOfStep?: number;
  /** Columns of the first kernel, if what it writes lies tile by tile. */
  readonly tiledBy: number | undefined;
  /** What becomes of places before the first kernel reads them, and after the last one has written (plan/stages.ts). */
  readonly wholes?: Partial<Readonly<Record<"input" | "output", WholeMap>>>;
}

/** Of a whole transform: place i is where the map puts it, and from `below` on nothing is. */
export interface WholeMap {
  readonly map: PlaceMap | undefined;
  readonly below: number;
}

/** All digits of a legal plan: those of each dimension in the order of transformation, then those that stay as they are. */
export function digitSetOf(
  planned: Transform,
  kernels: readonly PlanKernel[],
  given: Arrays = coreArrays(planned, arraysOf(planned), kernels),
): DigitSet {
  const transform = coreOf(planned, kernels);
  const convolution = convolutionKind(planned, kernels);
  const gathers = convolution === "rader";
  const turns = convolution !== "none";
  const arrays = turns ? { ...given, output: given.between } : given;
  const elements = elementCount(transform);
  const axes = axesOf(transform);
  const [first] = kernels;
  const inOrder = [...digitsOfSteps(axes, kernels), ...idleDigits(axes, given)];
  const digits = turns && !gathers ? inOrder.map((digit) => turnedDigit(digit, inOrder, kernels.length - 1)) : inOrder;
  return {
    transform,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    kernelCount: kernels.length,
    elements,
    vector: [],
    arrays,
    written: given.output,
    reorders: reorders(transform),
    turns,
    gathers,
    turning: new Set(turningKernels(planned, kernels).keys()),
    tiledBy: first?.schedule?.tiled === true ? first.schedule.columns : undefined,
  };
}

/**
 * Where the way back begins, the digits of that kernel alone are in the order of frequencies; the others stay, since what lies between
 * kernels goes back where it was.
 */
function turnedDigit(digit: Digit, all: readonly Digit[], last: number): Digit {
  if (digit.kernel !== last) return { ...digit, naturalWeight: digit.inPlaceWeight };
  const before = all.reduce(
    (elements, other) => (other.kernel === last || other.kernel === undefined ? elements : elements * other.radix),
    1,
  );
  return { ...digit, naturalWeight: digit.naturalWeight / before };
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
export function idleDigits(axes: readonly Axis[], arrays: Arrays): readonly Digit[] {
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

/** Where everything lies in memory. */
export interface MemoryLayout {
  /** Element strides of digits, and of the batch. */
  readonly digits: ReadonlyMap<string, number>;
  /** Those of single atoms, by name, where parts of digits lie apart; else absent. */
  readonly atoms?: ReadonlyMap<string, number>;
}

/**
 * The array that kernel `kernelsDone` reads, and the one before it writes. In numbers: of 512 rows of which 256 are there, the first
 * pass, along rows, makes 256; what it leaves of the others counts as zero, as it did before.
 */
export const arrayAfter = rememberedOfTwo((set: DigitSet, kernelsDone: number): ArraySpec => {
  const { arrays, kernelCount } = set;
  if (kernelsDone === kernelCount) return arrays.output;
  const array = kernelsDone === 0 ? arrays.input : arrays.between;
  if ([arrays.input, arrays.output].every(({ axes }) => axes.every(isWhole))) return array;
  return {
    ...array,
    axes: array.axes.map(({ gap: _, ...axis }, index) => {
      const { gap, ...present } = presentAfter(set, index, kernelsDone);
      return { ...axis, ...present, ...(gap === undefined ? {} : { gap }) };
    }),
  };
});

/** Of an axis what was in the input, until it is transformed; and once it is what will be in the output. */
function presentAfter(set: DigitSet, index: number, kernelsDone: number): Present {
  const [input, output] = [presentOf(set, "input", index, kernelsDone), presentOf(set, "output", index, kernelsDone)];
  const { length } = at(set.arrays.input.axes, index);
  const digits = transformedDigits(set).filter(({ axis }) => axis === index);
  const isAsRead = digits.every(({ kernel }) => kernel >= kernelsDone);
  const isAsWritten = digits.every((digit) => isFinished(set, digit, kernelsDone));
  const from = Math.max(isAsRead ? input.from : 0, isAsWritten ? output.from : 0);
  const below = Math.min(isAsRead ? input.below : length, isAsWritten ? output.below : length);
  // Of an axis that nobody transforms the output may have what is not in the input, and nothing else: zeros.
  if (from >= below) return input;
  // What reads the input leaves out its gap; of what lies between kernels more may be there than is wanted.
  const gap = (isAsRead ? input.gap : undefined) ?? (isAsWritten ? output.gap : undefined);
  return { from, below, gap: gap && clipped(gap, { from, below }) };
}

function clipped(gap: IndexGap, { from, below }: IndexGap): IndexGap | undefined {
  const within = { from: Math.max(gap.from, from), below: Math.min(gap.below, below) };
  return within.from < within.below ? within : undefined;
}

type Present = Pick<ArrayAxis, "from" | "below"> & { readonly gap: IndexGap | undefined };

/**
 * Of an axis what the array of one side is worth between kernels: behind a Hermitian step each row has what its mirror has, and before one
 * mirrors are made of each other. In numbers: of 64 rows of a half spectrum of which 1 to 5 are there, the step leaves those and 59 to 63.
 */
function presentOf(set: DigitSet, side: "input" | "output", index: number, kernelsDone: number): Present {
  const { axes, content } = set.arrays[side];
  const { length, from, below, gap } = at(axes, index);
  const isBetween = kernelsDone > 0 && kernelsDone < set.kernelCount;
  const isMirrored =
    content?.kind === "folded" &&
    content.parts === undefined &&
    content.axis !== index &&
    transformedDigits(set).some((digit) => digit.axis === index);
  if (!isBetween || !isMirrored) return { from, below, gap };
  if (gap !== undefined) return { from, below, gap: withMirrors(gap, length) };
  // The mirror of 0 is 0, that of 1 is the last.
  if (below === 1) return { from, below, gap };
  const first = from === 0 ? 0 : Math.min(from, length - below + 1);
  return { from: first, below: first === 0 ? length : length - first + 1, gap: besideMirrors({ from, below }, length) };
}

/** What is left out between rows and their mirrors. In numbers: of 64 rows with 1 to 5, and 59 to 63, those are 6 to 58. */
function besideMirrors({ from, below }: IndexGap, length: number): IndexGap | undefined {
  const behind = { from: below, below: length - below + 1 };
  const before = { from: length - from + 1, below: from };
  return [behind, before].find((gap) => gap.from < gap.below && gap.below <= length);
}

/** What is left out of rows together with their mirrors. In numbers: of 64 rows without 5 to 60 those that go are 5 to 59. */
function withMirrors({ from, below }: IndexGap, length: number): IndexGap | undefined {
  const gap = { from: Math.max(from, length - below + 1), below: Math.min(below, length - from + 1) };
  return gap.from < gap.below ? gap : undefined;
}

/** Whether all kernels of a digit's dimension are done, and its indices are in their order. */
const isFinished = (set: DigitSet, { dimension }: Digit, kernelsDone: number): boolean =>
  (lastKernels(set).get(dimension) ?? -1) < kernelsDone;

const lastKernels = remembered(({ digits }: DigitSet): ReadonlyMap<string, number> => {
  const last = new Map<string, number>();
  for (const { dimension, kernel = -1 } of digits) last.set(dimension, Math.max(kernel, last.get(dimension) ?? -1));
  return last;
});

/** What a digit adds to the index along its axis after so many kernels. */
export const weightAfter = (set: DigitSet, digit: Digit, kernelsDone: number): number =>
  set.reorders && isFinished(set, digit, kernelsDone) ? digit.naturalWeight : digit.inPlaceWeight;

/**
 * The memory layout after the first `kernelsDone` kernels, with strides as planned, if no schedule says otherwise (tiled.ts). Data stays in place until a dimension's last sub-computation;
 * for natural order, the kernel that does this one stores the dimension in natural order.
 */
export const memoryLayout = rememberedOfTwo((set: DigitSet, kernelsDone: number): MemoryLayout => {
  const array = arrayAfter(set, kernelsDone);
  const digits = new Map<string, number>([[BATCH, usualStride(array.distance)]]);
  for (const digit of set.digits)
    digits.set(digit.name, usualStride(at(array.axes, digit.axis).stride) * weightAfter(set, digit, kernelsDone));
  return { digits };
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
export function atomStride({ digits, atoms }: MemoryLayout, atom: Atom): number {
  const own = atoms?.get(atomName(atom));
  if (own !== undefined) return own;
  const stride = digits.get(atom.digit);
  invariant(stride !== undefined, () => `layout: digit ${atom.digit} has no place in memory`);
  return stride * atom.weight;
}

export const atomName = ({ digit, weight }: Atom): string => `${digit}/${weight}`;

export const product = (items: readonly { readonly size: number }[]): number =>
  items.reduce((total, item) => total * item.size, 1);

export const sameAtom = (a: Atom, b: Atom): boolean => a === b || (a.digit === b.digit && a.weight === b.weight);
