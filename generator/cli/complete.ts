// What may stand where the cursor is: commands, options, their values, operands. Pure; where names come from is not known here.
// (The completion of yargs knows no fish, and no values but those of `choices`.)
import type { CommandForm, OptionForm } from "./words.js";

export interface Suggestion {
  readonly word: string;
  readonly about?: string;
}

export interface Completion {
  readonly suggestions: readonly Suggestion[];
  /** What the shell is to complete by itself besides. */
  readonly paths: "files" | "directories" | "none";
}

/** Where values and operands come from that the forms do not list. */
export interface CompletionSources {
  readonly valueOf: (option: string) => Completion;
  /** `given`: the operands before this one. */
  readonly operandOf: (command: string, given: readonly string[]) => Completion;
}

export const nothing: Completion = { suggestions: [], paths: "none" };
export const oneOf = (words: readonly string[], paths: Completion["paths"] = "none"): Completion => ({
  suggestions: words.map((word) => ({ word })),
  paths,
});

/** `words`: all behind the program's name, the last one the one to be completed, as far as it is written. */
export function complete(
  words: readonly string[],
  commands: readonly CommandForm[],
  sources: CompletionSources,
): Completion {
  const { before, current } = joined(words);
  return matching(candidates(before, current, commands, sources), current);
}

/** bash takes `--precision=f` for three words, of which it replaces the last. */
function joined(words: readonly string[]): { readonly before: readonly string[]; readonly current: string } {
  const last = words.at(-1) ?? "";
  const others = words.slice(0, -1);
  if (last === "=") return { before: others, current: "" };
  return { before: others.filter((word) => word !== "="), current: last };
}

function candidates(
  [name, ...rest]: readonly string[],
  current: string,
  commands: readonly CommandForm[],
  sources: CompletionSources,
): Completion {
  if (name === undefined || name === "help")
    return oneOf([...commands.map((command) => command.name), ...(name === undefined ? ["help"] : [])]);
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return nothing;
  const { options } = command;
  const forms = new Map(Object.entries(options).flatMap(([key, form]) => writtenForms(key, form)));
  const operands: string[] = [];
  const given = new Set<string>();
  let open: string | undefined;
  for (const word of rest) {
    if (open !== undefined) open = undefined;
    else if (word.startsWith("-")) {
      const written = word.split("=")[0] ?? word;
      const option = forms.get(written);
      if (option !== undefined) given.add(option);
      if (option !== undefined && options[option]?.type !== "boolean" && !word.includes("=")) open = option;
    } else operands.push(word);
  }
  if (open !== undefined) return valuesOf(open, options[open], sources);
  const [written = "", ...value] = current.split("=");
  const option = forms.get(written);
  if (value.length > 0 && option !== undefined) {
    const { suggestions } = valuesOf(option, options[option], sources);
    return { suggestions: suggestions.map((one) => ({ ...one, word: `${written}=${one.word}` })), paths: "none" };
  }
  if (current.startsWith("-")) return optionsOf(command, given);
  const kinds = operands.length === 0 ? (command.operands.kinds ?? []) : [];
  const counted = operands.filter((word) => command.operands.kinds?.includes(word) !== true);
  if (counted.length >= command.operands.most) return optionsOf(command, given);
  const { suggestions, paths } = sources.operandOf(name, operands);
  return { suggestions: [...kinds.map((word) => ({ word })), ...suggestions], paths };
}

const writtenForms = (name: string, { type, alias }: OptionForm): readonly (readonly [string, string])[] => [
  [`--${name}`, name],
  ...(alias === undefined ? [] : [[`--${alias}`, name] as const]),
  ...(type === "boolean" ? [[`--no-${name}`, name] as const] : []),
];

function valuesOf(name: string, form: OptionForm | undefined, sources: CompletionSources): Completion {
  if (form?.type === "boolean") return nothing;
  return form?.choices === undefined ? sources.valueOf(name) : oneOf(form.choices);
}

/** Those that are not given yet; of what is on by itself the way to turn it off too. */
const optionsOf = ({ options }: CommandForm, given: ReadonlySet<string>): Completion => ({
  suggestions: [
    ...Object.entries(options)
      .filter(([name]) => !given.has(name))
      .flatMap(([name, { type, describe, ...form }]) => [
        { word: `--${name}`, ...aboutOf(describe) },
        ...(type === "boolean" && form.default !== false ? [{ word: `--no-${name}`, ...aboutOf(describe) }] : []),
      ]),
    { word: "--help", about: "how the command goes" },
  ],
  paths: "none",
});

/** The first words of a description. */
const aboutOf = (text: string | undefined): { readonly about?: string } =>
  text === undefined ? {} : { about: text.split(/[;:(]/)[0]?.trim() ?? text };

const matching = ({ suggestions, paths }: Completion, current: string): Completion => ({
  suggestions: suggestions.filter(({ word }) => word.startsWith(current) && word !== ""),
  paths,
});
