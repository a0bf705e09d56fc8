// The forms of options, and a function for each usual form.
import type { Options } from "yargs";
import { nothing, type Completes } from "./suggestions.js";

/** The option in yargs' form, and the completion of its value. */
export interface OptionForm extends Pick<Options, "default"> {
  readonly type?: "boolean" | "string";
  readonly choices?: readonly string[];
  /** Takes all words up to the next option. */
  readonly array?: true;
  /** Another spelling of its name. */
  readonly alias?: string;
  readonly describe?: string;
  /** The completion of its value. */
  readonly completes?: Completes;
}

export type OptionForms = Readonly<Record<string, OptionForm>>;

/** `--dry-run`. */
export const flag = (describe: string) => ({ type: "boolean", default: false, describe }) as const;

/** `--verify` or `--no-verify`: undefined where neither is given. */
export const flagOrNot = (describe: string) => ({ type: "boolean", describe }) as const;

/** `--out DIR`. */
export const text = (describe: string, completes: Completes = nothing) =>
  ({ type: "string", describe, completes }) as const;

/** `--fit FILES`. */
export const texts = (describe: string, completes: Completes = nothing) =>
  ({ type: "string", array: true, describe, completes }) as const;

/** `--top 5`, the default included. */
export const textOr = (usual: string, describe: string, completes: Completes = nothing) =>
  ({ type: "string", default: usual, describe, completes }) as const;

/** `--on gpu`. */
export const choice = <const Choice extends string>(
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
  describe: string,
) => ({ choices, default: usual, describe }) as const;
