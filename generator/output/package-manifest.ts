// The manifest of a package directory: which files there are fftgen's, with the hash of each, as `sha256sum --check` reads it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { VERSION } from "../emit/read-template.js";
import { InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";

export const PACKAGE_MANIFEST = "fftgen.sha256";

/** Before each plan in it. */
const PLAN_MARK = "# from ";

/** What goes to a directory. */
export interface Package {
  /** `c2c_f32_256` */
  readonly name: string;
  /** The plan files that it is made of, from the project's own directory, `/` between folders. */
  readonly plans: readonly string[];
  readonly files: readonly GeneratedFile[];
}

/** Path -> the hashes that it may have. */
export type Hashes = ReadonlyMap<string, readonly string[]>;

export interface Manifest extends Pick<Package, "name" | "plans"> {
  readonly hashes: Hashes;
}

/** Ends of lines do not matter: git may change them. */
export const hashOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");

export const hashesOf = (files: readonly GeneratedFile[]): Hashes =>
  new Map(files.map(({ path, text }) => [path, [hashOf(text)]]));

export function merged(old: Hashes | undefined, fresh: Hashes): Hashes {
  const paths = new Set([...(old?.keys() ?? []), ...fresh.keys()]);
  return new Map(
    [...paths].map((path) => [path, [...new Set([...(old?.get(path) ?? []), ...(fresh.get(path) ?? [])])]]),
  );
}

export const manifestText = ({ name, plans }: Pick<Package, "name" | "plans">, hashes: Hashes): string =>
  [
    `# fftgen ${VERSION}, package ${name}: the files that it wrote here. It replaces these and no others.`,
    ...plans.toSorted().map((plan) => `${PLAN_MARK}${plan}`),
    ...[...hashes].flatMap(([path, known]) => known.map((hash) => `${hash}  ${path}`)),
    "",
  ].join("\n");

export function readManifest(directory: string): Manifest | undefined {
  const text = contentsOf(join(directory, PACKAGE_MANIFEST));
  if (text === undefined) return undefined;
  const name = /^# fftgen \S+, package (\w+):/.exec(text)?.[1];
  if (name === undefined)
    throw new InputError(`${join(directory, PACKAGE_MANIFEST)} is not fftgen's: move it, or choose another directory`);
  const hashes = new Map<string, readonly string[]>();
  for (const [, hash = "", path = ""] of text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
    // A manifest that leads out of its directory was not written here.
    if (!path.split(/[/\\]/).includes("..")) hashes.set(path, [...(hashes.get(path) ?? []), hash]);
  }
  const plans = text.split("\n").flatMap((line) => (line.startsWith(PLAN_MARK) ? [line.slice(PLAN_MARK.length)] : []));
  return { name, plans, hashes };
}

/** Without what git may have made of ends of lines; undefined where there is no file. */
export const contentsOf = (path: string): string | undefined =>
  attempt(
    `read ${path}`,
    () => (existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : undefined),
    // Somebody else's rename lies between the two.
    "ENOENT",
  );
