// The notation as plans/notation.md has it, from the tables that the parser reads by.
import { KERNEL_GRAMMAR, SIZE_GRAMMAR, type Production } from "../notation/grammar.js";
import { SCHEDULE_PARTS, type SchedulePart } from "../notation/schedule-words.js";
import { RULE_WORDS, THROUGH_WORDS, TWIDDLE_WORDS, UNIT_WORDS } from "../notation/words.js";

/** One production after the other; alternatives below each other where they do not fit into a line. */
export function grammar(): string {
  const productions = [...SIZE_GRAMMAR, ...KERNEL_GRAMMAR];
  const width = Math.max(...productions.map(({ name }) => name.length));
  return ["```", ...productions.map((production) => productionText(production, width)), "```"].join("\n");
}

const LINE = 110;

function productionText({ name, alternatives }: Production, width: number): string {
  const head = name.padEnd(width);
  const line = `${head} = ${alternatives.join(" | ")}`;
  return line.length <= LINE ? line : `${head} = ${alternatives.join(`\n${" ".repeat(width)} | `)}`;
}

export const twiddleWords = (): string => TWIDDLE_WORDS.map((entry) => item(entry.word, entry)).join("\n");
/** What stands before the colon of a kernel. */
export const ruleWords = (): string => RULE_WORDS.map((entry) => item(entry.word, entry)).join("\n");
/** What stands before the sub-computations of a kernel. */
export const throughWords = (): string => THROUGH_WORDS.map((entry) => item(entry.word, entry)).join("\n");
export const unitWords = (): string => UNIT_WORDS.map((entry) => item(`@${entry.word}`, entry)).join("\n");

export const scheduleWords = (): string =>
  SCHEDULE_PARTS.map(({ form, meaning, of, otherwise, example, source }) =>
    item(form, {
      meaning: [
        ...(of === undefined ? [] : [`${KERNELS_OF[of]}.`]),
        `${meaning}.`,
        ...(otherwise === undefined ? [] : [`Otherwise ${otherwise}.`]),
      ].join(" "),
      example,
      source,
    }),
  ).join("\n");

const KERNELS_OF: Readonly<Record<NonNullable<SchedulePart["of"]>, string>> = {
  Fourier: "Kernels with twiddle factors",
  "Walsh-Hadamard": "Walsh-Hadamard kernels",
  clusters: "Kernels on clusters",
};

interface Entry {
  readonly meaning: string;
  readonly example: string;
  readonly source?: string | undefined;
}

/** A word, what it means, and from whom; on a line of its own a kernel that has it. */
function item(word: string, { meaning, example, source }: Entry): string {
  const sentence = meaning.endsWith(".") ? meaning : `${meaning}.`;
  const from = source === undefined ? "" : ` Source: ${source}.`;
  const [first = "", ...rest] = wrapped(`- \`${word}\`: ${sentence}${from}`);
  return [first, ...[...rest, `\`${example}\``].map((line) => `  ${line}`)].join("\n");
}

/** Lines of at most so many characters, broken at blanks outside of code. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.match(/(`[^`]*`|[^\s`])+/gu) ?? []) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= LINE) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
