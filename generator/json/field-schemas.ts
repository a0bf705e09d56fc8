// The fields of a transform as schemas, from their records.
import { z } from "zod";
import { BATCH_NAME } from "../plan/stride-names.js";
import { choicesOf, transformFields, type NamedField } from "../plan/transform-fields.js";
import { DIMENSION_NAMES, TRIGONOMETRIC_KINDS, type Transform } from "../plan/transform.js";

export const count = z.int("expected a positive integer").positive("expected a positive integer");
const index = z.int("expected an index, of which negative ones count from the end");
export const dimensionName: z.ZodType<string, string> = z.enum(DIMENSION_NAMES);

/** What a transform has besides these has a record. */
type Fields<T extends Transform> = Exclude<keyof T, "kind" | "dimensions" | "precision">;

/** By name. */
export type FieldSchemas<T extends Transform> = { readonly [Name in Fields<T>]: z.ZodType<T[Name], T[Name]> };

/** Of all fields that transforms of a kind have. */
export const fieldSchemas = <T extends Transform>(kind: T["kind"]): FieldSchemas<T> =>
  // The form that each record states is that of the type.
  Object.fromEntries<unknown>(
    transformFields(kind).map((field) => [field.name, described(field, kind)] as const),
  ) as FieldSchemas<T>;

/** The same of what any version stored: fields that were not there yet may be left out. */
export const storedFieldSchemas = <T extends Transform>(kind: T["kind"]): FieldSchemas<T> =>
  Object.fromEntries<unknown>(
    transformFields(kind).map((field) => {
      const schema = described(field, kind);
      return [field.name, field.absentBefore?.includes(kind) === true ? schema.exactOptional() : schema] as const;
    }),
  ) as FieldSchemas<T>;

function described(field: NamedField, kind: Transform["kind"]): z.ZodType {
  const schema = schemaOf(field, kind);
  return field.describe === undefined ? schema : schema.describe(field.describe);
}

function schemaOf({ form, name }: NamedField, kind: Transform["kind"]): z.ZodType {
  switch (form.kind) {
    case "word":
      return z.enum(choicesOf(form, kind));
    case "count":
      // Bounds of a distance depend on the dimensions, which are judged before it.
      return name === "distance"
        ? z.number().multipleOf(1, "expected a positive integer").positive("expected a positive integer")
        : count;
    case "factor":
      return z.number();
    case "expression":
      return z.string();
    case "strides":
      return z.partialRecord(z.enum([BATCH_NAME, ...DIMENSION_NAMES]), count);
    case "ranges":
      return z.partialRecord(z.enum(DIMENSION_NAMES), z.tuple([index, index]));
    case "kinds":
      return z.partialRecord(z.enum(DIMENSION_NAMES), z.enum(TRIGONOMETRIC_KINDS));
    case "axes":
      return z.array(dimensionName).min(1, "at least one dimension is to be transformed").max(DIMENSION_NAMES.length);
  }
}
