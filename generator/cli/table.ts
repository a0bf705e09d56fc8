// Tables of text: columns as wide as their widest line, cells of one or several lines. And lines broken to a width. Where a terminal is
// too narrow for a table, its widest column of words is broken; where that does not help, each row becomes a list.
import { outputWidth, styled, terminalWidth, type Style } from "./terminal.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

interface StyledLine {
  readonly text: string;
  readonly style?: Style;
}

export type Line = string | (StyledLine & { readonly style: Style });

/** One line, several below each other, or lines broken to the width that the other columns leave. */
export type Cell = string | readonly Line[] | ((width: number) => readonly Line[]);

export const lineText = (line: Line): string => (typeof line === "string" ? line : styled(line.style, line.text));

const GAP = "  ";
/** A broken column narrower than this is hard to read. */
const LEAST_WIDTH = 24;

/** A header and rows. No line ends in spaces. `indent`: columns before the table. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], indent = 0): string {
  const widths = columns.map((column, index) => widthOf(column, rows, index));
  const all = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const open = columns.findIndex((_, index) => rows.some((row) => typeof row[index] === "function"));
  const most = open < 0 ? terminalWidth() - indent : outputWidth() - indent;
  if (open < 0 && all <= most) return grid(columns, widths, rows);
  const broken = open < 0 ? widestOfWords(columns, widths, rows) : open;
  const left = most - (all - (widths[broken] ?? 0));
  if (left < Math.max(LEAST_WIDTH, columns[broken]?.title.length ?? 0)) return records(columns, rows, most);
  return grid(columns, widths.with(broken, left), rows);
}

/** A table of similar columns: on a narrow terminal they follow below each other, each with the first column. */
export function matrix(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const [first = 0, ...others] = columns.map((column, index) => widthOf(column, rows, index));
  const groups: number[][] = [];
  let used = Infinity;
  others.forEach((width, index) => {
    const last = groups.at(-1);
    used += GAP.length + width;
    if (last === undefined || used > terminalWidth()) {
      groups.push([index + 1]);
      used = first + GAP.length + width;
    } else last.push(index + 1);
  });
  const chosen = <T>(all: readonly T[], group: readonly number[]): readonly T[] =>
    all.filter((_, index) => index === 0 || group.includes(index));
  return groups
    .map((group) =>
      grid(
        chosen(columns, group),
        [first, ...chosen([0, ...others], group).slice(1)],
        rows.map((row) => chosen(row, group)),
      ),
    )
    .join("\n\n");
}

/** The width of the cells that are not broken. */
const widthOf = ({ title }: Column, rows: readonly (readonly Cell[])[], index: number): number =>
  Math.max(title.length, ...rows.flatMap((row) => fixedLines(row[index]).map(({ text }) => text.length)));

const fixedLines = (cell: Cell = ""): readonly StyledLine[] => (typeof cell === "function" ? [] : linesOf(cell));

/** The widest column with blanks at which it can be broken; the first where none has any. */
function widestOfWords(
  columns: readonly Column[],
  widths: readonly number[],
  rows: readonly (readonly Cell[])[],
): number {
  const ofWords = widths.map((width, index) =>
    columns[index]?.align !== "right" &&
    rows.some((row) => fixedLines(row[index]).some(({ text }) => text.includes(" ")))
      ? width
      : 0,
  );
  return ofWords.indexOf(Math.max(...ofWords));
}

function grid(columns: readonly Column[], widths: readonly number[], rows: readonly (readonly Cell[])[]): string {
  const lineOf = (parts: readonly StyledLine[]): string => {
    const last = parts.findLastIndex(({ text }) => text !== "");
    return parts
      .slice(0, last + 1)
      .map(({ text, style }, column) => {
        const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - text.length));
        const shown = style === undefined ? text : styled(style, text);
        if (columns[column]?.align === "right") return space + shown;
        return column === last ? shown : shown + space;
      })
      .join(GAP);
  };
  const header = lineOf(columns.map(({ title }) => ({ text: title, style: "bold" })));
  const body = rows.flatMap((row) => {
    const cells = row.map((cell, column) => brokenLines(cell, widths[column] ?? 0));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => lineOf(cells.map((lines) => lines[line] ?? { text: "" })));
  });
  return [header, ...body].join("\n");
}

/** Each row as lines of a title and its text; a row that begins with an empty cell continues the one above. */
function records(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const titles = Math.max(...columns.map(({ title }) => title.length));
  // Where the longest title leaves too little room to its right, the text is below the title.
  const isBelow = width - titles - GAP.length < LEAST_WIDTH;
  const margin = " ".repeat(isBelow ? GAP.length : titles + GAP.length);
  return rows
    .map((row, number) => {
      const lines = row.flatMap((cell, index) => {
        const { title = "" } = columns[index] ?? {};
        const values = brokenLines(cell, width - margin.length).filter(({ text }) => text !== "");
        const texts = values.map(({ text, style }) => (style === undefined ? text : styled(style, text)));
        if (isBelow && texts.length > 0) return [styled("bold", title), ...texts.map((text) => margin + text)];
        return texts.map(
          (text, line) => (line > 0 ? margin : styled("bold", title) + margin.slice(title.length)) + text,
        );
      });
      const isNew = number > 0 && fixedLines(row[0]).some(({ text }) => text !== "");
      return [...(isNew ? [""] : []), ...lines].join("\n");
    })
    .join("\n");
}

/** Breaks lines longer than the width, at blanks where possible. */
const brokenLines = (cell: Cell, width: number): readonly StyledLine[] =>
  linesOf(typeof cell === "function" ? cell(width) : cell).flatMap(({ text, ...style }) =>
    text.length <= width
      ? [{ text, ...style }]
      : wrapped(text.split(" "), width).map((line) => ({ text: line, ...style })),
  );

const linesOf = (cell: string | readonly Line[]): readonly StyledLine[] =>
  (typeof cell === "string" ? [cell] : cell).map((line) => (typeof line === "string" ? { text: line } : line));

/** Words joined by spaces into lines of at most `width` columns; all lines but the first begin with `indent`. */
export function wrapped(words: readonly string[], width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : indent + word);
  }
  return lines;
}

/** One sentence or more, broken to the width of the output. */
export const paragraph = (text: string, width: number, indent = ""): string =>
  wrapped(text.split(" "), width, indent).join("\n");
