// What a Hermitian step beside a complex transform (hermitian-kernel.ts) cannot be, each with its reason.
import { at } from "../failure/errors.js";
import { arraysOf, isWhole } from "./arrays.js";
import type { Problem } from "./chain-problems.js";
import { takenBy } from "./core.js";
import { hermitianSubComputation, isStepLast, stepShape, type AroundComplex } from "./hermitian-kernel.js";
import { pairsOf } from "./pairs-of-reals.js";
import type { PlanKernel, Schedule } from "./plan.js";
import { subComputationText } from "./sub-computations.js";
import { columnsOf, decimations } from "./decimated-reals.js";
import { PAIR, stepRadix, takesHermitianStep } from "./hermitian-step.js";
import { isShort, type Transform } from "./transform.js";

/** Whether there may be such a kernel. */
export const mayBeAroundComplex = (transform: Transform): transform is AroundComplex =>
  hermitianProblem(transform) === undefined;

/** Why a transform has no such kernel; undefined if it may have one. */
export function hermitianProblem(transform: Transform): string | undefined {
  const taken = takenBy(transform);
  if (taken.as === "complex")
    return "only transforms of real numbers are made of pairs: r2c, c2r, and cosine and sine transforms";
  if (isShort(transform.precision) && transform.arithmetic === "native")
    return "its Hermitian step has no native 16-bit arithmetic: leave it out, or use --arithmetic f32";
  const shape = stepShape(transform, usualRadix(transform));
  if (taken.as === "cosine")
    return shape === undefined
      ? "cosine and sine transforms along one axis, of types I to III without ranges, dct-1 also without normalisation, have a Hermitian step if they are those of an even number of real ones"
      : undefined;
  const { name, length } = at(transform.dimensions, shape?.axis ?? 0);
  if (shape === undefined)
    return transform.dimensions.length > 1 && length % 2 === 1
      ? `${length} real numbers along ${name}, an odd number, are taken in pairs by transforms of one dimension only`
      : `${length} real numbers along ${name} are no pairs, and have no odd factor by which to decimate them`;
  if (taken.transform.spectrum !== "half")
    return "packed spectra are left to butterflies that take pairs: leave out --packed";
  const { input, output } = arraysOf(transform);
  if (![input, output].every((array) => isWhole(at(array.axes, shape.axis))))
    return `it reads and writes all of ${name}: ranges along it are left to other plans`;
  const reals = shape.isLast ? input : output;
  if (length % 2 === 1)
    return typeof at(reals.axes, shape.axis).stride === "number"
      ? undefined
      : `it decimates ${length} real numbers, whose stride is to be known before`;
  if (pairsOf(reals, shape.axis) === undefined)
    return "it takes real numbers in pairs, and these do not lie so: stride 1, all other strides fixed and even";
  return undefined;
}

/** A radix of the step that a transform may have: 2, or of an odd number of real numbers one of its factors. */
const usualRadix = (transform: Transform): number =>
  isEven(transform) ? PAIR : at([...decimations(realLength(transform)), realLength(transform)], 0);

/** Whether there are pairs of neighbours: of real numbers that are an even number, and of those of a cosine transform. */
const isEven = (transform: Transform): boolean => takenBy(transform).as === "cosine" || realLength(transform) % 2 === 0;

/** What is wrong with such a kernel of a plan along one axis; problems of the others are those of the complex transform inside. */
export function hermitianProblems(transform: Transform, kernels: readonly PlanKernel[]): readonly Problem[] {
  const first = kernels.findIndex(takesHermitianStep);
  const kernel = at(kernels, first);
  const said = (message: string) => [{ kernel: first, message: `\`pairs\`: ${message}` }];
  const problem = hermitianProblem(transform);
  if (problem !== undefined || !mayBeAroundComplex(transform)) return said(problem ?? "real numbers are expected");
  const second = kernels.findIndex((other, index) => index > first && takesHermitianStep(other));
  if (second >= 0) return [{ kernel: second, message: "`pairs`: a plan has one Hermitian step for its real axis" }];
  if (kernel.hermitian !== undefined) {
    const problem = togetherProblem(transform, kernels);
    return problem === undefined ? [] : said(problem);
  }
  if (kernel.subComputations.some(({ radix }) => radix !== PAIR))
    return said("a step of an odd radix is in the kernel that has all of its transform");
  if (!isEven(transform))
    return said("an odd number of real numbers is decimated by a step of an odd radix in the kernel of its transform");
  if (kernels.length === 1) return said("the kernels of the complex transform are missing");
  const isLast = isStepLast(transform);
  if (first !== (isLast ? kernels.length - 1 : 0))
    return said(`here the Hermitian step is the ${isLast ? "last" : "first"} kernel along its axis`);
  const expected = subComputationText(hermitianSubComputation(transform));
  const found = kernel.subComputations.map(subComputationText).join(" ");
  if (found !== expected) return said(`expected ${expected}, found ${found}`);
  const names = new Set(transform.dimensions.map(({ name }) => name));
  const cut = kernels.findIndex(({ subComputations }) =>
    subComputations.some(({ dimension }) => !names.has(dimension)),
  );
  if (stepShape(transform)?.isApart === true && cut >= 0)
    return [
      {
        kernel: cut,
        message:
          "`pairs`: rows, or the cofactor of a prime, are of complex numbers whose parts lie together, and those of a cosine transform do not",
      },
    ];
  const word = wordOf(kernel, {
    cluster: "clusters",
    prefetch: "L2 prefetch",
    tiled: "tiled buffers",
    width: "vectors",
  });
  return word === undefined ? [] : said(`its kernel has no ${word}`);
}

const realLength = ({ dimensions, axes }: Transform): number =>
  dimensions.find(({ name }) => name === axes[0])?.length ?? 1;

/** Why a Hermitian step cannot be in the kernel of its transform; undefined if it can. */
function togetherProblem(transform: AroundComplex, kernels: readonly PlanKernel[]): string | undefined {
  const [kernel, ...others] = kernels;
  if (kernel === undefined || others.length > 0)
    return "a kernel with a Hermitian step has all of its axis; where there are several kernels it is one of them";
  const { hermitian, through, subComputations, schedule } = kernel;
  const radix = stepRadix(kernels);
  const isOdd = !isEven(transform);
  const isKnown = isOdd ? decimations(realLength(transform)).includes(radix) : radix === PAIR;
  const shape = isKnown ? stepShape(transform, radix) : undefined;
  if (shape === undefined)
    return isOdd
      ? `its radix is ${decimations(realLength(transform)).join(" or ")}, a factor of ${realLength(transform)}, not ${radix}`
      : `of an even number of real numbers its radix is 2, not ${radix}`;
  const expected = subComputationText(hermitianSubComputation(transform, radix));
  const found = hermitian === undefined ? "" : subComputationText(hermitian);
  if (found !== expected) return `expected ${expected}, found ${found}`;
  const columns = columnsOf(radix);
  if (schedule !== undefined && schedule.columns % columns !== 0)
    return `its ${columns} columns are in one tile: ${schedule.columns} columns are no multiple of that`;
  if (shape.points === 1) return "one complex number has no transform: its Hermitian step is a kernel of its own";
  if (through === "rader" && new Set(subComputations.map(({ dimension }) => dimension)).size > 1)
    return "with the cofactor of a prime it is a kernel of its own";
  if (transform.dimensions.filter(({ length }) => length > 1).length > 2)
    return "with more than one other dimension it is a kernel of its own";
  // What begins with the step does not load what a prefetch would.
  const prefetch = isStepLast(transform) ? {} : { prefetch: "L2 prefetch" };
  const word = wordOf(kernel, { cluster: "clusters", ...prefetch, width: "vectors", exchange: "short exchange" });
  return word === undefined ? undefined : `in the kernel of its transform there is no such thing as ${word}`;
}

/** The first of these words of a schedule that a kernel has. */
const wordOf = (
  { schedule }: PlanKernel,
  words: Partial<Readonly<Record<keyof Schedule, string>>>,
): string | undefined => Object.entries(words).find(([field]) => schedule !== undefined && field in schedule)?.[1];
