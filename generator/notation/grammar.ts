// The grammar of sizes and kernels, made of the tables by which they are read. parse.ts and size.ts have a function for each
// production.
import { DIMENSION_NAMES } from "../plan/transform.js";
import { WALSH } from "../plan/plan.js";
import { SCHEDULE_PARTS } from "./schedule-words.js";
import { RULE_WORDS, THROUGH_WORDS, TWIDDLE_WORDS, UNIT_WORDS } from "./words.js";

export interface Production {
  readonly name: string;
  /** In extended Backus-Naur form, an alternative each: `{ a }` for any number of them, `[ a ]` for one or none. */
  readonly alternatives: readonly string[];
}

const quoted = (word: string): string => `"${word}"`;

/** `N threads` as the grammar has it: `integer "threads"`. */
const formOf = (form: string): string =>
  form
    .split(" ")
    .map((word) => (/^[NM]$/u.test(word) ? "integer" : quoted(word)))
    .join(" ");

export const SIZE_GRAMMAR: readonly Production[] = [
  { name: "size", alternatives: ['length { "x" length }'] },
  { name: "length", alternatives: ["product { sign product }"] },
  { name: "sign", alternatives: ['"+"', '"-"'] },
  { name: "product", alternatives: ['power { "*" power }'] },
  { name: "power", alternatives: ['integer [ "^" integer ]'] },
];

const NUMBERS = '"(" count "," radix [ "@" unit ] "," stride "," extent';

export const KERNEL_GRAMMAR: readonly Production[] = [
  { name: "kernels", alternatives: ["kernel { kernel }"] },
  {
    name: "kernel",
    alternatives: [
      `"{" [ rules ] [ through ] sub-computation { [ "," ] sub-computation } [ step ] "}" [ "on" schedule ]`,
      `"{" [ rules ] step [ through sub-computation { [ "," ] sub-computation } ] "}" [ "on" schedule ]`,
    ],
  },
  { name: "rules", alternatives: ['rule { rule } ":"'] },
  { name: "rule", alternatives: RULE_WORDS.map(({ word }) => quoted(word)) },
  { name: "step", alternatives: ['"pairs" sub-computation'] },
  { name: "through", alternatives: THROUGH_WORDS.flatMap(({ word }) => (word === "pairs" ? [] : [quoted(word)])) },
  {
    name: "sub-computation",
    alternatives: [`dimension ${NUMBERS} "," twiddles ")"`, `"${WALSH}" ${NUMBERS} ")"`],
  },
  { name: "dimension", alternatives: DIMENSION_NAMES.map(quoted) },
  { name: "twiddles", alternatives: TWIDDLE_WORDS.map(({ word }) => quoted(word)) },
  { name: "unit", alternatives: UNIT_WORDS.map(({ word }) => quoted(word)) },
  { name: "schedule", alternatives: ['part { "," part }'] },
  { name: "part", alternatives: SCHEDULE_PARTS.map(({ form }) => formOf(form)) },
  { name: "count, radix, stride, extent", alternatives: ["integer"] },
];
