// Text in the columns of a terminal: longer lines are broken between words.
import { stripVTControlCharacters } from "node:util";

/** One word or several, and the blanks after them that mark them as a label: `package   generated/...`. */
const LABEL = /^ *(?:\S+ )*\S+ {2,}/;

/** Users copy such a command as it is, so it is not broken. */
const COMMAND = /^the command, in /;

const columnsOf = (text: string): number => stripVTControlCharacters(text).length;

/** Breaks each line into lines of at most `width` columns, at blanks where possible. The text after a label stays to its right. */
export const fittedText = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => (columnsOf(line) <= width || COMMAND.test(line) ? [line] : brokenLine(line, width)))
    .join("\n");

function brokenLine(line: string, width: number): readonly string[] {
  const plain = stripVTControlCharacters(line);
  const label = LABEL.exec(plain)?.[0].length ?? /^ */.exec(plain)?.[0].length ?? 0;
  // A label longer than half the width leaves no room next to it.
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
