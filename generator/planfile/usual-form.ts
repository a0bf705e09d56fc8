// Reads plan files of the form that nearly all have: an import of `plan`, a comment, and `export default plan({ ... })` around plain
// literals. What it reads it reads as the syntax tree does (syntax-tree.ts), in a hundredth of the time. What it does not know, be it
// right or wrong, it leaves to that one: so nothing is refused here.
import type { Element, Entry, Literal, ParsedPlanFile, Span } from "./literal.js";

/** The parsed file; undefined for a text in another form. */
export function parsedAsUsual(text: string): ParsedPlanFile | undefined {
  const imported = matched(IMPORT, text, endOfSpace(text, 0));
  if (imported === undefined) return undefined;
  const exportStart = endOfSpace(text, imported.end);
  const called = matched(CALL, text, exportStart);
  if (called === undefined) return undefined;
  const literal = literalAt(text, called.end, 0);
  if (literal?.kind !== "object") return undefined;
  const closed = matched(CLOSING, text, endOfSpace(text, literal.span.end));
  if (closed === undefined || endOfSpace(text, closed.end) !== text.length) return undefined;
  const comments = commentsIn(text, imported.end, exportStart).filter((one) => text.startsWith("/**", one.start));
  const comment = comments.at(-1);
  if (comment === undefined) return { literal, exportStart, docComment: undefined };
  const written = text.slice(comment.start, comment.end);
  // Of others the compiler has its own ideas: of `/**/`, or of tags.
  if (!/^\/\*\*\s[^@]*$/.test(written)) return undefined;
  return { literal, exportStart, docComment: { span: comment, text: withoutStars(written) } };
}

const COMMENT = String.raw`\/\/[^\r\n\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/`;
/** Nothing may follow it in a pattern: a comment's end could then be sought at ever other places. */
const SPACE = new RegExp(String.raw`(?:[ \t\r\n]+|${COMMENT})*`, "y");
/** Up to the end of its line: a comment there would not be that of the export. */
const IMPORT = /import \{ plan \} from (?:"fftgen"|'fftgen');[ \t]*(?=[\r\n])/y;
const CALL = /export default plan\((?=\{)/y;
const CLOSING = /\);?/y;
const STRING = /"[^"\\\r\n\u2028\u2029]*"|'[^'\\\r\n\u2028\u2029]*'/y;
const KEY = /[A-Za-z_$][A-Za-z0-9_$]*(?![A-Za-z0-9_$\\\u0080-\uFFFF])/y;
/** Decimal, as JavaScript itself writes numbers; or a power of two. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?(?![A-Za-z0-9_$.\\\u0080-\uFFFF])/y;
const POWER = /2 \*\* (-?(?:0|[1-9][0-9]*))(?![A-Za-z0-9_$.\\\u0080-\uFFFF])/y;
/** No plan has so many brackets in one another. */
const DEEPEST = 16;

interface Match extends Span {
  readonly groups: RegExpExecArray;
}

function matched(pattern: RegExp, text: string, start: number): Match | undefined {
  pattern.lastIndex = start;
  const groups = pattern.exec(text);
  return groups === null ? undefined : { groups, start, end: start + groups[0].length };
}

/** Where what is neither blank nor comment begins. */
const endOfSpace = (text: string, start: number): number => matched(SPACE, text, start)?.end ?? start;

const commentsIn = (text: string, start: number, end: number): readonly Span[] =>
  [...text.slice(start, end).matchAll(new RegExp(COMMENT, "g"))].map(({ 0: { length }, index }) => ({
    start: start + index,
    end: start + index + length,
  }));

/** As ts-morph takes them away. */
const withoutStars = (comment: string): string =>
  comment
    .replace(/^\/\*\*[^\S\n]*\n?/, "")
    .replace(/(\r?\n)?[^\S\n]*\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n");

function literalAt(text: string, start: number, depth: number): Literal | undefined {
  switch (text[start]) {
    case "{": {
      const inside = depth < DEEPEST ? elementsAt(text, start, "}", (place) => entryAt(text, place, depth)) : undefined;
      if (inside === undefined || hasDuplicates(inside.elements)) return undefined;
      return { kind: "object", ...inside };
    }
    case "[": {
      const inside = depth < DEEPEST ? elementsAt(text, start, "]", (place) => itemAt(text, place, depth)) : undefined;
      return inside && { kind: "array", ...inside };
    }
    case '"':
    case "'": {
      const found = matched(STRING, text, start);
      return found && { kind: "string", span: spanOf(found), value: inner(found), escaped: false };
    }
    case undefined:
    default:
      return numberAt(text, start) ?? booleanAt(text, start);
  }
}

function numberAt(text: string, start: number): Literal | undefined {
  const power = matched(POWER, text, start);
  if (power !== undefined) return numberOf(power, 2 ** Number(power.groups[1]));
  const plain = matched(NUMBER, text, start);
  return plain && numberOf(plain, Number(plain.groups[0]));
}

const numberOf = (found: Match, value: number): Literal | undefined =>
  Number.isFinite(value) ? { kind: "number", span: spanOf(found), value } : undefined;

function booleanAt(text: string, start: number): Literal | undefined {
  const found = matched(KEY, text, start);
  const word = found?.groups[0];
  if (found === undefined || (word !== "true" && word !== "false")) return undefined;
  return { kind: "boolean", span: spanOf(found), value: word === "true" };
}

const spanOf = ({ start, end }: Match): Span => ({ start, end });
const inner = ({ groups: [whole] }: Match): string => whole.slice(1, -1);

interface Inside<Item> {
  readonly span: Span;
  readonly elements: readonly Item[];
}

/** What stands between brackets, each with the comma after it. */
function elementsAt<Item extends Omit<Element, "comma">>(
  text: string,
  start: number,
  bracket: string,
  itemAt: (start: number) => Item | undefined,
): Inside<Item & Pick<Element, "comma">> | undefined {
  const elements: (Item & Pick<Element, "comma">)[] = [];
  let place = endOfSpace(text, start + 1);
  while (text[place] !== bracket) {
    const item = itemAt(place);
    if (item === undefined) return undefined;
    const end = endOfSpace(text, item.span.end);
    const isLast = text[end] !== ",";
    if (isLast && text[end] !== bracket) return undefined;
    elements.push({ ...item, comma: isLast ? undefined : { start: end, end: end + 1 } });
    place = isLast ? end : endOfSpace(text, end + 1);
  }
  return { span: { start, end: place + 1 }, elements };
}

function itemAt(text: string, start: number, depth: number): Omit<Element, "comma"> | undefined {
  const value = literalAt(text, start, depth + 1);
  return value && { span: value.span, value };
}

function entryAt(text: string, start: number, depth: number): Omit<Entry, "comma"> | undefined {
  const quoted = matched(STRING, text, start);
  const key = quoted ?? matched(KEY, text, start);
  if (key === undefined || text[key.end] !== ":") return undefined;
  const value = literalAt(text, endOfSpace(text, key.end + 1), depth + 1);
  return (
    value && {
      span: { start, end: value.span.end },
      key: quoted === undefined ? key.groups[0] : inner(quoted),
      keySpan: spanOf(key),
      value,
    }
  );
}

const hasDuplicates = (entries: readonly Entry[]): boolean =>
  new Set(entries.map(({ key }) => key)).size !== entries.length;
