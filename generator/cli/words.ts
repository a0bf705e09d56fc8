// Checks the words of a command line against the form of its command, so that a wrong one gets one message with the right form.
// Reads no values: yargs does that afterwards.
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import type { Command } from "./command.js";
import type { OptionForm } from "./option-forms.js";

/** Throws an InputError for the first word that does not fit. */
export function checkWords(words: readonly string[], commands: readonly Command[]): void {
  const options = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const [asked] = options;
  if (options.some((word) => ["--help", "-h", "--version"].includes(word))) {
    // Help for an unknown command would be help for another one.
    if (asked !== undefined && !asked.startsWith("-")) commandOf(asked, commands);
    return;
  }
  const command = commandOf(words[0], commands);
  const rest = (command.passes ? options : words).slice(1);
  const { least, most, wants, kinds } = command;
  const given = operandsOf(rest, command, commands);
  const operands = kinds.includes(given[0] ?? "") ? given.slice(1) : given;
  const dashed = words.includes("--") && !command.passes ? given.find((word) => word.startsWith("--")) : undefined;
  if (dashed !== undefined)
    throw new InputError(`${quoted(dashed)} is after --, where words are not options: leave -- out`);
  if (operands.length < least) throw new InputError(`${command.name} needs ${wants}`);
  const [first = ""] = operands;
  if (operands.length > most) requireOneKind(given, kinds);
  if (operands.length > most && kinds.length > 0 && /^[A-Za-z]/.test(first)) {
    const meant = nearest(first, kinds);
    throw new InputError(
      `unknown kind of transform ${quoted(first)}${meant === undefined ? "." : `; did you mean ${meant}?`} Kinds: ${kinds.join(", ")}`,
    );
  }
  if (operands.length > most)
    throw new InputError(
      `${command.name} takes ${most === 0 && !command.passes ? "options only" : wants}; found ${operands.map(quoted).join(" ")}`,
    );
}

/** Throws for several kinds, or for a kind after its size. */
function requireOneKind(words: readonly string[], kinds: readonly string[]): void {
  const named = words.filter((word) => kinds.includes(word));
  const [one = "", other] = named;
  if (other !== undefined) throw new InputError(`${one} and ${other} are two kinds of transforms: leave out one`);
  const sizes = words.filter((word) => word !== one);
  if (named.length === 1 && words[0] !== one && sizes.length === 1)
    throw new InputError(`the kind comes before the size: ${one} ${sizes.map(quoted).join("")}`);
}

function commandOf(name: string | undefined, commands: readonly Command[]): Command {
  const names = commands.map((command) => command.name);
  const all = `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
  if (name === undefined)
    throw new InputError(
      `name a command: ${all}. \`fftgen plan 256x256x256\` is a good first one; \`fftgen --help\` says more`,
    );
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  if (name.startsWith("-")) throw new InputError(`the command comes before its options: ${all}, then ${quoted(name)}`);
  if (/^\d/.test(name))
    throw new InputError(`unknown command ${name}; to plan that size, write \`fftgen plan ${name}\``);
  const ofKind = commands.find(({ kinds }) => kinds.includes(name));
  if (ofKind !== undefined)
    throw new InputError(
      `unknown command ${name}; to plan such a transform, write \`fftgen ${ofKind.name} ${name}\` and its size`,
    );
  const meant = nearest(name, names);
  throw new InputError(
    `unknown command ${quoted(name)}${meant === undefined ? "." : `; did you mean ${meant}?`} The commands are ${all}`,
  );
}

/** The words that are neither options nor their values. */
function operandsOf(words: readonly string[], command: Command, commands: readonly Command[]): readonly string[] {
  const operands: string[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") return [...operands, ...words.slice(index + 1)];
    if (!isOption(word)) {
      operands.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const written = equals < 0 ? word : word.slice(0, equals);
    const name = optionName(written, command, commands);
    if (seen.has(name)) throw new InputError(`--${name} is given twice; give it once`);
    seen.add(name);
    const form = command.options[name];
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    if (form?.type === "boolean") {
      if (inline !== undefined) throw new InputError(`${written} takes no value; found ${quoted(inline)}`);
      continue;
    }
    const value = inline ?? words[++index];
    if (value === undefined || value === "" || (inline === undefined && isOption(value)))
      throw new InputError(
        `${written} needs a value${form?.choices === undefined ? "" : `: ${either(form.choices)}`}${dashHint(written, value, form)}`,
      );
    if (form?.choices !== undefined && !form.choices.includes(value))
      throw new InputError(`${written} ${value}: expected ${either(form.choices)}`);
    while (form?.array === true && words[index + 1] !== undefined && !isOption(words[index + 1] ?? "")) index++;
  }
  return operands;
}

/** For a value that looks like an option. */
const dashHint = (written: string, value: string | undefined, form: OptionForm | undefined): string =>
  value === undefined || value === "" || form?.choices !== undefined || value.startsWith("--")
    ? ""
    : `; one that begins with - is written ${written}=${quoted(value)}, of a path better ${written}=${quoted(`./${value}`)}`;

/** `-1` is a number. */
const isOption = (word: string): boolean => /^-[^\d.]/.test(word);

/** The name of the option that is written as `--name`, or `--no-name` for one that is on by default. */
function optionName(written: string, command: Command, commands: readonly Command[]): string {
  const known = spellings(command);
  const name = known.get(written);
  if (name !== undefined) return name;
  const bare = (text: string): string => text.replace(/^-+/, "");
  const meant = nearest(bare(written), [...known.keys(), "--help", "--version"].map(bare));
  const elsewhere = commands.filter((other) => spellings(other).has(written)).map((other) => other.name);
  const hint =
    elsewhere.length > 0
      ? `; it belongs to ${either(elsewhere)}.`
      : meant === undefined
        ? "."
        : `; did you mean --${meant}?`;
  throw new InputError(`${command.name} has no option ${written}${hint} \`fftgen ${command.name} --help\` lists them`);
}

/** The spellings of each option -> its name. */
export const spellings = ({ options }: Command): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(options).flatMap(([name, { type, alias }]) => [
      [`--${name}`, name] as const,
      ...(alias === undefined ? [] : [[`--${alias}`, name] as const]),
      ...(type === "boolean" ? [[`--no-${name}`, name] as const] : []),
    ]),
  );

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;

const quoted = (word: string): string => (/^[\w^*.:/+-]+$/.test(word) ? word : JSON.stringify(word));
