// The options that ask for the fields of a transform, from the records of these.
import type { InferredOptionTypes, Options } from "yargs";
import { FIELDS } from "../plan/transform-fields.js";

type Flags = (typeof FIELDS)[keyof typeof FIELDS]["flag"];

/** As yargs takes them, by name. */
export type FieldOptions = {
  readonly [Flag in Flags as Flag["name"]]: Pick<Flag, Extract<keyof Flag, keyof Options>>;
};

/** Their values, undefined where the user did not say. */
export type FieldArguments = {
  readonly [Flag in Flags as Camel<Flag["name"]>]: InferredOptionTypes<FieldOptions>[Flag["name"]];
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Rest>}` : Name;

export const fieldOptions = Object.fromEntries<unknown>(
  Object.values(FIELDS).map(({ flag }) => {
    const { name, ...options }: { readonly name: string; readonly means?: string } = flag;
    return [name, Object.fromEntries(Object.entries(options).filter(([key]) => key !== "means"))] as const;
  }),
) as FieldOptions;
