// Edits a plan file that people edit too: only what differs is touched, so comments, spacing, the spelling of numbers and the
// order of keys survive. Text in, text out.
import { invariant } from "../failure/errors.js";
import {
  isSame,
  plainDefaults,
  plainEvidence,
  plainTransform,
  type PlainObject,
  type PlainValue,
  type PlanFileParts,
} from "./contents.js";
import type { Transform } from "../plan/transform.js";
import { applyEdits, editsTo, equals, newlineOf, type Edit } from "./edits.js";
import type { Literal, ObjectLiteral, ParsedPlanFile } from "./literal.js";
import { formatted } from "./formatted.js";
import { parsePlanFile } from "./parse.js";
import { printDocComment } from "./print.js";
import { validatePlan } from "./validate.js";

/**
 * What is left out stays as it is. `docComment` is plain text without stars; a directory that is null is the usual one, an `upToBatch`
 * that is null means any batch.
 */
export type PlanFileChanges = Partial<Omit<PlanFileParts, "gpu" | "directory" | "upToBatch">> & {
  readonly upToBatch?: number | null;
  readonly directory?: string | null;
  readonly docComment?: string;
};

/**
 * The text with the changes made. A file that was formatted by prettier is so afterwards; any other keeps its own layout.
 * @param path what messages call the file
 * @throws InputError when the text is not a legal plan file
 */
export async function updatePlanFile(path: string, text: string, changes: PlanFileChanges): Promise<string> {
  const source = { path, text };
  const parsed = parsePlanFile(source);
  validatePlan(source, parsed.literal);
  const wanted = wantedPlan(parsed.literal, changes);
  const edits = [...editsTo(text, parsed.literal, wanted), ...docCommentEdits(text, parsed, changes.docComment)];
  if (edits.length === 0) return text;

  const edited = applyEdits(text, edits);
  const updated = (await isFormatted(text)) ? await formatted(edited) : edited;
  const reread = parsePlanFile({ path, text: updated });
  invariant(equals(reread.literal, wanted), () => `updatePlanFile: the edits of ${path} went wrong:\n${updated}`);
  return updated;
}

const isFormatted = async (text: string): Promise<boolean> => (await formatted(text)) === text;

/** The literal as it should be: its own value where nothing changes. */
function wantedPlan(written: ObjectLiteral, changes: PlanFileChanges): PlainObject {
  const { transform, kernels, evidence } = changes;
  const ranged = withKey(plainObjectOf(written), "upToBatch", changes.upToBatch, ["directory", "kernels"]);
  const current = withKey(ranged, "directory", changes.directory, ["kernels"]);
  const keepsEvidence = evidence === undefined || (evidence.length === 0 && !("evidence" in current));
  return {
    ...current,
    ...(transform === undefined ? {} : { transform: wantedTransform(written, transform) }),
    ...(kernels === undefined ? {} : { kernels }),
    ...(keepsEvidence ? {} : { evidence: evidence.map(plainEvidence) }),
  };
}

/** The object with a key of that value, or without it: null. A new one stands before the first of `followers`, as new files have it. */
function withKey(
  current: PlainObject,
  key: string,
  value: PlainValue | null | undefined,
  followers: readonly string[],
): PlainObject {
  if (value === undefined) return current;
  const others = Object.entries(current).filter(([name]) => name !== key);
  if (value === null) return Object.fromEntries(others);
  if (key in current) return { ...current, [key]: value };
  const place = others.findIndex(([name]) => followers.includes(name));
  return Object.fromEntries<PlainValue>(others.toSpliced(place, 0, [key, value]));
}

/** Defaults that the file leaves out stay out. */
function wantedTransform(written: ObjectLiteral, transform: Transform): PlainObject {
  const old = written.elements.find((entry) => entry.key === "transform")?.value;
  const present = new Set(old?.kind === "object" ? old.elements.map((entry) => entry.key) : []);
  const defaults = plainDefaults(transform);
  const plain = plainTransform(transform);
  const kept = Object.entries(plain).filter(([key, value]) => present.has(key) || !isSame(value, defaults[key]));
  // A Fourier transform need not say that it is one, but may.
  const kind = present.has("kind") ? { kind: transform.kind } : {};
  return { ...kind, ...Object.fromEntries(kept) };
}

function plainObjectOf(literal: ObjectLiteral): PlainObject {
  return Object.fromEntries(literal.elements.map(({ key, value }) => [key, plainValueOf(value)] as const));
}

function plainValueOf(literal: Literal): PlainValue {
  switch (literal.kind) {
    case "object":
      return plainObjectOf(literal);
    case "array":
      return literal.elements.map((element) => plainValueOf(element.value));
    case "string":
    case "number":
    case "boolean":
      return literal.value;
  }
}

function docCommentEdits(text: string, parsed: ParsedPlanFile, docComment: string | undefined): readonly Edit[] {
  const old = parsed.docComment;
  if (docComment === undefined || docComment === (old?.text ?? "")) return [];
  invariant(!docComment.includes("*/"), () => `updatePlanFile: the comment would end early: ${docComment}`);
  const newline = newlineOf(text);
  if (old === undefined) {
    const span = { start: parsed.exportStart, end: parsed.exportStart };
    return [{ span, text: `${printDocComment(docComment, newline)}${newline}` }];
  }
  if (docComment !== "") return [{ span: old.span, text: printDocComment(docComment, newline) }];
  const blank = /^\s*/.exec(text.slice(old.span.end))?.[0].length ?? 0;
  return [{ span: { start: old.span.start, end: old.span.end + blank }, text: "" }];
}
