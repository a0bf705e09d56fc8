// Takes one field at a time out of a written object, and says at its place what is wrong with it. Knows no plan.
import { nearest } from "../failure/nearest.js";
import { described, mistake, type Entry, type Literal, type ObjectLiteral, type Source } from "./literal.js";

/** An object whose keys are all known, and none of the required ones missing. */
export interface Fields {
  readonly source: Source;
  /** What a message calls the object: `the transform`. */
  readonly what: string;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly object: ObjectLiteral;
}

/** @throws InputError for something else than an object, an unknown key, or a missing one */
export function fieldsOf(
  source: Source,
  literal: Literal,
  what: string,
  required: readonly string[],
  optional: readonly string[],
): Fields {
  const object = objectOf(source, literal, what);
  const known = [...required, ...optional];
  for (const { key, keySpan } of object.elements) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    const hint = meant === undefined ? "known keys" : `did you mean ${JSON.stringify(meant)}? Known keys`;
    const message = `unknown key ${JSON.stringify(key)} in ${what}; ${hint}: ${known.join(", ")}`;
    throw mistake(source, keySpan.start, message);
  }
  const entries = new Map(object.elements.map((entry) => [entry.key, entry]));
  const missing = required.filter((key) => !entries.has(key));
  if (missing.length > 0) {
    throw mistake(
      source,
      object.span.start,
      `${what} lacks ${missing.map((key) => JSON.stringify(key)).join(" and ")}`,
    );
  }
  return { source, what, entries, object };
}

export function objectOf(source: Source, literal: Literal, what: string): ObjectLiteral {
  if (literal.kind === "object") return literal;
  throw mistake(source, literal.span.start, `${what} is ${described(literal)}; it must be an object`);
}

export function itemsOf(source: Source, literal: Literal, what: string): readonly Literal[] {
  if (literal.kind === "array") return literal.elements.map((element) => element.value);
  throw mistake(source, literal.span.start, `${what} is ${described(literal)}; it must be an array`);
}

/** The value of a required key. */
export function requiredValue(fields: Fields, key: string): Literal {
  const entry = fields.entries.get(key);
  if (entry === undefined)
    throw mistake(fields.source, fields.object.span.start, `${fields.what} lacks ${JSON.stringify(key)}`);
  return entry.value;
}

export function choiceOf<Choice extends string>(
  fields: Fields,
  key: string,
  choices: readonly Choice[],
  missing?: Choice,
): Choice {
  if (missing !== undefined && !fields.entries.has(key)) return missing;
  const literal = requiredValue(fields, key);
  const found = choices.find((choice) => literal.kind === "string" && choice === literal.value);
  if (found !== undefined) return found;
  const right = choices.map((choice) => JSON.stringify(choice)).join(" or ");
  throw mistake(fields.source, literal.span.start, `${key} is ${described(literal)}; write ${right}`);
}

export function numberOf(
  fields: Fields,
  key: string,
  is: (value: number) => boolean,
  right: string,
  missing?: number,
): number {
  if (missing !== undefined && !fields.entries.has(key)) return missing;
  const literal = requiredValue(fields, key);
  if (literal.kind === "number" && is(literal.value)) return literal.value;
  throw mistake(fields.source, literal.span.start, `${key} is ${described(literal)}; it must be ${right}`);
}

export function textOf(fields: Fields, key: string, is: (value: string) => boolean, right: string): string {
  const literal = requiredValue(fields, key);
  if (literal.kind === "string" && is(literal.value)) return literal.value;
  throw mistake(fields.source, literal.span.start, `${key} is ${described(literal)}; it must be ${right}`);
}

export const isPositiveInteger = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
