// Turns the literal of a transform into the transform: which keys there are depends on its kind.
import { elementScope } from "../plan/element-functions.js";
import type { Scope } from "../pointwise/scope.js";
import { parseExpression } from "../pointwise/parse.js";
import {
  choicesOf,
  fieldValue,
  isOf,
  transformFields,
  withFields,
  type FieldValue,
  type NamedField,
} from "../plan/transform-fields.js";
import { usualTransform } from "../plan/families.js";
import {
  DIMENSION_NAMES,
  NUMBER_FORMATS,
  TRANSFORM_KINDS,
  TRIGONOMETRIC_KINDS,
  type TrigonometricKind,
  USUAL_KIND,
  type Dimension,
  type Transform,
} from "../plan/transform.js";
import { settledArithmetic } from "../plan/arithmetic-choice.js";
import { strideNames, rangeNames, listed } from "../plan/stride-names.js";
import { inOwnKind } from "../plan/trigonometric.js";
import { transformProblem, type TransformProblem } from "../plan/transform-problem.js";
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
import { described, mistake, type Literal, type ObjectLiteral, type Source } from "./literal.js";

const WHAT = "the transform";
const REQUIRED = ["lengths", "precision"] as const;

/** @throws InputError at the first place that is not as it should be */
export function validateTransform(source: Source, literal: Literal): Transform {
  const object = objectOf(source, literal, WHAT);
  const entries = new Map(object.elements.map((entry) => [entry.key, entry]));
  const kind = choiceOf({ source, what: WHAT, entries, object }, "kind", TRANSFORM_KINDS, USUAL_KIND);
  requireOwnKeys(source, object, kind);
  const own = transformFields(kind);
  const keys = own.map(({ name }) => name);
  const isUsual = kind === USUAL_KIND;
  const fields = fieldsOf(
    source,
    literal,
    WHAT,
    [...(isUsual ? [] : ["kind"]), ...REQUIRED],
    [...(isUsual ? ["kind"] : []), ...keys],
  );
  const dimensions = validateLengths(source, requiredValue(fields, "lengths"));
  const precision = choiceOf(fields, "precision", NUMBER_FORMATS);
  const usual = usualTransform(kind, dimensions.map(({ length }) => length).toReversed(), precision);
  const read = (some: readonly NamedField[], before: Transform): Transform =>
    withFields(before, new Map(some.map((field) => [field.name, readField(fields, field, before)] as const)));
  // What an expression may name depends on all else.
  const isExpression = ({ form }: NamedField): boolean => form.kind === "expression";
  const plain = read(
    own.filter((field) => !isExpression(field)),
    usual,
  );
  const transform = read(own.filter(isExpression), plain);
  const said = keys.filter((name) => entries.has(name));
  const problem = transformProblem(transform, said);
  if (problem !== undefined) throw mistakeOfField(fields, problem);
  return { ...inOwnKind(transform), arithmetic: settledArithmetic(precision, transform.arithmetic) };
}

/** Of what transforms of another kind have, a message says more than that the key is not known. */
function requireOwnKeys(source: Source, object: ObjectLiteral, kind: Transform["kind"]): void {
  for (const { key, keySpan } of object.elements) {
    const field = transformFields().find(({ name }) => name === key);
    const other = TRANSFORM_KINDS.find((one) => field !== undefined && isOf(field, one));
    if (field === undefined || other === undefined || isOf(field, kind)) continue;
    const remedy =
      kind === USUAL_KIND ? ` say kind: ${JSON.stringify(other)} if it is to be one, or leave it out` : " leave it out";
    throw mistake(
      source,
      keySpan.start,
      `${JSON.stringify(key)} goes with kind ${JSON.stringify(other)}, and this transform is ${JSON.stringify(kind)};${remedy}`,
    );
  }
}

function readField(fields: Fields, { name, form }: NamedField, usual: Transform): FieldValue {
  if (!fields.entries.has(name)) return fieldValue(usual, name);
  switch (form.kind) {
    case "word":
      return choiceOf(fields, name, choicesOf(form, usual.kind));
    case "count":
      return numberOf(fields, name, isPositiveInteger, "a positive integer");
    case "factor":
      return numberOf(fields, name, (value) => value !== 0, "a number other than 0");
    case "axes":
      return axesOf(fields, usual.dimensions, usual.axes);
    case "strides":
      return recordOf(fields, name, strideNames(usual), strideOf);
    case "ranges":
      return recordOf(fields, name, rangeNames(usual), rangeOf);
    case "kinds":
      return recordOf(fields, name, rangeNames(usual), kindOf);
    case "expression":
      return expressionFrom(fields, name, elementScope(usual, form.side));
  }
}

function expressionFrom({ source, entries }: Fields, name: string, scope: Scope): string {
  const literal = entries.get(name)?.value;
  if (literal === undefined) return "";
  if (literal.kind !== "string")
    throw mistake(
      source,
      literal.span.start,
      `${name} is ${described(literal)}; it must be an expression of v, such as "v / 255"`,
    );
  const read = parseExpression(literal.value, scope);
  if (!read.ok) throw mistake(source, literal.span.start, `${name} is ${described(literal)}: ${read.reason}`);
  return read.value.text;
}

/** `{ Y: 512, batch: 2048 }`: what is said of each name, in the order of these. */
function recordOf<T>(
  fields: Fields,
  field: string,
  names: readonly string[],
  valueOf: (source: Source, literal: Literal, what: string) => T,
): Readonly<Record<string, T>> {
  const { source } = fields;
  const { entries } = fieldsOf(source, requiredValue(fields, field), field, [], names);
  return listed(
    names,
    new Map([...entries].map(([name, { value }]) => [name, valueOf(source, value, `${field} of ${name}`)] as const)),
  );
}

function strideOf(source: Source, literal: Literal, what: string): number {
  if (literal.kind === "number" && (literal.value === 0 || isPositiveInteger(literal.value))) return literal.value;
  throw mistake(source, literal.span.start, `${what} is ${described(literal)}; it must be a number of elements`);
}

function kindOf(source: Source, literal: Literal, what: string): TrigonometricKind {
  const found = literal.kind === "string" ? TRIGONOMETRIC_KINDS.find((kind) => kind === literal.value) : undefined;
  if (found !== undefined) return found;
  throw mistake(
    source,
    literal.span.start,
    `${what} is ${described(literal)}; it must be one of ${TRIGONOMETRIC_KINDS.join(", ")}`,
  );
}

function rangeOf(source: Source, literal: Literal, what: string): readonly [number, number] {
  const [first, last, ...more] = itemsOf(source, literal, what);
  if (first?.kind === "number" && last?.kind === "number" && more.length === 0) return [first.value, last.value];
  throw mistake(source, literal.span.start, `${what} must be the first and the last index, such as [0, 127]`);
}

function mistakeOfField(fields: Fields, { field, message }: TransformProblem): Error {
  const key = field === "dimensions" ? "lengths" : field;
  const place = fields.entries.get(key)?.value ?? fields.object;
  const shown = place.kind === "object" || place.kind === "array" ? key : `${key} is ${described(place)}`;
  return mistake(fields.source, place.span.start, `${shown}: ${message}`);
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
