// The words that may stand at the cursor: commands, options, their values, operands. Pure; the sources of names are elsewhere.
// (The completion of yargs supports no fish, and only values of `choices`.)
import type { Command } from "./command.js";
import type { OptionForm } from "./option-forms.js";
import { files, nothing, oneOf, type Completion, type Completes } from "./suggestions.js";
import { spellings } from "./words.js";

/** `words`: all words behind the program's name; the last one, as far as it is written, is to be completed. */
export async function complete(words: readonly string[], commands: readonly Command[]): Promise<Completion> {
  const { before, current } = joined(words);
  return matching(await candidates(before, current, commands), current);
}

/** bash splits `--precision=f` into three words, of which it replaces the last. */
function joined(words: readonly string[]): { readonly before: readonly string[]; readonly current: string } {
  const last = words.at(-1) ?? "";
  const others = words.slice(0, -1);
  if (last === "=") return { before: others, current: "" };
  return { before: others.filter((word) => word !== "="), current: last };
}

async function candidates(
  [name, ...rest]: readonly string[],
  current: string,
  commands: readonly Command[],
): Promise<Completion> {
  if (name === undefined || name === "help")
    return oneOf([...commands.map((command) => command.name), ...(name === undefined ? ["help"] : [])]);
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return nothing;
  const { options, kinds } = command;
  if (command.passes && rest.includes("--")) return files;
  const known = spellings(command);
  const operands: string[] = [];
  const given = new Set<string>();
  let open: OptionForm | undefined;
  for (const word of rest) {
    if (open !== undefined) open = undefined;
    else if (word.startsWith("-")) {
      const option = known.get(word.split("=")[0] ?? word);
      if (option === undefined) continue;
      given.add(option);
      if (options[option]?.type !== "boolean" && !word.includes("=")) open = options[option];
    } else operands.push(word);
  }
  if (open !== undefined) return valuesOf(open);
  const [written = "", ...value] = current.split("=");
  const option = options[known.get(written) ?? ""];
  if (value.length > 0 && option !== undefined) {
    // The scripts of the shells complete the text behind `=` as a path.
    const { suggestions, paths } = await valuesOf(option);
    return { suggestions: suggestions.map((one) => ({ ...one, word: `${written}=${one.word}` })), paths };
  }
  if (current.startsWith("-")) return optionsOf(command, given);
  const counted = operands.filter((word) => !kinds.includes(word));
  if (counted.length >= command.most) return optionsOf(command, given);
  const operand = command.operands[Math.min(counted.length, command.operands.length - 1)];
  const { suggestions, paths } = await completionOf(operand?.completes, operands);
  return { suggestions: [...(operands.length === 0 ? kinds : []).map((word) => ({ word })), ...suggestions], paths };
}

const valuesOf = async ({ type, choices, completes }: OptionForm): Promise<Completion> =>
  type === "boolean" ? nothing : choices === undefined ? completionOf(completes, []) : oneOf(choices);

const completionOf = async (completes: Completes = nothing, given: readonly string[]): Promise<Completion> =>
  typeof completes === "function" ? completes(given) : completes;

/** Options that are not given yet; for options that are on by default also the form that turns them off. */
const optionsOf = ({ options }: Command, given: ReadonlySet<string>): Completion => ({
  suggestions: [
    ...Object.entries(options)
      .filter(([name]) => !given.has(name))
      .flatMap(([name, { type, describe, ...form }]) => [
        { word: `--${name}`, ...aboutOf(describe) },
        ...(type === "boolean" && form.default !== false ? [{ word: `--no-${name}`, ...aboutOf(describe) }] : []),
      ]),
    { word: "--help", about: "show help" },
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
