// Output for people and for programs: colours on a terminal, the same text plain when piped. Standard output has results,
// standard error everything else.
import { styleText } from "node:util";
import { InputError } from "../failure/errors.js";
import { fittedText } from "./fitted-text.js";
import { OUTPUT_VERSION, type Output, type OutputValue } from "./output.js";

export type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

/** Columns of output that is not on a terminal, and the largest width on one. */
const WIDEST = 120;
const NARROWEST = 40;

/** A NO_COLOR that is not empty disables colours (no-color.org); FORCE_COLOR, as in Node, enables them where nothing else would. */
function isColourful(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR: no = "", FORCE_COLOR: force, TERM: terminal } = process.env;
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY && no === "" && terminal !== "dumb";
}

/** Styles text for standard output, or for the given stream. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  isColourful(stream) ? styleText(style, text, { validateStream: false }) : text;

/** Prints one line or more, broken where a terminal is too narrow for them. */
export const print = (text = ""): void => void process.stdout.write(`${fittedText(text, terminalWidth())}\n`);

/**
 * Prints to standard error text that is not a result. Lines that begin with blanks are quotations, sometimes with a caret below.
 */
export const printError = (text: string): void => {
  const { stderr } = process;
  const width = stderr.isTTY && stderr.columns > 0 ? Math.max(NARROWEST, stderr.columns) : Infinity;
  const lines = text.split("\n").map((line) => (line.startsWith(" ") ? line : fittedText(line, width)));
  stderr.write(`${lines.join("\n")}\n`);
};

let jsonPrinted = false;

/** Whether the command has printed its value. */
export const hasPrintedJson = (): boolean => jsonPrinted;

/** Resets the state at the start of a command: nothing has been printed yet. */
export const forgetJson = (): void => void (jsonPrinted = false);

/** Prints one JSON value with the name of its schema: all that a command with --json writes to standard output. */
export function printJson<Of extends Output>({ name }: Of, value: OutputValue<Of>): void {
  jsonPrinted = true;
  const text = JSON.stringify({ schema: `fftgen/${name}/${OUTPUT_VERSION}`, ...value }, undefined, 2);
  process.stdout.write(`${text}\n`);
}

/** Prints a JSON value that is a file by itself, in the form of such files. */
export function printJsonFile(text: string): void {
  jsonPrinted = true;
  process.stdout.write(text);
}

/** Columns of the terminal; infinite where there is none, or it does not report them. */
export function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? Math.max(NARROWEST, columns) : Infinity;
}

/** How many columns lines of words may have. */
export const outputWidth = (): number => Math.min(WIDEST, terminalWidth());

/**
 * Lets the work go on when the reader of the output closes it, as `head` does: files must not depend on the reader. Any other
 * fault of standard output, such as a full disk, goes to `fail`.
 */
export function surviveClosedPipes(fail: (error: Error) => void): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") fail(new InputError(`cannot write to standard output: ${error.message}`));
  });
  // Standard error is gone, too, so there is no place for a message.
  process.stderr.on("error", () => undefined);
}

/** 3 significant digits: `0.213`, `12.3`; `1.07e+6` only from a million on. */
export const short = (value: number): string =>
  value >= 1e6 ? value.toExponential(2) : Number(value.toPrecision(3)).toString();

/** All values have the decimals that the smallest needs for 3 significant digits, so that a column of them lines up. */
export function aligned(values: readonly number[]): readonly string[] {
  const smallest = Math.min(...values.filter((value) => value > 0));
  const decimals = Number.isFinite(smallest) ? Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(smallest)))) : 0;
  return values.map((value) => value.toFixed(decimals));
}

export const percent = (value: number): string => `${Math.round(100 * value)}%`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
