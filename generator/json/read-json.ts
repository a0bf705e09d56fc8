// JSON that people write, read through a schema: what is wrong is said once, with the file and the place in it.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";

/** @throws InputError that names the file, and the line where the parser says it */
export function parseJson(file: string, text: string): unknown {
  try {
    if (text.trim() === "") throw new SyntaxError("the file is empty");
    // Editors on Windows begin files with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offset = /at position (\d+)/.exec(reason)?.[1];
    const place = offset === undefined ? undefined : { file, ...positionAt(text, Number(offset)) };
    const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
    const what = reason.replace(/ (?:in JSON )?at position .*$/s, "").replaceAll(/\s+/g, " ");
    throw new InputError(`${where}: this is not JSON: ${what}`, place);
  }
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/**
 * The value as the schema has it, defaults filled in. `keys` lead to it inside the file.
 * @throws InputError for what is not as the schema says: `fftgen.json: bundles[0].name: expected a string`
 */
export function checkedJson<T extends z.ZodType>(
  file: string,
  value: unknown,
  schema: T,
  keys: readonly string[] = [],
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.flatMap(unfolded).map((issue) => {
    const place = placeText([...keys, ...issue.path]);
    return `${place === "" ? "" : `${place}: `}${issueText(issue, value, schema)}`;
  });
  const rest = lines.length - MOST_SHOWN;
  const shown = [...lines.slice(0, MOST_SHOWN), ...(rest > 0 ? [`... ${rest} more`] : [])];
  throw new InputError(lines.length === 1 ? `${file}: ${lines.join("")}` : [`${file}:`, ...shown].join("\n  "));
}

/** Where one of several forms is expected: what is wrong with the form that was most likely meant, the one that came furthest. */
function unfolded(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const isOther = (one: z.core.$ZodIssue): boolean => one.code === "invalid_type" && one.path.length === 0;
  const meant =
    issue.errors.find((form) => form.every(({ path }) => path.length > 0)) ??
    issue.errors.find((form) => !form.some(isOther)) ??
    [];
  return meant.length === 0
    ? [issue]
    : meant.flatMap((one) => unfolded({ ...one, path: [...issue.path, ...one.path] }));
}

/** Mistakes beyond this many are not listed: the first ones help most. */
const MOST_SHOWN = 8;

/** `bundles[0].name` */
const placeText = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");

function issueText(issue: z.core.$ZodIssue, value: unknown, schema: z.ZodType): string {
  const found = valueAt(value, issue.path);
  const expected = expectedText(issue);
  if (expected !== undefined)
    return found === undefined ? `it is missing; ${expected}` : `${expected}, found ${foundText(found)}`;
  if (issue.code !== "unrecognized_keys") return issue.message;
  const known = knownKeys(schema, issue.path);
  const unknown = issue.keys[0] ?? "";
  if (known.includes(unknown)) return `the key ${JSON.stringify(unknown)} goes with another kind than this one`;
  const meant = nearest(unknown.slice(0, LONGEST_WORD), known);
  const question = meant === undefined ? "." : `; did you mean ${JSON.stringify(meant)}?`;
  return `unknown key ${JSON.stringify(unknown.slice(0, LONGEST_WORD))}${question}${known.length === 0 ? "" : ` Known keys: ${known.join(", ")}`}`;
}

/** `expected a string`; undefined where something else is wrong than the value by itself. */
function expectedText(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.startsWith("Invalid input")
        ? `expected ${nounText(issue.expected === "int" ? "integer" : issue.expected)}`
        : issue.message;
    case "invalid_value":
      return issue.message.startsWith("Invalid ") ? `expected ${either(issue.values.map(String))}` : issue.message;
    case "invalid_union":
      return formsText(issue);
    case "too_small":
    case "too_big":
      return /^(?:Too |expected)/.test(issue.message) && issue.origin !== "array" && issue.origin !== "string"
        ? issue.message.replace(/^Too (?:small|big): /, "")
        : undefined;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
    case "unrecognized_keys":
      return undefined;
  }
}

function formsText({ errors, ...issue }: z.core.$ZodIssueInvalidUnion): string {
  const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  if (options.length > 0) return `expected ${either(options.filter((one) => typeof one === "string"))}`;
  const types = errors.flatMap((form) => form.flatMap((one) => (one.code === "invalid_type" ? [one.expected] : [])));
  return types.length === 0 ? "expected another value" : `expected ${either(types.map(nounText))}`;
}

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;

/** What is shown of a key that nobody meant. */
const LONGEST_WORD = 100;

const nounText = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function foundText(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = (inner as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return inner;
}

type Described = z.core.JSONSchema._JSONSchema;

/** The keys of the object at a place, as the schema has them; of all its forms where it may have several. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let forms = formsOf(z.toJSONSchema(schema, { io: "input" }));
  for (const key of path) {
    const inner = forms.flatMap((form): readonly (Described | undefined)[] =>
      typeof key === "number" ? [form.items as Described | undefined] : [form.properties?.[String(key)]],
    );
    forms = inner.flatMap(formsOf);
  }
  const keys = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...keys].filter((key) => key !== "$schema");
}

const formsOf = (described: Described | undefined): readonly z.core.JSONSchema.JSONSchema[] =>
  typeof described === "object"
    ? [described, ...[...(described.anyOf ?? []), ...(described.oneOf ?? [])].flatMap(formsOf)]
    : [];
