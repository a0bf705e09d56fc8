// Stages: a computation as a sequence of transforms, of products by constants, and of maps from one array to the next. A transform, a
// product with the transform of a sequence, the inverse transform: that is a cyclic convolution (of a Walsh-Hadamard transform, a
// dyadic one). Bluestein's transform of 100 points: embed into 256, products, a convolution of 256, products, cut to 100. Rader's of
// 17: 16 points in the order of powers of 3, their convolution, and back.
import { at, InputError, unreachable } from "../failure/errors.js";
import type { ComplexArrays } from "./complex-arrays.js";
import { evaluatePlan } from "./evaluate.js";
import { mappedPlace, type PlaceMap } from "./place-map.js";
import type { ScheduledPlan } from "./plan.js";
import { elementCount, isComplex, sizeText, type Transform } from "./transform.js";

/** A number for each element of an array, in natural order; imaginary parts are left out where real numbers are transformed. */
export interface Constants {
  /** An identifier of C. */
  readonly name: string;
  readonly re: Float64Array;
  readonly im: Float64Array | undefined;
}

/** From an array to one of `elements`: element i is that at the place which the map makes of i, and from `below` on zero. */
export interface StageMap {
  readonly map: PlaceMap | undefined;
  readonly below: number;
  readonly elements: number;
}

export type Stage =
  /** `fused`: its first kernel goes on in the blocks of the kernel before, without a pass over the array. */
  | { readonly kind: "transform"; readonly plan: ScheduledPlan; readonly fused?: true }
  /** Each element of each array of the batch times its constant. */
  | { readonly kind: "pointwise"; readonly constants: Constants }
  | ({ readonly kind: "map" } & StageMap);

/** What stages compute, by definition. Input like `evaluatePlan`'s. */
export function evaluateStages(
  stages: readonly Stage[],
  re: Float64Array,
  im: Float64Array = new Float64Array(re.length),
): ComplexArrays {
  transformStages(stages);
  let elements = firstElements(stages);
  return stages.reduce<ComplexArrays>(
    (numbers, stage) => {
      switch (stage.kind) {
        case "transform":
          return evaluatePlan(stage.plan, numbers.re, numbers.im);
        case "pointwise":
          return multiplied(numbers, stage.constants);
        case "map": {
          const before = elements;
          elements = stage.elements;
          return { re: mapped(stage, before, numbers.re), im: mapped(stage, before, numbers.im) };
        }
        default:
          return unreachable(stage);
      }
    },
    { re, im },
  );
}

function multiplied({ re, im }: ComplexArrays, constants: Constants): ComplexArrays {
  const length = constants.re.length;
  const factor = (index: number) => ({
    re: constants.re[index % length] ?? Number.NaN,
    im: constants.im === undefined ? 0 : (constants.im[index % length] ?? Number.NaN),
  });
  return {
    re: re.map((real, index) => real * factor(index).re - (im[index] ?? Number.NaN) * factor(index).im),
    im: im.map((imaginary, index) => imaginary * factor(index).re + (re[index] ?? Number.NaN) * factor(index).im),
  };
}

/** `before`: elements of an array before it. */
const mapped = ({ map, below, elements }: StageMap, before: number, numbers: Float64Array): Float64Array =>
  Float64Array.from({ length: (numbers.length / before) * elements }, (_, index) => {
    const [member, i] = [Math.floor(index / elements), index % elements];
    if (i >= below) return 0;
    return numbers[member * before + (map === undefined ? i : mappedPlace(map, i))] ?? Number.NaN;
  });

/** How an end of a transform reaches an array of `elements`: number i at the place that the map makes of it, numbers below `below`. */
export interface StageEnd {
  readonly map: PlaceMap | undefined;
  readonly below: number;
  readonly elements: number;
}

/** One transform, the products beside it, and the maps through which it reads and writes. */
export interface TransformStage {
  readonly plan: ScheduledPlan;
  readonly fused: boolean;
  readonly before: Constants | undefined;
  readonly after: Constants | undefined;
  readonly reads: StageEnd | undefined;
  readonly writes: StageEnd | undefined;
}

/** A transform alone. */
export const stageOf = (plan: ScheduledPlan, fused = false): TransformStage => ({
  plan,
  fused,
  before: undefined,
  after: undefined,
  reads: undefined,
  writes: undefined,
});

/**
 * Stages by transforms: a product belongs to the transform before it, if no map lies between, else to the one behind it; a map to the
 * transform behind it, the last one to that before it.
 * @throws InputError for no transform, products or maps that meet, and what does not fit the array at its place
 */
export function transformStages(stages: readonly Stage[]): readonly TransformStage[] {
  requireAlike(stages.flatMap((stage) => (stage.kind === "transform" ? [stage.plan.transform] : [])));
  const found: TransformStage[] = [];
  // Elements of an array between stages, and before the map that waits for a transform.
  let elements = firstElements(stages);
  let arrives = elements;
  let [product, map]: [Constants | undefined, StageMap | undefined] = [undefined, undefined];
  for (const stage of stages) {
    const last = found.at(-1);
    switch (stage.kind) {
      case "transform": {
        const { plan, fused = false } = stage;
        const { transform } = plan;
        if (elementCount(transform) !== elements)
          throw new InputError(`stages: what comes to ${what(transform)} are arrays of ${elements}`);
        const reads = map === undefined ? undefined : { map: map.map, below: map.below, elements: arrives };
        found.push({ ...stageOf(plan, fused), before: product, reads });
        [product, map, arrives] = [undefined, undefined, elements];
        break;
      }
      case "pointwise": {
        const { constants } = stage;
        requireProduct(constants, elements, stages);
        const isBehind = last !== undefined && map === undefined;
        if ((isBehind ? last.after : product) !== undefined)
          throw new InputError(
            `stages: two products meet at ${constants.name}: multiply their constants, and leave one out`,
          );
        if (isBehind) found[found.length - 1] = { ...last, after: constants };
        else product = constants;
        break;
      }
      case "map":
        if (map !== undefined || product !== undefined)
          throw new InputError(
            "stages: between two transforms there is one map at most, and a product before the first one goes behind the map",
          );
        requireMap(stage, elements);
        [map, arrives, elements] = [stage, elements, stage.elements];
        break;
      default:
        unreachable(stage);
    }
  }
  if (product !== undefined) throw new InputError(`stages: ${product.name} stands behind the last map: put it before`);
  const last = at(found, found.length - 1);
  if (map !== undefined) found[found.length - 1] = { ...last, writes: lastEnd(map, elementCount(last.plan.transform)) };
  return found;
}

/** Elements of the array that comes to the first stage. */
function firstElements([first]: readonly Stage[]): number {
  switch (first?.kind) {
    case undefined:
      return 0;
    case "transform":
      return elementCount(first.plan.transform);
    case "pointwise":
      return first.constants.re.length;
    case "map":
      return placesOf(first);
    default:
      return unreachable(first);
  }
}

/** One more than the last place that a map asks for. */
const placesOf = ({ map, below }: StageMap): number =>
  map?.kind === "gather"
    ? Math.max(...map.table.places.slice(0, below)) + 1
    : map?.kind === "reflect"
      ? map.length
      : below;

/** The last map, as the transform before it writes: backwards. */
function lastEnd({ map, below, elements }: StageMap, transformed: number): StageEnd {
  if (below < elements || elements > transformed)
    throw new InputError("stages: the last map would leave zeros behind: only a transform can follow one that does");
  if (map?.kind !== "gather") return { map, below: elements, elements };
  const places = Array.from({ length: transformed }, () => -1);
  map.table.places.forEach((place, number) => (places[place] = number));
  if (elements !== transformed || places.includes(-1))
    throw new InputError(`stages: ${map.table.name} is the last map and no permutation of ${transformed} places`);
  return { map: { kind: "gather", table: { name: map.table.name, places } }, below: elements, elements };
}

/** Kinds and precisions stay; orders are natural, as those of constants and of the places that maps know. */
function requireAlike(transforms: readonly Transform[]): void {
  const [first] = transforms;
  if (first === undefined) throw new InputError("stages: expected at least one transform");
  const reordered = transforms.find(({ order }) => order !== "natural");
  if (reordered !== undefined)
    throw new InputError(
      `stages: ${what(reordered)} has ${reordered.order} order; constants are in natural order, so must it be`,
    );
  const other = transforms.find(({ kind, precision }) => kind !== first.kind || precision !== first.precision);
  if (other !== undefined)
    throw new InputError(`stages: ${what(other)} cannot follow ${what(first)}: they see other arrays`);
}

const what = (transform: Transform): string => `${transform.kind} ${sizeText(transform)} in ${transform.precision}`;

function requireProduct({ name, re, im }: Constants, elements: number, stages: readonly Stage[]): void {
  if (re.length !== elements || (im !== undefined && im.length !== re.length))
    throw new InputError(`stages: ${name} has ${re.length} constants, expected ${elements}`);
  const isReal = stages.some((stage) => stage.kind === "transform" && !isComplex(stage.plan.transform));
  if (isReal && im !== undefined)
    throw new InputError(`stages: ${name} has imaginary parts, and a Walsh-Hadamard transform has none`);
}

function requireMap(stage: StageMap, before: number): void {
  const { map, below, elements } = stage;
  if (!Number.isSafeInteger(elements) || !Number.isSafeInteger(below) || below < 1 || below > elements)
    throw new InputError(`stages: a map of ${below} of ${elements} elements: expected 1 to as many as there are`);
  if (map?.kind === "sequency")
    throw new InputError("stages: sequency is the order of a transform, and no map between them");
  if (map?.kind === "gather" && map.table.places.length < below)
    throw new InputError(`stages: ${map.table.name} has ${map.table.places.length} places, expected ${below}`);
  if (placesOf(stage) > before)
    throw new InputError(`stages: a map asks for place ${placesOf(stage) - 1}, and arrays of ${before} come to it`);
}
