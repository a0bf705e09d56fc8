// One axis as two dimensions with twiddle factors between them (Cooley & Tukey 1965). Of a b points, n = a n2 + n1 and k = k2 + b k1:
//
//     X(k2 + b k1) = sum over n1 of exp(-2 pi i n1 k1 / a) exp(-2 pi i n1 k2 / (a b)) sum over n2 of exp(-2 pi i n2 k2 / b) x(a n2 + n1).
//
// So only rows of b, which have the large primes of a length, go through other lengths, there and back; what the length has beside them is
// done across rows, by kernels like any others. In numbers: 10,247,168 = 1024 * 10007 points are 1024 rows; the whole would go through
// 20,494,335 points at least. A plan says so by kernels along Y, of which a transform of one dimension has none: the first of their
// sub-computations is preceded by factors, too, those of the rows before it. The input is a transposed array, whose rows lie side by side; the
// other way round it would be the output, and stores that fill no sectors cost more than loads that leave parts of them to others.
import { at, InputError } from "../failure/errors.js";
import { arraysOf, contentsOf, denseArray, isPlain, type Arrays, type ArrayAxis, type ArraySpec } from "./arrays.js";
import type { Problem } from "./chain-problems.js";
import { byFamily, type ByFamily } from "./families.js";
import type { PlanKernel, SubComputation } from "./plan.js";
import { DIMENSION_NAMES, elementCount, makeTransform, planarOf, type Transform } from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "through" | "subComputations">[];

/** The dimension across rows. */
const ACROSS = at(DIMENSION_NAMES, 1);

/** The rows that kernels cut the axis of a transform of one dimension into; 1 where they do not. */
export const rowsAcross = ({ dimensions }: Pick<Transform, "dimensions">, kernels: Kernels): number =>
  dimensions.length > 1 || kernels.every(({ through }) => through === undefined)
    ? 1
    : kernels
        .filter(({ through }) => through === undefined)
        .flatMap(({ subComputations }) => subComputations)
        .reduce((rows, { dimension, radix }) => (dimension === ACROSS ? rows * radix : rows), 1);

/** Whether the first sub-computation of an axis is preceded by factors, which are those of rows that are transformed before it. */
export const followsRows = (kernels: Kernels): boolean =>
  kernels.some(({ through, subComputations }) => through === undefined && subComputations.some(beginsBehindRows));

/** The heaviest digit of an axis has no factors of its own axis. */
export const beginsBehindRows = ({ count, radix, extent, twiddle }: SubComputation): boolean =>
  extent === count * radix && twiddle === "pre-tw";

interface CutPlan<K> {
  readonly transform: Transform;
  readonly kernels: readonly K[];
}

/** A plan as one of two dimensions where its kernels cut an axis into rows; else the same, of one row. */
export function asCut<K extends PlanKernel>({
  transform,
  kernels,
}: CutPlan<K>): CutPlan<K> & { readonly rows: number } {
  const rows = rowsAcross(transform, kernels);
  return { transform: cutTransform(transform, rows), kernels, rows };
}

/**
 * A transform of one dimension as one of so many rows, complex: real numbers have imaginary parts that are zero. Of half a spectrum the other
 * half counts as zero, and twice what counts half where it has no conjugate.
 */
export function cutTransform(transform: Transform, rows: number): Transform {
  if (rows === 1) return transform;
  const { precision, arithmetic, batch, direction, placement, scale, scaling } = transform;
  const lengths = [rows, elementCount(transform) / rows];
  return makeTransform(lengths, precision, {
    arithmetic,
    batch,
    direction,
    placement,
    scale: contentsOf(transform).input?.kind === "half" ? 2 * scale : scale,
    scaling,
    planar: planarOf(transform),
  });
}

/** Arrays as that transform sees them: rows side by side are read, and lie one behind the other ever after. */
export function cutArrays({ input, output }: Arrays, transform: Transform, rows: number): Arrays {
  const row = elementCount(transform) / rows;
  const { content, ...written } = inRows(output, [row, rows], [1, row]);
  return {
    input: inRows(input, [row, rows], [rows, 1]),
    between: denseArray(cutTransform(transform, rows)),
    // Kernels across rows write them.
    output:
      content?.kind === "reals" || content?.kind === "pairs"
        ? { ...written, content: { ...content, axis: 1 } }
        : written,
  };
}

/** Along rows, and across them. */
type Both = readonly [along: number, across: number];

/** `weights`: elements of the array from one to the next. */
function inRows(array: ArraySpec, [row, rows]: Both, weights: Both): ArraySpec {
  const { stride, below } = at(array.axes, 0);
  if (typeof stride !== "number") throw new InputError(`arrays: ${RUN_TIME}`);
  const whole = (length: number, weight: number): ArrayAxis => ({
    length,
    stride: stride * weight,
    from: 0,
    below: length,
  });
  return {
    ...array,
    axes: [whole(row, weights[0]), whole(rows, weights[1])],
    ...(array.content?.kind === "half" ? { until: { weights, below } } : {}),
  };
}

const RUN_TIME = "an axis is cut into rows where its strides are fixed, and not said with each call";

/** Whether the axis of a transform can be cut into rows, whatever their number. */
export const mayBeCut = (transform: Transform, arrays: Pick<Arrays, "input" | "output">): boolean =>
  cutProblem(transform, arrays) === undefined;

/** Which transforms are cut, by what they are. */
const HAS_ROWS: ByFamily<boolean> = {
  fourier: () => true,
  walsh: () => false,
  real: ({ spectrum }) => spectrum === "half",
  trigonometric: () => false,
};

function cutProblem(transform: Transform, { input, output }: Pick<Arrays, "input" | "output">): string | undefined {
  return !byFamily(transform, HAS_ROWS)
    ? "Fourier transforms are cut into rows, complex ones and those of real numbers whose spectrum is not packed"
    : transform.order !== "natural"
      ? "a transform that is cut into rows has natural order"
      : transform.dimensions.length > 1 || ![input, output].every(({ axes }) => axes.every(isPlain))
        ? "one dimension is cut into rows, all of whose elements are read and written, each at its place"
        : transform.strides === "run-time"
          ? RUN_TIME
          : undefined;
}

/** What is wrong with the kernels of a plan that cuts an axis, beyond what is wrong with any. */
export function cutProblems(transform: Transform, rows: number, kernels: Kernels): readonly Problem[] {
  const problem = cutProblem(transform, arraysOf(transform));
  if (problem !== undefined) return [{ kernel: 0, message: `${ACROSS}: ${problem}` }];
  const points = elementCount(transform);
  if (points % rows !== 0)
    return [
      { kernel: 0, message: `${ACROSS}: ${points} points are no ${rows} rows: ${rows} does not divide ${points}` },
    ];
  const firstAcross = kernels.findIndex(({ through }) => through === undefined);
  return kernels.flatMap(({ through, subComputations }, kernel) => {
    if (through !== undefined)
      return kernel < firstAcross
        ? []
        : [{ kernel, message: `kernels along rows come before those along ${ACROSS}, across rows` }];
    const misplaced = subComputations.findIndex(
      ({ dimension, twiddle }) => dimension !== ACROSS || twiddle !== "pre-tw",
    );
    const message = `after rows of ${points / rows} by convolution all sub-computations are along ${ACROSS} and \`pre-tw\`, including the first one`;
    return misplaced < 0 ? [] : [{ kernel, subComputation: misplaced, message }];
  });
}

/** The kernels across rows as those of a plan of their own: nothing comes before the first of their sub-computations. */
export function withoutRowFactors<K extends PlanKernel>(kernels: readonly K[]): readonly K[] {
  const first = kernels.flatMap(({ subComputations }) => subComputations.filter(isAcross))[0];
  return mapAcross(kernels, (sub) => (sub === first && sub.twiddle === "pre-tw" ? { ...sub, twiddle: "no-tw" } : sub));
}

/** The kernels of a plan of their own as those across rows. */
export const withRowFactors = <K extends PlanKernel>(kernels: readonly K[]): readonly K[] =>
  mapAcross(kernels, (sub) => ({ ...sub, twiddle: "pre-tw" }));

const isAcross = ({ dimension }: SubComputation): boolean => dimension === ACROSS;

const mapAcross = <K extends PlanKernel>(
  kernels: readonly K[],
  change: (sub: SubComputation) => SubComputation,
): readonly K[] =>
  kernels.map((kernel) =>
    kernel.through === undefined
      ? {
          ...kernel,
          subComputations: kernel.subComputations.map((sub) => (isAcross(sub) ? change(sub) : sub)),
        }
      : kernel,
  );
