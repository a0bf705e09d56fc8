// Turns the literal of a transform into the transform: which keys there are depends on its kind.
import { HADAMARD_CHOICES } from "../plan/hadamard-matrix.js";
import {
  arithmeticProblem,
  ARITHMETICS,
  DIMENSION_NAMES,
  makeTransform,
  makeWalshTransform,
  scaleProblem,
  settledArithmetic,
  STORAGES,
  usualArithmetic,
  type Arithmetic,
  type Dimension,
  type FourierTransform,
  type Storage,
  type Transform,
  type WalshTransform,
  STABILISATIONS,
  DIRECTIONS,
  PLACEMENTS,
  ORDERS,
  WALSH_ORDERS,
} from "../plan/transform.js";
import { transformProblem, type TransformProblem } from "../plan/transform-problem.js";
import { fourierDefaults, walshDefaults } from "./contents.js";
import {
  choiceOf,
  fieldsOf,
  isPositiveInteger,
  itemsOf,
  numberOf,
  objectOf,
  requiredValue,
  type Fields,
} from "./fields.js";
import { described, mistake, type Literal, type Source } from "./literal.js";

const WHAT = "the transform";
const REQUIRED = ["lengths", "precision"] as const;
const FOURIER_KEYS: readonly string[] = ["kind", "arithmetic", ...Object.keys(fourierDefaults)];
const WALSH_KEYS: readonly string[] = ["arithmetic", "axes", "distance", ...Object.keys(walshDefaults)];

/** @throws InputError at the first place that is not as it should be */
export function validateTransform(source: Source, literal: Literal): Transform {
  const object = objectOf(source, literal, WHAT);
  const entries = new Map(object.elements.map((entry) => [entry.key, entry]));
  const kind = choiceOf({ source, what: WHAT, entries, object }, "kind", ["c2c", "fwht"], "c2c");
  const [own, other, otherKind] =
    kind === "c2c" ? ([FOURIER_KEYS, WALSH_KEYS, "fwht"] as const) : ([WALSH_KEYS, FOURIER_KEYS, "c2c"] as const);
  const stray = object.elements.find(({ key }) => other.includes(key) && !own.includes(key) && key !== "kind");
  if (stray !== undefined) {
    const remedy = kind === "c2c" ? ` say kind: "fwht" if it is to be one, or leave it out` : " leave it out";
    throw mistake(
      source,
      stray.keySpan.start,
      `${JSON.stringify(stray.key)} goes with kind ${JSON.stringify(otherKind)}, and this transform is ${JSON.stringify(kind)};${remedy}`,
    );
  }
  return kind === "c2c" ? fourierTransform(source, object) : walshTransform(source, object);
}

function fourierTransform(source: Source, literal: Literal): FourierTransform {
  const defaults = fourierDefaults;
  const fields = fieldsOf(source, literal, WHAT, REQUIRED, FOURIER_KEYS);
  const dimensions = validateLengths(source, requiredValue(fields, "lengths"));
  const precision = choiceOf(fields, "precision", STORAGES);
  return {
    ...makeTransform(dimensions.map(({ length }) => length).toReversed(), precision),
    dimensions,
    arithmetic: fourierArithmetic(fields, precision),
    direction: choiceOf(fields, "direction", DIRECTIONS, defaults.direction),
    order: choiceOf(fields, "order", ORDERS, defaults.order),
    ...arrayFields(fields, precision),
  };
}

function walshTransform(source: Source, literal: Literal): WalshTransform {
  const fields = fieldsOf(source, literal, WHAT, ["kind", ...REQUIRED], WALSH_KEYS);
  const dimensions = validateLengths(source, requiredValue(fields, "lengths"));
  const precision = choiceOf(fields, "precision", STORAGES);
  const usual = makeWalshTransform(dimensions.map(({ length }) => length).toReversed(), precision);
  const transform: WalshTransform = {
    ...usual,
    dimensions,
    arithmetic: choiceOf(fields, "arithmetic", ARITHMETICS, usual.arithmetic),
    direction: choiceOf(fields, "direction", DIRECTIONS, walshDefaults.direction),
    hadamard: choiceOf(fields, "hadamard", HADAMARD_CHOICES, walshDefaults.hadamard),
    order: choiceOf(fields, "order", WALSH_ORDERS, walshDefaults.order),
    stabilisation: choiceOf(fields, "stabilisation", STABILISATIONS, walshDefaults.stabilisation),
    axes: axesOf(fields, dimensions, usual.axes),
    distance: numberOf(fields, "distance", isPositiveInteger, "a positive integer", usual.distance),
    ...arrayFields(fields, precision),
  };
  const problem = transformProblem(transform);
  if (problem !== undefined) throw mistakeOfField(fields, problem);
  return transform;
}

function fourierArithmetic(fields: Fields, precision: Storage): Arithmetic {
  const arithmetic = choiceOf(fields, "arithmetic", ARITHMETICS, usualArithmetic(precision));
  const message = arithmeticProblem({ precision, arithmetic });
  if (message !== undefined) throw mistakeOfField(fields, { field: "arithmetic", message });
  return settledArithmetic(precision, arithmetic);
}

interface FieldProblem {
  readonly field: TransformProblem["field"];
  readonly message: string;
}

function mistakeOfField(fields: Fields, { field, message }: FieldProblem): Error {
  const key = field === "dimensions" ? "lengths" : field;
  const place = fields.entries.get(key)?.value ?? fields.object;
  const shown = place.kind === "object" || place.kind === "array" ? key : `${key} is ${described(place)}`;
  return mistake(fields.source, place.span.start, `${shown}: ${message}`);
}

function arrayFields(fields: Fields, precision: Storage): Pick<Transform, "placement" | "scale" | "batch"> {
  const scale = numberOf(fields, "scale", (value) => value !== 0, "a number other than 0", fourierDefaults.scale);
  const message = scaleProblem({ scale, precision });
  if (message !== undefined) throw mistakeOfField(fields, { field: "scale", message });
  return {
    placement: choiceOf(fields, "placement", PLACEMENTS, fourierDefaults.placement),
    scale,
    batch: numberOf(fields, "batch", isPositiveInteger, "a positive integer", fourierDefaults.batch),
  };
}

/** In the order of the dimensions, however the file lists them. */
function axesOf(fields: Fields, dimensions: readonly Dimension[], usual: readonly string[]): readonly string[] {
  const { source } = fields;
  const literal = fields.entries.get("axes")?.value;
  if (literal === undefined) return usual;
  const names = dimensions.map(({ name }) => name);
  const choices = names.toReversed().map((name) => JSON.stringify(name));
  const axes = itemsOf(source, literal, "axes").map((item) => {
    if (item.kind === "string" && names.includes(item.value)) return item.value;
    const right = choices.join(" or ");
    throw mistake(source, item.span.start, `an axis is ${described(item)}; write ${right}, as lengths names them`);
  });
  // Repetitions stay, to be judged.
  return axes.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
}

/** Contiguous dimension first, as `Transform` has them. */
function validateLengths(source: Source, literal: Literal): readonly Dimension[] {
  const { elements, span } = objectOf(source, literal, "lengths");
  if (elements.length === 0 || elements.length > DIMENSION_NAMES.length) {
    const names = DIMENSION_NAMES.toReversed().join(", ");
    throw mistake(
      source,
      span.start,
      `lengths has ${elements.length} dimensions; a transform has 1 to ${DIMENSION_NAMES.length}: ${names}`,
    );
  }
  const names = DIMENSION_NAMES.slice(0, elements.length).toReversed();
  const wrong = elements.find((entry, index) => entry.key !== names[index]);
  if (wrong !== undefined) {
    const written = elements.map((entry) => entry.key).join(", ");
    const right = `${elements.length === 1 ? "one dimension is named" : `${elements.length} dimensions are named`} ${names.join(", ")}`;
    throw mistake(
      source,
      wrong.keySpan.start,
      `lengths are named ${written}; ${right}: the slowest first, X contiguous`,
    );
  }
  const dimensions: Dimension[] = [];
  let total = 1;
  for (const { key, value } of elements) {
    if (value.kind !== "number" || !isPositiveInteger(value.value)) {
      throw mistake(source, value.span.start, `length ${key} is ${described(value)}; it must be a positive integer`);
    }
    total *= value.value;
    if (!Number.isSafeInteger(total)) {
      throw mistake(
        source,
        value.span.start,
        "the lengths multiply to more than 2 ** 53 - 1 elements; make them smaller",
      );
    }
    dimensions.push({ name: key, length: value.value });
  }
  return dimensions.toReversed();
}
