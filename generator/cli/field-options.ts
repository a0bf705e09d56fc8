// The options for the fields of a transform, made from the records of these fields.
import type { Options } from "yargs";
import { DIMENSION_NAMES, TRIGONOMETRIC_KINDS } from "../plan/transform.js";
import { FIELDS, type FieldForm } from "../plan/transform-fields.js";
import type { OptionValues } from "./command.js";
import { nothing, oneOf, type Completes } from "./suggestions.js";

type Flags = (typeof FIELDS)[keyof typeof FIELDS]["flag"];

/** By name. */
export type FieldOptions = {
  readonly [Flag in Flags as Flag["name"]]: Pick<Flag, Extract<keyof Flag, keyof Options>> & {
    readonly completes: Completes;
  };
};

/** The values of the options, undefined where the user gave none. */
export type FieldArguments = OptionValues<FieldOptions>;

export const fieldOptions = Object.fromEntries<unknown>(
  Object.values(FIELDS).map(({ flag, form }) => {
    const { name, ...options }: { readonly name: string; readonly means?: string } = flag;
    const known = Object.fromEntries(Object.entries(options).filter(([key]) => key !== "means"));
    return [name, { ...known, completes: valuesOf(form) }] as const;
  }),
) as FieldOptions;

function valuesOf(form: FieldForm): Completes {
  switch (form.kind) {
    case "word":
      return oneOf([...new Set(Object.values(form.choices).flat())]);
    case "factor":
      return oneOf(["1/N", "orthonormal", "none"]);
    case "axes":
      return oneOf(DIMENSION_NAMES);
    case "count":
    case "kinds":
      return oneOf(TRIGONOMETRIC_KINDS);
    case "strides":
    case "ranges":
    case "expression":
      return nothing;
  }
}
