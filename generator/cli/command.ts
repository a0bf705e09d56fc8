// A command as one value: its form and its function. Only the list of commands (commands.ts) knows all of them: the registration
// with yargs, the checks of words, completion and the published schemas are made from these values.
import type { Argv, InferredOptionType, PositionalOptions } from "yargs";
import type { OptionForms } from "./option-forms.js";
import type { Output } from "./output.js";
import type { Completes } from "./suggestions.js";

/** An operand, a word after the command's name. A list, where `many` or `kinds` are present. */
export interface Operand {
  readonly describe: string;
  readonly required?: true;
  /** Any number of them, none included. */
  readonly many?: true;
  /** The words after `--`, of which there are many: another program's. */
  readonly passed?: true;
  /** Words of which one may come first: it names the kind of the others. */
  readonly kinds?: readonly string[];
  readonly default?: string;
  /** The default in the words of the help. */
  readonly defaultDescription?: string;
  readonly completes?: Completes;
}

type Operands = Readonly<Record<string, Operand>>;

type OperandValue<Form extends Operand> = Form extends { readonly many: true } | { readonly kinds: readonly string[] }
  ? readonly string[]
  : Form extends { readonly required: true } | { readonly default: string }
    ? string
    : string | undefined;

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** The values of options, by their names without dashes. */
export type OptionValues<Asked extends OptionForms> = {
  readonly [Name in keyof Asked as Camel<Name>]: InferredOptionType<Asked[Name]>;
};

/** The form of a command, and its help. */
export interface Form<Given extends Operands = Operands, Asked extends OptionForms = OptionForms> {
  readonly name: string;
  /** Its line in the list of all commands. */
  readonly about: string;
  /** Its usage line; absent: its name and operands. */
  readonly synopsis?: string;
  /** The explanation in its own help. */
  readonly explanation: string;
  readonly operands: Given;
  /** The operands in a message: `plan needs one size`. */
  readonly wants: string;
  readonly options: Asked;
  /** A command line, `$0` for the program, and what it is for. */
  readonly examples: readonly (readonly [string, string])[];
}

export const form = <const Given extends Operands, const Asked extends OptionForms>(
  one: Form<Given, Asked>,
): Form<Given, Asked> => one;

/** The arguments of a command: operands and options. */
export type ArgumentsOf<Of extends Form> = {
  readonly [Name in keyof Of["operands"]]: OperandValue<Of["operands"][Name]>;
} & OptionValues<Of["options"]>;

interface Implementation<Of extends Form> {
  readonly run: (given: ArgumentsOf<Of>) => void | Promise<void>;
  /** The outputs that it prints with --json: one of these. */
  readonly outputs: readonly Output[];
}

export interface Command {
  readonly name: string;
  readonly operands: readonly Operand[];
  /** The least and the largest number of operands, kinds not counted. */
  readonly least: number;
  readonly most: number;
  readonly kinds: readonly string[];
  readonly wants: string;
  /** Whether words after `--` are another program's. */
  readonly passes: boolean;
  readonly options: OptionForms;
  readonly outputs: () => Promise<readonly Output[]>;
  readonly register: (line: Argv) => Argv;
}

export function command<Of extends Form>(
  written: Of,
  load: () => Implementation<Of> | Promise<Implementation<Of>>,
): Command {
  const { name, about, explanation, wants, options, examples } = written;
  const named = Object.entries(written.operands).filter(([, operand]) => operand.passed !== true);
  const [passed] = Object.entries(written.operands).find(([, operand]) => operand.passed === true) ?? [];
  const operands = named.map(([, operand]) => operand);
  const place = [name, ...named.map(([word, operand]) => placeOf(word, operand))].join(" ");
  const usage = passed === undefined ? place : `${place} [options] -- ${passed} [arguments..]`;
  const described = (line: Argv): Argv => {
    const used = line.usage(`$0 ${written.synopsis ?? usage}\n\n${explanation}`);
    const placed = named.reduce((one, [word, operand]) => one.positional(word, positional(operand)), used);
    return examples.reduce((one, [words, what]) => one.example(words, what), placed.options(options));
  };
  return {
    name,
    operands,
    least: operands.filter(({ required }) => required).length,
    most: operands.some(({ many }) => many) ? Infinity : operands.length,
    kinds: operands.flatMap(({ kinds = [] }) => kinds),
    wants,
    passes: passed !== undefined,
    options,
    outputs: async () => (await load()).outputs,
    register: (line) =>
      line.command(place, about, described, async (parameters) =>
        // yargs has read them by the same forms from which their types are made.
        (await load()).run({
          ...parameters,
          ...(passed === undefined ? {} : { [passed]: parameters["--"] ?? [] }),
        } as unknown as ArgumentsOf<Of>),
      ),
  };
}

const isList = ({ many, kinds }: Operand): boolean => many === true || kinds !== undefined;

/** `<transform..>`, `[name]`. */
function placeOf(word: string, operand: Operand): string {
  const several = `${word}${isList(operand) ? ".." : ""}`;
  return operand.required ? `<${several}>` : `[${several}]`;
}

const positional = (operand: Operand): PositionalOptions => ({
  describe: operand.describe,
  type: "string",
  ...(operand.required === true ? { demandOption: true } : {}),
  ...(isList(operand) ? { array: true } : {}),
  ...(isList(operand) && operand.required !== true ? { default: [] } : {}),
  ...(operand.default === undefined ? {} : { default: operand.default }),
  ...(operand.defaultDescription === undefined ? {} : { defaultDescription: operand.defaultDescription }),
});
