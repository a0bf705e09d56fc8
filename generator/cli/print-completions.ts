// The script of a shell calls this with the words of the command line: prints the possible words at the cursor, one suggestion a
// line after a line that says whether files or directories fit too.
import type { Command } from "./command.js";
import { complete } from "./complete.js";
import { choiceFrom } from "./option-values.js";
import { SHELLS, type Shell } from "./shells.js";
import type { Suggestion } from "./suggestions.js";
import { print } from "./terminal.js";

/** `words`: all words behind the program's name; the last one is to be completed. */
export async function printCompletions(
  shell: string,
  words: readonly string[],
  commands: readonly Command[],
): Promise<void> {
  const known = choiceFrom("completion", shell, SHELLS);
  const { suggestions, paths } = await complete(words, commands);
  print([paths, ...suggestions.map((one) => suggestionLine(known, one))].join("\n"));
}

/** A suggestion in the format of the shell's own functions. */
function suggestionLine(shell: Shell, { word, about }: Suggestion): string {
  switch (shell) {
    case "bash":
      return word;
    case "zsh":
      return about === undefined ? escaped(word) : `${escaped(word)}:${about}`;
    case "fish":
      return about === undefined ? word : `${word}\t${about}`;
  }
}

const escaped = (word: string): string => word.replaceAll(/[\\:]/g, (character) => `\\${character}`);
