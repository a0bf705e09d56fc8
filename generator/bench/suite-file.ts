// Turns the text of a user's suite file, JSON, into a suite. One schema reads it and describes it to editors.
import { z } from "zod";
import { ifRight } from "../failure/errors.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import { parseSize } from "../notation/size.js";
import { fieldSchemas, type FieldSchemas } from "../json/field-schemas.js";
import {
  NUMBER_FORMATS,
  TRIGONOMETRIC_KINDS,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
  type WalshTransform,
} from "../plan/transform.js";
import { expandSuite, suiteFields, type Suite, type SuiteDefinition, type SuiteField } from "./suite.js";

const text = z.string().refine((word) => word.trim() !== "", "expected a text that is not empty");
const positive = z.number().positive();

/** A number, or a text such as `2^26` or `3*2^20`. */
const count = z
  .union([z.number(), z.string()])
  .transform((value) => (typeof value === "string" ? product(value) : value))
  .refine((value) => Number.isSafeInteger(value) && value > 0, 'expected a positive integer, such as 1024 or "2^10"');

/** NaN if the text is no single length. */
function product(word: string): number {
  const [length = Number.NaN, ...more] = ifRight(() => parseSize(word)) ?? [];
  return more.length === 0 ? length : Number.NaN;
}

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1, "expected one at least")]);

/** Formats that other libraries offer and people may request. */
const UNSUPPORTED: readonly unknown[] = ["tf32", "f128"];
const precision = z.enum(NUMBER_FORMATS, {
  error: ({ input }) =>
    UNSUPPORTED.includes(input)
      ? `${String(input)} is not supported yet; expected ${NUMBER_FORMATS.join(" or ")}`
      : undefined,
});

const target = z
  .strictObject({ atLeast: positive, aim: positive.exactOptional() })
  .superRefine(({ atLeast, aim }, context) => {
    if (aim === undefined || aim >= atLeast) return;
    context.addIssue({ code: "custom", path: ["aim"], message: `the aim ${aim} is below atLeast, ${atLeast}` });
  })
  .describe("Times as fast as the best peer.");

const common = {
  size: oneOrMore(text).describe("Lengths, the slowest dimension first: 256x256x256, 2^20."),
  precision: oneOrMore(precision),
  batch: count.exactOptional().describe("Arrays per call. This or points; 1 without either."),
  points: count.exactOptional().describe("Points per call: the batch is as many whole arrays as that makes."),
  target: target.exactOptional(),
  peers: z
    .array(z.strictObject({ library: text, milliseconds: positive, gpu: text, date: text }))
    .exactOptional()
    .describe("Times of one case: only for an entry with one size and one precision."),
};

/** The fields of a kind that entries may have, each absent for the usual value. */
type Said<T extends Transform> = {
  readonly [Name in SuiteField<T["kind"]> & keyof FieldSchemas<T>]: z.ZodExactOptional<FieldSchemas<T>[Name]>;
};

const said = <T extends Transform>(kind: T["kind"]): Said<T> => {
  const schemas = new Map(Object.entries<z.ZodType>({ ...fieldSchemas<T>(kind) }));
  return Object.fromEntries<unknown>(
    suiteFields(kind).map(({ name }) => [name, schemas.get(name)?.exactOptional()] as const),
  ) as Said<T>;
};

const entry = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("c2c").default("c2c"), ...common, ...said<FourierTransform>("c2c") }),
  z.strictObject({ kind: z.literal("fwht"), ...common, ...said<WalshTransform>("fwht") }),
  z.strictObject({ kind: z.literal("r2c"), ...common, ...said<RealTransform>("r2c") }),
  z.strictObject({ kind: z.literal("c2r"), ...common, ...said<RealTransform>("c2r") }),
  z.strictObject({ kind: z.enum(TRIGONOMETRIC_KINDS), ...common, ...said<TrigonometricTransform>("dct-2") }),
]);

const schema = z
  .strictObject({
    $schema: z.string().max(1000).exactOptional().describe("For editors: where the description of these keys is."),
    name: text,
    title: text.exactOptional(),
    entries: z.array(entry).describe("Every size with every precision."),
    floor: positive.exactOptional().describe("Lowest speed of a case relative to the best other library."),
    geometricMean: target.exactOptional(),
  })
  .describe("A suite of one's own for `fftgen bench FILE.json`.");

/** The schema for editors. */
export const suiteFileSchema = (): object => z.toJSONSchema(schema, { io: "input" });

/**
 * `file` is for messages.
 * @throws InputError with the file, the place in it, the value found and the right form
 */
export function parseSuite(json: string, file: string): Suite {
  const { $schema: _, ...given } = checkedJson(file, parseJson(file, json), schema);
  return expandSuite({ title: given.name, ...given } satisfies SuiteDefinition);
}
