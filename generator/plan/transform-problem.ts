// Which transforms there are: the fields of one, judged together. What a user meant is not guessed here.
import { arraysOf, isPartSaid, sideLengths, spanOf, usualStride, type ArraySpec } from "./arrays.js";
import { strideNames, rangeNames } from "./stride-names.js";
import { arrayProblem } from "./array-problem.js";
import { overlapProblem } from "./array-overlaps.js";
import { inPlaceProblem } from "./in-place-problem.js";
import { packedProblem } from "./packed.js";
import { scaleProblem } from "./scale.js";
import { axesOf, isOwnInverse, transformedAxes } from "./axes.js";
import { argumentText, type Operand } from "../pointwise/arguments.js";
import { clashingArguments, elementField, readFunction } from "./element-functions.js";
import { byFamily, type ByFamily } from "./families.js";
import { hadamardLengthProblem } from "./hadamard-lengths.js";
import {
  elementCount,
  hadamardOf,
  hasTwiddles,
  isDense,
  isShort,
  planarOf,
  sizeText,
  transformedCount,
  usualDirection,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
} from "./transform.js";
import type { FieldName } from "./transform-field.js";
import { inverseKind, kindAlong, logicalCount, zigzagSide } from "./trigonometric.js";

/** What is wrong with a transform. Messages do not name the field, nor repeat its value. */
export interface TransformProblem {
  readonly field:
    | "inputStrides"
    | "outputStrides"
    | "inputRange"
    | "outputRange"
    | "load"
    | "store"
    | "strides"
    | "placement"
    | "dimensions"
    | "axes"
    | "hadamard"
    | "direction"
    | "order"
    | "spectrum"
    | "planar"
    | "shift"
    | "kinds"
    | "arithmetic"
    | "scale"
    | "scaling"
    | "distance";
  readonly message: string;
}

/**
 * The first thing that is wrong with a transform; undefined if there is nothing.
 * @param said fields of which the user said something, be it what they are anyhow
 */
export function transformProblem(transform: Transform, said: readonly FieldName[] = []): TransformProblem | undefined {
  for (const rule of RULES) {
    const found = rule(transform, said);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Rule = (transform: Transform, said: readonly FieldName[]) => TransformProblem | undefined;

const axesRule: Rule = ({ dimensions, axes }) => {
  const names = dimensions.map(({ name }) => name);
  const stranger = axes.find((axis) => !names.includes(axis));
  if (stranger !== undefined)
    return {
      field: "axes",
      message: `the array has no dimension ${stranger}; it has ${names.toReversed().join(", ")}`,
    };
  if (axes.length === 0) return { field: "axes", message: "at least one dimension is to be transformed" };
  if (new Set(axes).size < axes.length)
    return { field: "axes", message: "each dimension is transformed once; name it once" };
  return undefined;
};

const lengthsRule: Rule = (transform) => {
  for (const { group, length } of axesOf(transform)) {
    const message = group === "dyadic" ? hadamardLengthProblem(length, hadamardOf(transform)) : undefined;
    if (message !== undefined) return { field: "dimensions", message };
  }
  return undefined;
};

const matrixRule: Rule = (transform) => {
  const odd = transformedAxes(transform).some(({ base }) => base > 1);
  if (hadamardOf(transform) !== "standard" && !odd)
    return { field: "hadamard", message: "powers of two have one matrix, Sylvester's; leave it out" };
  if (transform.direction === "inverse" && !hasTwiddles(transform) && isOwnInverse(transform))
    return {
      field: "direction",
      message: `the matrix is symmetric, so the Walsh-Hadamard transform is its own inverse but for the scale; leave it out, and scale by 1/${transformedCount(transform)} in one of the two directions`,
    };
  return undefined;
};

const orderRule: Rule = (transform) => {
  const { order } = transform;
  const axes = transformedAxes(transform);
  const odd = axes.find(({ base }) => base > 1);
  if (order !== "natural" && odd !== undefined)
    return {
      field: "order",
      message: `only powers of two have it: ${odd.name} has length ${odd.length}; natural is the order there`,
    };
  const offset = axes.find(({ step }) => !Number.isInteger(Math.log2(step)));
  if (order === "sequency" && offset !== undefined)
    return {
      field: "order",
      message: `the elements along ${offset.name} lie ${offset.step} apart, which is to be a power of two`,
    };
  return undefined;
};

/** Why nothing computes so; undefined if something does. */
const arithmeticProblem = ({
  precision,
  arithmetic,
}: Pick<Transform, "precision" | "arithmetic">): string | undefined =>
  precision === "f64" && arithmetic === "f32"
    ? "f64 is computed with as it is stored, in native arithmetic"
    : undefined;

const numbersRule: Rule = (transform) => {
  const uncomputable = arithmeticProblem(transform);
  if (uncomputable !== undefined) return { field: "arithmetic", message: uncomputable };
  const scale = scaleProblem(transform);
  return scale === undefined ? undefined : { field: "scale", message: scale };
};

const scalingRule: Rule = ({ scaling, precision }) =>
  scaling === "run-time" && isShort(precision)
    ? {
        field: "scaling",
        message:
          "a factor at run time is of f32 and f64; numbers of 16 bits are scaled between butterflies, by what is known beforehand",
      }
    : undefined;

const distanceRule: Rule = (transform) => {
  const least = elementCount(transform);
  if (Number.isSafeInteger(transform.distance) && transform.distance >= least) return undefined;
  return { field: "distance", message: `it must be an integer of at least ${least}, the elements of one array` };
};

/** Where input and output lie. */
const arraysRule: Rule = (transform) => {
  const { dimensions } = transform;
  for (const field of ["inputStrides", "outputStrides", "inputRange", "outputRange"] as const) {
    const stranger = Object.keys(transform[field]).find((name) => !strideNames({ dimensions }).includes(name));
    if (stranger !== undefined)
      return {
        field,
        message: `the array has no dimension ${stranger}; it has ${rangeNames({ dimensions }).join(", ")}`,
      };
  }
  for (const field of ["inputRange", "outputRange"] as const) {
    const problem = rangeProblem(transform, field);
    if (problem !== undefined) return { field, message: problem };
  }
  const arrays = arraysOf(transform);
  for (const side of ["input", "output"] as const) {
    const message = sideProblem(transform, arrays[side], side);
    if (message !== undefined) return { field: saidOf(transform, side), message };
  }
  const together = inPlaceProblem(transform, arrays);
  return together === undefined ? undefined : { field: "placement", message: together };
};

/** Along which dimensions a range may go round the end, and have negative indices, which count from there. */
const GOES_ROUND: ByFamily<(name: string) => boolean> = {
  fourier: () => () => true,
  walsh: () => () => false,
  // Of half a spectrum only frequencies from 0 on are there.
  real:
    ({ axes }) =>
    (name) =>
      name !== axes[0],
  trigonometric: () => () => false,
};

function rangeProblem(transform: Transform, field: "inputRange" | "outputRange"): string | undefined {
  const goesRound = byFamily(transform, GOES_ROUND);
  for (const { name, length } of sideLengths(transform, field === "inputRange" ? "input" : "output")) {
    const [first, last] = transform[field][name] ?? [0, length - 1];
    const least = goesRound(name) ? -length : 0;
    const isIndex = (index: number): boolean => Number.isSafeInteger(index) && index >= least && index < length;
    if (isIndex(first) && isIndex(last) && (first <= last || goesRound(name))) continue;
    const said = `${name} has indices 0..${length - 1}; ${first}..${last} is no part of them`;
    return goesRound(name) || (first >= 0 && first <= last)
      ? said
      : `${said}; negative ones, and ranges round the end, there are along the other dimensions of Fourier transforms`;
  }
  return undefined;
}

function sideProblem(transform: Transform, array: ArraySpec, side: "input" | "output"): string | undefined {
  const isWritten = side === "output";
  const said = transform[`${side}Strides`];
  const strides = [array.distance, ...array.axes.map(({ stride }) => stride)].map(usualStride);
  // Of dense arrays the GPU's memory says no in better words.
  const isSaid = Object.keys(said).length > 0;
  if (isSaid && strides.some((stride) => !Number.isSafeInteger(stride)))
    return "what follows from it lies 2^53 elements apart and more; say shorter strides";
  const none = Object.keys(said).find((name) => said[name] === 0);
  if (!isWritten && none !== undefined)
    return `${none}: a stride of 0 is not planned for; calls may pass 0 for the input where strides are parameters (--strides run-time), planned for another`;
  const problem = arrayProblem(transform, array, isWritten);
  if (problem !== undefined) return problem;
  // What is only read may lie at one place.
  const mayShare = !isWritten && transform.placement === "out-of-place";
  const overlapping = mayShare ? undefined : overlapProblem(array, transform.batch);
  if (overlapping !== undefined) return overlapping;
  return isSaid && !Number.isSafeInteger(usualStride(array.distance) * transform.batch + spanOf(array))
    ? "the last element lies further than 2^53 from the first; say shorter strides"
    : undefined;
}

/** What was said of how a side lies. */
function saidOf(transform: Transform, side: "input" | "output"): TransformProblem["field"] {
  const said = ([`${side}Strides`, `${side}Range`] as const).find((field) => Object.keys(transform[field]).length > 0);
  return said ?? (transform.strides === "run-time" ? "strides" : `${side}Strides`);
}

const fourierProblem = ({ shift, order }: FourierTransform): TransformProblem | undefined =>
  order === "digit-reversed" && (shift === "output" || shift === "both")
    ? { field: "shift", message: "digit-reversed order has frequency 0 at the beginning; leave out one of the two" }
    : undefined;

/** What real transforms have only one of, and what they cannot do yet. */
function realProblem(transform: RealTransform, said: readonly FieldName[]): TransformProblem | undefined {
  const { kind, direction, dimensions, arithmetic, precision, placement, planar, shift, strides } = transform;
  if (direction !== usualDirection(kind))
    return {
      field: "direction",
      message:
        kind === "r2c"
          ? "from real numbers the transform is forward; c2r is the inverse one, back to them"
          : "to real numbers the transform is inverse; r2c is the forward one, from them",
    };
  if (isShort(precision) && arithmetic === "native")
    return { field: "arithmetic", message: "real transforms of 16-bit numbers are computed in f32" };
  if (!["none", kind === "r2c" ? "output" : "input"].includes(planar))
    return {
      field: "planar",
      message: `real numbers have one part only: of ${kind} the ${kind === "r2c" ? "output" : "input"} has two`,
    };
  const ofSpectrum = kind === "r2c" ? "output" : "input";
  if (!["none", ofSpectrum].includes(shift))
    return {
      field: "shift",
      message: `real numbers have no frequency 0: of ${kind} the ${ofSpectrum} has`,
    };
  const [halved = "X", ...whole] = transform.axes;
  if (shift !== "none" && whole.length === 0)
    return { field: "shift", message: `half a spectrum begins with frequency 0 along ${halved}, the only dimension` };
  if (planar !== "none" && placement === "in-place")
    return {
      field: "planar",
      message: "real numbers in place of complex ones have their parts side by side; leave it out, or go out of place",
    };
  const unpackable = packedProblem(transform);
  if (unpackable !== undefined) return { field: "spectrum", message: unpackable };
  // One distance is none of two sides: that of dense real rows, too, is another than rows have in place.
  if (!isDense(transform) || said.includes("distance"))
    return {
      field: "distance",
      message: `real and complex rows have different lengths; say how far arrays of ${sizeText({ dimensions })} lie apart by --input-strides batch=N and --output-strides batch=N`,
    };
  return placement === "in-place" && strides === "run-time"
    ? { field: "placement", message: "real and complex strides would be two of each; leave it out, or have them fixed" }
    : undefined;
}

/** What cosine and sine transforms have only one of, and what they cannot do. */
function trigonometricProblem(transform: TrigonometricTransform): TransformProblem | undefined {
  const { kind, kinds, axes, dimensions, direction, arithmetic, precision } = transform;
  const stray = Object.keys(kinds).find((axis) => !axes.includes(axis));
  if (stray !== undefined)
    return { field: "kinds", message: `${stray} is not transformed; the axes are ${axes.toReversed().join(", ")}` };
  const short = dimensions.find(
    ({ name, length }) => axes.includes(name) && length < 2 && kindAlong(transform, name) === "dct-1",
  );
  if (short !== undefined)
    return {
      field: "dimensions",
      message: `${short.name} has one element, and dct-1 is defined from two on; leave it out of the axes, or take another kind along it`,
    };
  if (direction === "inverse")
    return {
      field: "direction",
      message: `the inverse of ${kind} is ${inverseKind(kind)}, with a factor: plan that, scaled by 1/${logicalCount(transform)}`,
    };
  if (isShort(precision) && arithmetic === "native")
    return { field: "arithmetic", message: "cosine and sine transforms of 16-bit numbers are computed in f32" };
  for (const [side, field] of [
    ["input", "inputRange"],
    ["output", "outputRange"],
  ] as const) {
    const part = axes.find(
      (axis) => isPartSaid(transform, side, axis) && zigzagSide(kindAlong(transform, axis)) === side,
    );
    if (part !== undefined)
      return {
        field,
        message: `${kindAlong(transform, part)} takes the ${side} along ${part} in another order, so that all of it is there; ${side === "input" ? "put zeros where nothing is" : "leave what is not needed"}`,
      };
  }
  return undefined;
}

/** `64 x 512` */
const extentsText = ({ shape }: Operand): string =>
  shape.map(({ along, length }) => (length === undefined ? along : String(length))).join(" x ");

/** Expressions of elements. */
const functionsRule: Rule = (transform) => {
  for (const [side, field] of [
    ["input", "load"],
    ["output", "store"],
  ] as const) {
    const read = readFunction(transform, side);
    if (read === undefined) continue;
    if (!read.ok) return { field, message: read.reason };
    const { gives } = read.value;
    const takes = elementField(transform, side);
    if (takes === "real" && gives === "complex")
      return { field, message: "real numbers are computed with, and this is complex" };
    if ("spectrum" in transform && transform.spectrum === "packed" && takes === "complex")
      return { field, message: "a packed spectrum has two frequencies in one element: leave out --spectrum packed" };
    if (
      side === "output" &&
      takes === "complex" &&
      gives === "real" &&
      ["output", "both"].includes(planarOf(transform))
    )
      return { field, message: "it gives real numbers, which have one part only: leave out --planar" };
    if (transform.placement === "in-place")
      return { field, message: "in place elements are moved as they are: leave one of the two out" };
  }
  const clash = clashingArguments(transform);
  if (clash !== undefined) {
    const [own, other] = clash.map(
      (one) => `${argumentText(one)}${one.kind === "operand" ? ` of ${extentsText(one)}` : ""}`,
    );
    return { field: "store", message: `${own ?? ""} of the load is ${other ?? ""} here, and one name is one argument` };
  }
  return undefined;
};

const familyRule: Rule = (transform, said) =>
  byFamily<TransformProblem | undefined>(transform, {
    fourier: fourierProblem,
    walsh: () => undefined,
    real: (own) => realProblem(own, said),
    trigonometric: trigonometricProblem,
  });

const RULES: readonly Rule[] = [
  axesRule,
  lengthsRule,
  matrixRule,
  orderRule,
  numbersRule,
  scalingRule,
  distanceRule,
  familyRule,
  functionsRule,
  arraysRule,
];
