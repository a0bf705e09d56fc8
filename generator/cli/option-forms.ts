// What options look like, and a word for each usual form of one.
import type { Options } from "yargs";
import { nothing, type Completes } from "./suggestions.js";

/** As yargs takes it, and what may stand behind it. */
export interface OptionForm extends Pick<Options, "default"> {
  readonly type?: "boolean" | "string";
  readonly choices?: readonly string[];
  /** Another spelling of its name. */
  readonly alias?: string;
  readonly describe?: string;
  /** What may stand behind it. */
  readonly completes?: Completes;
}

export type OptionForms = Readonly<Record<string, OptionForm>>;

/** `--dry-run`. */
export const flag = (describe: string) => ({ type: "boolean", default: false, describe }) as const;

/** `--verify` or `--no-verify`: undefined where nobody says. */
export const flagOrNot = (describe: string) => ({ type: "boolean", describe }) as const;

/** `--out DIR`. */
export const text = (describe: string, completes: Completes = nothing) =>
  ({ type: "string", describe, completes }) as const;

/** `--top 5`, also where nobody says so. */
export const textOr = (usual: string, describe: string, completes: Completes = nothing) =>
  ({ type: "string", default: usual, describe, completes }) as const;

/** `--on gpu`. */
export const choice = <const Choice extends string>(
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
  describe: string,
) => ({ choices, default: usual, describe }) as const;
