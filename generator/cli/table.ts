// Tables of text: columns as wide as their widest line, cells of one or several lines. And lines broken to a width.
import { styled, type Style } from "./terminal.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

export type Line = string | { readonly text: string; readonly style: Style };

/** One line, or several below each other. */
export type Cell = string | readonly Line[];

export const lineText = (line: Line): string => (typeof line === "string" ? line : styled(line.style, line.text));

const GAP = "  ";

/** A header and rows. No line ends in spaces. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(linesOf));
  const widths = columns.map(({ title }, column) =>
    Math.max(title.length, ...cells.flatMap((row) => (row[column] ?? []).map(({ text }) => text.length))),
  );
  const lineOf = (parts: readonly { readonly text: string; readonly style?: Style }[]): string => {
    const last = parts.findLastIndex(({ text }) => text !== "");
    return parts
      .slice(0, last + 1)
      .map(({ text, style }, column) => {
        const space = " ".repeat((widths[column] ?? 0) - text.length);
        const shown = style === undefined ? text : styled(style, text);
        if (columns[column]?.align === "right") return space + shown;
        return column === last ? shown : shown + space;
      })
      .join(GAP);
  };
  const header = lineOf(columns.map(({ title }) => ({ text: title, style: "bold" })));
  const body = cells.flatMap((row) => {
    const height = Math.max(...row.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => lineOf(row.map((lines) => lines[line] ?? { text: "" })));
  });
  return [header, ...body].join("\n");
}

const linesOf = (cell: Cell): readonly { readonly text: string; readonly style?: Style }[] =>
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

/** A sentence or more, broken to the width of the output. */
export const paragraph = (text: string, width: number, indent = ""): string =>
  wrapped(text.split(" "), width, indent).join("\n");
