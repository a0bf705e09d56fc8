// Text in the columns of a terminal: lines that are longer are broken between words.
import { stripVTControlCharacters } from "node:util";

/** A word or several, and the blanks behind them that set them apart as a label: `package   generated/...`. */
const LABEL = /^ *(?:\S+ )*\S+ {2,}/;

/** Whoever repeats a command copies it as it is. */
const COMMAND = /^the command, in /;

const columnsOf = (text: string): number => stripVTControlCharacters(text).length;

/** Each line in lines of at most `width` columns, where there are blanks to break it at. What follows a label stays to the right of it. */
export const fittedText = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => (columnsOf(line) <= width || COMMAND.test(line) ? [line] : brokenLine(line, width)))
    .join("\n");

function brokenLine(line: string, width: number): readonly string[] {
  const plain = stripVTControlCharacters(line);
  const label = LABEL.exec(plain)?.[0].length ?? /^ */.exec(plain)?.[0].length ?? 0;
  // Beside a long label there is no room.
  const margin = " ".repeat(label <= width / 2 ? label : 2);
  const lines: string[] = [];
  let last = "";
  // Words with the blanks before them.
  for (const word of line.match(/ *[^ ]+/g) ?? [])
    if (last === "" || columnsOf(last + word) <= width) last += word;
    else {
      lines.push(last);
      last = margin + word.trimStart();
    }
  return [...lines, last];
}
