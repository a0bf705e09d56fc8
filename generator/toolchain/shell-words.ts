// Words of a shell: splits a user's command into words, and quotes a word so that a shell keeps it as one.
import { InputError } from "../failure/errors.js";

/** `srun --comment="a b"` -> `srun`, `--comment=a b`. Expands nothing. `what` is for messages. */
export function shellWords(text: string, what: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let rest = text;
  while (rest !== "") {
    const [part = "", blanks, single, double, escaped, plain] =
      /^(?:(\s+)|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+))/.exec(rest) ?? [];
    if (part === "")
      throw new InputError(`${what} ${text}: a quote is not closed, or the last character is a backslash`);
    rest = rest.slice(part.length);
    if (blanks === undefined)
      word = `${word ?? ""}${single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? ""}`;
    if (word !== undefined && (blanks !== undefined || rest === "")) {
      words.push(word);
      word = undefined;
    }
  }
  return words;
}

/** The word in single quotes where it needs them. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
