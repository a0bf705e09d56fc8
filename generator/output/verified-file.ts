// verified.json in the directory of a package or bundle: which of its transforms were verified, and by what. It is fftgen's, but no part
// of the package: whether it is there is no difference between a plan and what it gave. Each entry holds for one text only.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { VERIFIED_SCHEMA, verifiedFileSchema, type VerifiedTransform } from "../json/verified.js";
import { VERSION } from "../emit/read-template.js";
import { attempt } from "./attempt.js";
import { contentsOf } from "./package-manifest.js";
import { writeTextFile } from "./text-file.js";

export const VERIFIED_FILE = "verified.json";

/** A transform and the hash of its code. */
export type TransformText = Pick<VerifiedTransform, "name" | "text">;

/** What a verification found, wherever it ran. */
export interface Verdict extends Pick<VerifiedTransform, "by" | "device"> {
  readonly passed: boolean;
  readonly error: number | null;
  readonly bound: number | null;
}

/** What a verification lets be said; undefined of one that did not pass. */
export function verifiedBy({ name, text }: TransformText, verdict: Verdict): VerifiedTransform | undefined {
  const { passed, by, device, error, bound } = verdict;
  if (!passed || error === null || bound === null) return undefined;
  return { name, text, by, device, error, bound, fftgen: VERSION };
}

/** What a directory says was verified; nothing where the file is not there, or broken. */
export function verifiedIn(directory: string): readonly VerifiedTransform[] {
  const text = contentsOf(join(directory, VERIFIED_FILE));
  if (text === undefined) return [];
  try {
    const read = verifiedFileSchema.safeParse(JSON.parse(text));
    return read.success ? read.data.transforms : [];
  } catch {
    return [];
  }
}

/** Whether somebody else's file has that name. */
export function isForeignVerified(directory: string): boolean {
  const text = contentsOf(join(directory, VERIFIED_FILE));
  return text !== undefined && !/"schema":\s*"fftgen\/verified\//.test(text);
}

/**
 * Has the file say what of `known`, which is what it says already if nothing else is given, holds of these transforms; where nothing does,
 * there is none afterwards. Left alone if it says so already.
 * @returns what holds, in the order of the transforms
 */
export function keepVerified(
  directory: string,
  transforms: readonly TransformText[],
  known: readonly VerifiedTransform[] = verifiedIn(directory),
): readonly VerifiedTransform[] {
  const holding = holdingOf(transforms, known);
  const path = join(directory, VERIFIED_FILE);
  const text = `${JSON.stringify({ schema: VERIFIED_SCHEMA, transforms: holding }, undefined, 2)}\n`;
  const before = contentsOf(path);
  if (holding.length === 0) {
    if (before !== undefined) attempt(`remove ${path}`, () => rmSync(path, { force: true }));
  } else if (text !== before) writeTextFile(path, text);
  return holding;
}

/** Of each transform the first entry for its text, if there is one. */
export const holdingOf = (
  transforms: readonly TransformText[],
  known: readonly VerifiedTransform[],
): readonly VerifiedTransform[] =>
  transforms.flatMap(({ name, text }) => known.find((one) => one.name === name && one.text === text) ?? []);
