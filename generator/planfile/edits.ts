// Turns the difference between a written literal and a wanted value into edits of the text. What is equal is not touched:
// not its spelling, not its spacing, not the comments around it. Does not parse and does not know what a plan is.
import { at, invariant } from "../failure/errors.js";
import { isList, printInline, printValue } from "./print.js";
import type { PlainObject, PlainValue } from "./contents.js";
import type { ArrayLiteral, Element, Entry, Literal, ObjectLiteral, Span } from "./literal.js";

/** Replaces `span` by `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The edits after which `written` has the value `wanted`. None overlap. */
export function editsTo(text: string, written: Literal, wanted: PlainValue): readonly Edit[] {
  if (written.kind === "object" && typeof wanted === "object" && !isList(wanted))
    return objectEdits(text, written, wanted);
  if (written.kind === "array" && typeof wanted === "object" && isList(wanted))
    return arrayEdits(text, written, wanted);
  if (equals(written, wanted)) return [];
  const { start, end } = written.span;
  // Between the same quotes.
  if (written.kind === "string" && typeof wanted === "string" && /^[^"'`\\$\r\n]*$/.test(wanted))
    return [{ span: { start: start + 1, end: end - 1 }, text: wanted }];
  const line = text.slice(lineStart(text, start), start);
  const place = { indentation: indentationAt(text, start), used: line.length + 1, newline: newlineOf(text) };
  return [{ span: written.span, text: printValue(wanted, place) }];
}

/** The text with the edits made; edits at one place in the order given. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { span, text: replacement } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    invariant(span.start >= done, () => `planfile edits overlap at ${span.start}: ${JSON.stringify(edits)}`);
    pieces.push(text.slice(done, span.start), replacement);
    done = span.end;
  }
  return [...pieces, text.slice(done)].join("");
}

function objectEdits(text: string, written: ObjectLiteral, wanted: PlainObject): readonly Edit[] {
  const kept = written.elements.filter((entry) => entry.key in wanted);
  const changed = kept.flatMap((entry) => editsTo(text, entry.value, propertyOf(wanted, entry.key)));
  const removed = written.elements.filter((entry) => !kept.includes(entry)).flatMap((entry) => removal(text, entry));

  // A new key stands after the one that comes before it in the wanted order.
  const inserted: Edit[] = [];
  let previous: Entry | undefined;
  let pending: (readonly [string, PlainValue])[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const entry = kept.find((candidate) => candidate.key === key);
    if (entry === undefined) {
      pending.push([key, value]);
      continue;
    }
    inserted.push(...insertion(text, written, previous, pending));
    previous = entry;
    pending = [];
  }
  inserted.push(...insertion(text, written, previous, pending));
  return [...changed, ...removed, ...inserted];
}

/** Items are paired from both ends; what is left between is replaced in order, and the rest of it removed or inserted. */
function arrayEdits(text: string, written: ArrayLiteral, wanted: readonly PlainValue[]): readonly Edit[] {
  const old = written.elements;
  const shorter = Math.min(old.length, wanted.length);
  const same = (oldIndex: number, newIndex: number): boolean => equals(at(old, oldIndex).value, at(wanted, newIndex));
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && same(old.length - 1 - tail, wanted.length - 1 - tail)) tail++;

  const between = old.slice(head, old.length - tail);
  const replacements = wanted.slice(head, wanted.length - tail);
  const paired = between.slice(0, replacements.length);
  const changed = paired.flatMap((element, index) => editsTo(text, element.value, at(replacements, index)));
  const removed = between.slice(paired.length).flatMap((element) => removal(text, element));
  const added = replacements.slice(paired.length).map((value) => [undefined, value] as const);
  return [...changed, ...removed, ...insertion(text, written, old[head + paired.length - 1], added)];
}

/** Takes an element and its comma away; its line too, when nothing else is on it. Comments stay. */
function removal(text: string, element: Element): readonly Edit[] {
  const { span, comma } = element;
  if (comma === undefined) return [{ span: wholeLine(text, span), text: "" }];
  if (text.slice(span.end, comma.start).trim() !== "") {
    return [
      { span, text: "" },
      { span: comma, text: "" },
    ];
  }
  return [{ span: wholeLine(text, { start: span.start, end: comma.end }), text: "" }];
}

function wholeLine(text: string, span: Span): Span {
  const start = lineStart(text, span.start);
  const end = lineEnd(text, span.end);
  if (text.slice(start, span.start).trim() !== "" || text.slice(span.end, end).trim() !== "") {
    const spaces = /^[ \t]*/.exec(text.slice(span.end))?.[0].length ?? 0;
    return { start: span.start, end: span.end + spaces };
  }
  return { start, end: end + newlineOf(text).length };
}

type NewElement = readonly [key: string | undefined, value: PlainValue];

/** Inserts after `previous`, or in front of everything. */
function insertion(
  text: string,
  container: ArrayLiteral | ObjectLiteral,
  previous: Element | undefined,
  added: readonly NewElement[],
): readonly Edit[] {
  if (added.length === 0) return [];
  const first = container.elements[0];
  const { start, end } = container.span;
  const spread = text.slice(start, first?.span.start ?? end).includes("\n");
  if (!spread) return inlineInsertion(container, previous, added.map(inlineText));

  const newline = newlineOf(text);
  const indentation = first === undefined ? `${indentationAt(text, start)}  ` : indentationAt(text, first.span.start);
  const lines = added.map(([key, value]) => {
    const before = key === undefined ? "" : `${key}: `;
    const printed = printValue(value, { indentation, newline, used: indentation.length + before.length + 1 });
    return `${newline}${indentation}${before}${printed},`;
  });
  const anchor = previous === undefined ? start + 1 : (previous.comma ?? previous.span).end;
  const comma = previous !== undefined && previous.comma === undefined ? [insertAt(previous.span.end, ",")] : [];
  return [...comma, insertAt(afterTrailingComment(text, container, anchor), lines.join(""))];
}

function inlineInsertion(
  container: ArrayLiteral | ObjectLiteral,
  previous: Element | undefined,
  added: readonly string[],
): readonly Edit[] {
  const items = added.join(", ");
  if (previous !== undefined) return [insertAt(previous.span.end, `, ${items}`)];
  const first = container.elements[0];
  if (first !== undefined) return [insertAt(first.span.start, `${items}, `)];
  const inside = { start: container.span.start + 1, end: container.span.end - 1 };
  return [container.kind === "array" ? insertAt(inside.end, items) : { span: inside, text: ` ${items} ` }];
}

const inlineText = ([key, value]: NewElement): string => `${key === undefined ? "" : `${key}: `}${printInline(value)}`;

const insertAt = (offset: number, text: string): Edit => ({ span: { start: offset, end: offset }, text });

/** A comment at the end of a line belongs to what stands before it on the line: insert behind it. */
function afterTrailingComment(text: string, container: ArrayLiteral | ObjectLiteral, anchor: number): number {
  const end = lineEnd(text, anchor);
  const next = container.elements.find((element) => element.span.start >= anchor)?.span.start ?? container.span.end - 1;
  const rest = text.slice(anchor, end).trim();
  return next >= end && /^(\/\/.*|\/\*([^*]|\*(?!\/))*\*\/)$/.test(rest)
    ? anchor + text.slice(anchor, end).trimEnd().length
    : anchor;
}

/** Do they have the same value? The order of an object's keys does not matter. */
export function equals(written: Literal, wanted: PlainValue): boolean {
  if (typeof wanted !== "object") return "value" in written && written.value === wanted;
  if (isList(wanted)) {
    if (written.kind !== "array" || written.elements.length !== wanted.length) return false;
    return written.elements.every((element, index) => equals(element.value, at(wanted, index)));
  }
  if (written.kind !== "object" || written.elements.length !== Object.keys(wanted).length) return false;
  return written.elements.every(({ key, value }) => key in wanted && equals(value, propertyOf(wanted, key)));
}

function propertyOf(object: PlainObject, key: string): PlainValue {
  const value = object[key];
  invariant(value !== undefined, () => `planfile edits: ${JSON.stringify(object)} lacks ${key}`);
  return value;
}

export const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

function lineEnd(text: string, offset: number): number {
  const end = /\r?\n/.exec(text.slice(offset))?.index;
  return end === undefined ? text.length : offset + end;
}

const indentationAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
