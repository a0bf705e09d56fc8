// Values written in a plan file, with the places where they are written: what reading, checking and editing have in common.
// Knows neither what a plan is (validate.ts) nor how it is parsed (parse.ts).
import { InputError } from "../failure/errors.js";

/** The text of a plan file, and the path to name in messages. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Offsets into the text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Literal =
  | { readonly kind: "string"; readonly span: Span; readonly value: string; readonly escaped: boolean }
  | { readonly kind: "number"; readonly span: Span; readonly value: number }
  | { readonly kind: "boolean"; readonly span: Span; readonly value: boolean }
  | ArrayLiteral
  | ObjectLiteral;

export interface ArrayLiteral {
  readonly kind: "array";
  readonly span: Span;
  readonly elements: readonly Element[];
}

export interface ObjectLiteral {
  readonly kind: "object";
  readonly span: Span;
  readonly elements: readonly Entry[];
}

/** One item of an array or object, and the comma after it, if there is one. */
export interface Element {
  readonly span: Span;
  readonly comma: Span | undefined;
  readonly value: Literal;
}

/** `key: value`. */
export interface Entry extends Element {
  readonly key: string;
  readonly keySpan: Span;
}

export interface ParsedPlanFile {
  /** The literal between the parentheses of `plan(...)`. */
  readonly literal: ObjectLiteral;
  /** Where `export default` begins, without its comments. */
  readonly exportStart: number;
  /** The comment right before it. */
  readonly docComment: { readonly span: Span; readonly text: string } | undefined;
}

/** 1-based, as editors and compilers count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** A user's mistake at a place: `plans/x.plan.ts:12:7: what is wrong; what would be right`. */
export function mistake(source: Source, offset: number, message: string): InputError {
  const { line, column } = positionAt(source.text, offset);
  return new InputError(`${source.path}:${line}:${column}: ${message}`, { file: source.path, line, column });
}

const MOST_SHOWN = 100;

/** How a message shows a value: short values as they are, others by their kind or their beginning. */
export function described(literal: Literal): string {
  switch (literal.kind) {
    case "string":
      return JSON.stringify(
        literal.value.length <= MOST_SHOWN ? literal.value : `${literal.value.slice(0, MOST_SHOWN)}...`,
      );
    case "number":
    case "boolean":
      return String(literal.value);
    case "array":
      return "an array";
    case "object":
      return "an object";
  }
}
