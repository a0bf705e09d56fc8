// A recording: which problems a program posed, how often, and how long they took. `python -m fft --record FILE` writes one.
import { z } from "zod";
import { problemSchema } from "./bundle-description.js";
import { checkedJson, parseJson } from "./read-json.js";

export const PROBLEMS_SCHEMA = "fftgen/problems/1";

const count = z.int().nonnegative();
const positive = z.int().positive();

export const problemFileSchema = z
  .strictObject({
    schema: z.literal(PROBLEMS_SCHEMA),
    program: z.string().describe("What was run."),
    device: z.string(),
    problems: z.array(
      z.strictObject({
        problem: problemSchema.nullable().describe("null for calls that are no problem of one transform."),
        batch: z
          .strictObject({ count: positive, input: positive, output: positive })
          .nullable()
          .describe("Arrays of a call, and elements of each side from one to the next."),
        name: z.string(),
        reason: z.string().nullable().describe("Why calls were passed on; null where all were served."),
        calls: count,
        served: count.describe("By generated code."),
        milliseconds: z.number().nonnegative().describe("Of all calls together; 0 where they were not timed."),
      }),
    ),
  })
  .describe("The problems that a program posed, for `fftgen bundle NAME --from FILE`.");

export type ProblemFile = Readonly<z.output<typeof problemFileSchema>>;

/**
 * `file` is for messages.
 * @throws InputError with the file, the place in it, the value found and the right form
 */
export const parseProblems = (file: string, text: string): ProblemFile =>
  checkedJson(file, parseJson(file, text), problemFileSchema);
