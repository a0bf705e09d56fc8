// The outputs of commands with --json: a schema for each kind of value, which gives its type and is shipped as JSON Schema. It is
// defined next to the code that makes the value.
import { z } from "zod";
import { verifiedTransformSchema } from "../json/verified.js";

/** The version of the JSON outputs: raised when a key goes, or changes its meaning; additional keys do not raise it. */
export const OUTPUT_VERSION = 1;

export interface Output<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
}

type Versioned<Name extends string, Shape> = z.ZodObject<
  { readonly schema: z.ZodLiteral<`fftgen/${Name}/1`> } & Shape,
  z.core.$strict
>;

const versioned = <Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
): Versioned<Name, Shape> =>
  z.strictObject({ schema: z.literal(`fftgen/${name}/${OUTPUT_VERSION}` as const), ...shape });

const described = <Schema extends z.ZodType>(schema: Schema, about: string | undefined): Schema =>
  about === undefined ? schema : schema.describe(about);

/** `about`: when it is printed, if the name does not say it. */
export const output = <Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
  about?: string,
): Output<Versioned<Name, Shape>> => ({
  name,
  schema: described(versioned(name, shape), about),
});

type Several<Key extends string, Shape extends z.ZodRawShape> = Record<
  Key,
  z.ZodArray<z.ZodObject<Shape, z.core.$strict>>
>;

/** One value, or several under a key where several were asked for. */
export const oneOrMore = <Name extends string, Shape extends z.ZodRawShape, Key extends string>(
  name: Name,
  shape: Shape,
  key: Key,
  about?: string,
): Output<z.ZodUnion<[Versioned<Name, Shape>, Versioned<Name, Several<Key, Shape>>]>> => ({
  name,
  schema: described(
    z.union([
      versioned(name, shape),
      versioned(name, { [key]: z.array(z.strictObject(shape)) } as Several<Key, Shape>),
    ]),
    about,
  ),
});

/** Parts that several outputs share. */
export const part = {
  milliseconds: z.number().describe("Predicted time of the whole batch."),
  kernels: z.array(z.string()).describe("The kernels in notation, in launch order."),
  layout: z
    .array(z.string())
    .describe("The cost of arrays that are not dense: one line per field that costs something."),
  path: z.string().describe("Relative to the current directory."),
  files: z.array(z.string()).describe("Relative to the directory."),
  written: z.enum(["written", "unchanged"]),
  verified: verifiedTransformSchema.nullable().describe("What verified.json says of it; null: it is not verified."),
  stale: z.array(z.string()).describe("One line for each thing that differs."),
} as const;

export const packOutput = output(
  "pack",
  {
    pack: part.path,
    files: part.files,
    candidates: z.int().optional(),
    suite: z.string().optional(),
    spares: z.int().optional(),
    transforms: z.int().optional(),
  },
  "tune, bench and study with --pack.",
);

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
export type SchemaValue<Of extends z.ZodType> = DeepReadonly<z.input<Of>>;
type WithoutSchema<T> = T extends unknown ? Omit<T, "schema"> : never;

/** The value of a command's output; its schema's name is added when it is printed. */
export type OutputValue<Of extends Output> = WithoutSchema<SchemaValue<Of["schema"]>>;
