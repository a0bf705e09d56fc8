// Output for eyes: tables and colours on a terminal, the same text plain when piped.
import { styleText } from "node:util";

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

const colourful = (): boolean => process.stdout.isTTY && process.env["NO_COLOR"] === undefined;

export const styled = (style: Style, text: string): string => (colourful() ? styleText(style, text) : text);

export const print = (text = ""): void => void process.stdout.write(`${text}\n`);

/** A progress line on the terminal's standard error; silent when that is not a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

export type Alignment = "left" | "right";

/** Columns as wide as their widest cell; a header, a rule, rows. */
export function table(
  header: readonly string[],
  alignment: readonly Alignment[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        alignment[column] === "right" ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [styled("bold", line(header)), ...rows.map(line)].join("\n");
}

/** 3 significant digits: `0.213`, `12.3`, `1.07e+3` only beyond a million. */
export const short = (value: number): string =>
  value >= 1e6 ? value.toExponential(2) : Number(value.toPrecision(3)).toString();

export const percent = (value: number): string => `${Math.round(100 * value)}%`;

export const bytesText = (bytes: number): string =>
  bytes >= 2 ** 30
    ? `${short(bytes / 2 ** 30)} GiB`
    : bytes >= 2 ** 20
      ? `${short(bytes / 2 ** 20)} MiB`
      : bytes >= 1024
        ? `${short(bytes / 1024)} KiB`
        : `${bytes} B`;
