// Tables of a document, laid out as prettier lays them out: every column as wide as its widest cell.
import { invariant } from "../failure/errors.js";

export interface TableColumn {
  readonly title: string;
  readonly align: "left" | "right";
}

export const left = (title: string): TableColumn => ({ title, align: "left" });
export const right = (title: string): TableColumn => ({ title, align: "right" });

export function markdownTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  for (const row of rows)
    invariant(row.length === columns.length, () => `docs: ${row.length} cells for ${columns.length} columns`);
  const widths = columns.map(({ title }, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell, column) =>
        columns[column]?.align === "right" ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join(" | ")} |`;
  const rule = columns.map(({ align }, column) => {
    const width = widths[column] ?? 0;
    return align === "right" ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
  });
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join("\n");
}
