// Points at places in the user's text: `plan.ts:3:17: expected ..., found ...`, the line, and a caret under the place.
import { InputError } from "../failure/errors.js";
import { editDistance } from "../failure/nearest.js";

/** Where in a file a text begins. Line and column count from 1. */
export interface Origin {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** The mistake at a place of `text`, given as an offset from 0. `origin` says where the text itself begins. */
export function mistakeAt(
  text: string,
  offset: number,
  what: string,
  origin: Origin = { line: 1, column: 1 },
): InputError {
  const before = text.slice(0, offset).split("\n");
  const lineOfText = before.length - 1;
  const columnOfText = (before.at(-1) ?? "").length;
  const line = origin.line + lineOfText;
  const column = (lineOfText === 0 ? origin.column : 1) + columnOfText;
  const place = `${origin.file === undefined ? "" : `${origin.file}:`}${line}:${column}`;
  const whole = (text.split("\n")[lineOfText] ?? "").replaceAll("\t", " ").trimEnd();
  const { shown, caret } = excerpt(whole, columnOfText);
  const { file } = origin;
  return new InputError(
    `${place}: ${what}\n  ${shown}\n  ${" ".repeat(caret)}^`,
    file === undefined ? undefined : { file, line, column },
  );
}

/** Columns of a line that are shown around a place, on each side of it. */
const SHOWN_COLUMNS = 100;

/** The part of a line around a column, and where the column is in it. */
function excerpt(line: string, column: number): { readonly shown: string; readonly caret: number } {
  const start = column <= 1.5 * SHOWN_COLUMNS ? 0 : column - SHOWN_COLUMNS;
  const end = column + SHOWN_COLUMNS;
  const before = start > 0 ? "..." : "";
  const shown = `${before}${line.slice(start, end)}${end < line.length ? "..." : ""}`;
  return { shown, caret: before.length + column - start };
}

/** The candidate that `word` was probably meant to be: equal but for case, or at most two letters away. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .filter((candidate) => word.length <= candidate.length + 2)
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= 2 && distance < candidate.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
}
