// Turns plain values into TypeScript text that prettier leaves as it is. Does not lay out whole files (write.ts).
import type { PlainObject, PlainValue } from "./contents.js";

/** Where a printed value stands. */
export interface Place {
  /** White space before the line that the value begins on. */
  readonly indentation: string;
  /** Columns that the line already has before the value, and those that must follow it on the same line. */
  readonly used: number;
  readonly newline: string;
}

const PRINT_WIDTH = 120;
const INDENTATION = "  ";

/** On one line if it fits, otherwise one item per line. */
export function printValue(value: PlainValue, place: Place): string {
  const inline = printInline(value);
  if (typeof value !== "object" || place.used + inline.length <= PRINT_WIDTH) return inline;
  const indentation = place.indentation + INDENTATION;
  const inner = (before: string): Place => ({ ...place, indentation, used: indentation.length + before.length + 1 });
  const items = isList(value)
    ? value.map((item) => printValue(item, inner("")))
    : Object.entries(value).map(([key, item]) => `${key}: ${printValue(item, inner(`${key}: `))}`);
  const lines = items.map((item) => `${indentation}${item},${place.newline}`).join("");
  const [open, close] = isList(value) ? "[]" : "{}";
  return `${open}${place.newline}${lines}${place.indentation}${close}`;
}

export function printInline(value: PlainValue): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return String(value).replace("e+", "e");
  if (typeof value === "string") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(printInline).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${printInline(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

export function isList(value: PlainObject | readonly PlainValue[]): value is readonly PlainValue[] {
  return Array.isArray(value);
}

/** The lines of a comment between `/**` and its end, at the beginning of a line. */
export function printDocComment(text: string, newline: string): string {
  const lines = text.split(/\r?\n/).map((line) => ` * ${line}`.trimEnd());
  return ["/**", ...lines, " */"].join(newline);
}
