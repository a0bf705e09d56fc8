// Reads JSON that people or other programs wrote through a schema. Every mistake is told with the file and the place in it as a path.
import type { z } from "zod";
import { InputError } from "./errors.js";
import { nearest } from "./nearest.js";

/** Mistakes beyond this many are not listed: the first ones help most. */
const MOST_SHOWN = 8;

/** `file` is for messages. Throws an InputError that lists what is wrong. */
export function checkedJson<Schema extends z.ZodType>(schema: Schema, text: string, file: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(jsonIn(text, file));
  if (success) return data;
  const lines = error.issues.map((issue) => `${placeOf(issue.path)}${explained(issue, schema)}`);
  const shown = lines.slice(0, MOST_SHOWN);
  const rest = lines.length - shown.length;
  if (lines.length === 1) throw new InputError(`${file}: ${lines.join("")}`);
  throw new InputError([`${file}:`, ...shown, ...(rest > 0 ? [`... ${rest} more`] : [])].join("\n  "));
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new InputError(
        `${file}: ${text.trim() === "" ? "the file is empty; expected JSON" : `no JSON: ${brief(error.message)}`}`,
      );
    throw error;
  }
}

/** What a parser quotes of the text may be long, and is on several lines. */
const brief = (message: string): string => message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 160);

/** `segmentTimes[0].bytes: `; nothing for the value itself. */
function placeOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${brief(String(part))}`))
    .join("");
  return text === "" ? "" : `${text}: `;
}

function explained(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  if (issue.code !== "unrecognized_keys") return issue.message;
  const known = issue.path.length === 0 ? fieldsOf(schema) : [];
  const hints = issue.keys.slice(0, MOST_SHOWN).map((key) => {
    const meant = nearest(key.slice(0, 100), known);
    return `unknown field ${JSON.stringify(brief(key))}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
  });
  return hints.join("; ");
}

const fieldsOf = (schema: z.ZodType): readonly string[] =>
  "shape" in schema && typeof schema.shape === "object" && schema.shape !== null ? Object.keys(schema.shape) : [];
