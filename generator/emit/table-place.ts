// The places of the entries of a twiddle table.
import type { TwiddleTable } from "../kernel/twiddle-table.js";

/** The contributions of rows and columns to the place of an entry: for weights that are powers of two, whose sums do not carry. */
export interface TablePlace {
  readonly row: (weight: number) => number;
  readonly column: (weight: number) => number;
}

export function tablePlace({ count, fragments }: Pick<TwiddleTable, "count" | "fragments">): TablePlace {
  if (fragments === undefined) return { row: (weight) => weight * count, column: (weight) => weight };
  const { run, lane, lanes } = fragments;
  return {
    row: (weight) => (weight >= lane ? (weight / lane) * run : weight * lanes * count),
    column: (weight) => (weight < run ? weight : weight * lanes),
  };
}

/** The place of one entry. */
export function placeOfEntry(table: Pick<TwiddleTable, "count" | "fragments">, row: number, column: number): number {
  const place = tablePlace(table);
  if (table.fragments === undefined) return place.row(row) + place.column(column);
  const { run, lane } = table.fragments;
  const [lightRow, lightColumn] = [row % lane, column % run];
  return (
    place.row(lightRow) + place.row(row - lightRow) + place.column(lightColumn) + place.column(column - lightColumn)
  );
}
