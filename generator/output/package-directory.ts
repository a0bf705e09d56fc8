// Writes packages and bundles among the files of a user's project. A manifest in the directory says which files are fftgen's, with
// the hash of each: only what is listed and unchanged is ever replaced or removed. What people have edited, and what they have put
// there themselves, is never touched.
//
// While files are replaced, the manifest lists the old hashes beside the new ones, so that after a run that was killed in between
// the next one still knows all files for its own, and finishes the work.
import { copyFileSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import { ifRight, InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";
import { makeDirectory, removeEmpty, requireDirectory } from "./directories.js";
import { writeFiles } from "./new-directory.js";
import {
  contentsOf,
  hashesOf,
  hashOf,
  manifestText,
  merged,
  PACKAGE_MANIFEST,
  readManifest,
  type Manifest,
  type Package,
} from "./package-manifest.js";
import { temporaryName } from "./temporary-name.js";
import { stageTextFile, type StagedText, type TextFile } from "./text-file.js";
import { isForeignVerified, VERIFIED_FILE } from "./verified-file.js";
import { inTurn, removeAbandonedFrom } from "./turn.js";

export type Written = "written" | "unchanged";

/** Files of a package that are missing, different, or too many in a directory, as one line each; empty when it is up to date. */
export function staleFiles(directory: string, wanted: Package): readonly string[] {
  const files = withManifest(wanted);
  if (files.every(({ path }) => !existsSync(join(directory, path)))) return [`${directory}: there is no package yet`];
  const problems = files.flatMap(({ path, text }) => {
    const full = join(directory, path);
    const found = contentsOf(full);
    if (found === undefined) return [`${full}: missing`];
    return found === text ? [] : [`${full}: differs from what the plan gives`];
  });
  const paths = new Set(files.map(({ path }) => path));
  const extra = [...(readManifest(directory)?.hashes.keys() ?? [])].filter(
    (path) => !paths.has(path) && existsSync(join(directory, path)),
  );
  return [...problems, ...extra.map((path) => `${join(directory, path)}: not part of the package any more`)];
}

/** What a directory holds, as far as fftgen wrote it; a file of the manifest's name may be somebody else's. */
export const packageIn = (directory: string): Pick<Package, "name" | "plans"> | undefined =>
  ifRight(() => readManifest(directory));

/** The files in a directory that fftgen wrote, as its manifest lists them. */
export const filesIn = (directory: string): readonly string[] => [
  ...(ifRight(() => readManifest(directory))?.hashes.keys() ?? []),
];

/**
 * Throws an InputError if no package of this name could go to a directory: another is there, or files that fftgen did not write stand
 * at `paths`, where it will. Changes nothing.
 */
export function requirePackageDirectory(directory: string, name: string, paths: readonly string[] = []): void {
  requireDirectory(directory);
  const manifest = readManifest(directory);
  if (manifest !== undefined && manifest.name !== name)
    throw new InputError(
      `${directory} holds the package ${manifest.name}: remove it, or choose another directory for ${name} with --out`,
    );
  requireNoneForeign(directory, [
    ...paths.filter((path) => manifest?.hashes.has(path) !== true && existsSync(join(directory, path))),
    ...(isForeignVerified(directory) ? [VERIFIED_FILE] : []),
  ]);
}

function requireNoneForeign(directory: string, foreign: readonly string[]): void {
  if (foreign.length === 0) return;
  const [are, them] = foreign.length === 1 ? ["is", "it"] : ["are", "them"];
  throw new InputError(
    `${listed(directory, foreign)} ${are} in the way, and fftgen did not write ${them}: move ${them}, or choose another directory with --out`,
  );
}

/**
 * Writes the files of a package, removes those of an earlier version of it that it no longer has, and writes the texts beside it,
 * its plan files: all or nothing. Leaves alone, dates included, what is up to date already. Of several who write at the same time
 * one does after the other.
 * @throws InputError, with nothing changed, if a file is in the way that fftgen has not written, or that has been edited since
 */
export function writePackage(directory: string, wanted: Package, beside: readonly TextFile[] = []): Written {
  requireSound(wanted);
  requireReplaceable(directory, wanted);
  const texts = beside.filter(({ path, text }) => contentsOf(path) !== text);
  if (texts.length === 0 && staleFiles(directory, wanted).length === 0) {
    removeAbandonedFrom(directory);
    return "unchanged";
  }
  const what = `write ${directory}`;
  const made = attempt(what, () => makeDirectory(directory));
  const staging = join(directory, temporaryName());
  const staged: StagedText[] = [];
  try {
    // First everything that needs room on the disk: only then is anything replaced.
    attempt(what, () => writeFiles(join(staging, "new"), withManifest(wanted)));
    for (const text of texts) staged.push(stageTextFile(text));
    return attempt(what, () => inTurn(directory, staging, (held) => replace(directory, held, wanted, staged)));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    removeEmpty(made);
    throw error;
  } finally {
    for (const text of staged) text.end();
  }
}

/** `held`: where the new files are, and those that they replace are put. */
function replace(directory: string, held: string, wanted: Package, texts: readonly StagedText[]): Written {
  requireReplaceable(directory, wanted);
  const isFresh = staleFiles(directory, wanted).length === 0;
  const old = readManifest(directory);
  const undo: (() => void)[] = [];
  try {
    const list = isFresh ? undefined : manifestSwap(directory, held, wanted, undo);
    for (const text of texts) {
      undo.push(text.takeBack);
      text.putInPlace();
    }
    if (list === undefined) return "unchanged";
    list("transition");
    for (const { path } of wanted.files) swap(directory, held, join("new", path), path, undo);
    const kept = new Set(wanted.files.map(({ path }) => path));
    for (const path of old?.hashes.keys() ?? []) if (!kept.has(path)) setAside(directory, held, path, undo);
    list(join("new", PACKAGE_MANIFEST));
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error;
  }
  removeEmptyFolders(directory, old);
  return "written";
}

/** Writes manifests in place of each other: at no moment is there none. The first lists what the files were and what they will be. */
function manifestSwap(
  directory: string,
  held: string,
  wanted: Package,
  undo: (() => void)[],
): (staged: string) => void {
  const path = join(directory, PACKAGE_MANIFEST);
  const before = existsSync(path);
  if (before) copyFileSync(path, join(held, "before"));
  const hashes = merged(readManifest(directory)?.hashes, hashesOf(wanted.files));
  writeFileSync(join(held, "transition"), manifestText(wanted, hashes));
  undo.push(() => {
    if (before) renameSync(join(held, "before"), path);
    else rmSync(path, { force: true });
  });
  return (staged) => renameSync(join(held, staged), path);
}

/** What could not be read again from its manifest, or would leave its directory, is no package. */
function requireSound({ name, plans, files }: Package): void {
  if (!/^\w+$/.test(name)) throw new InputError(`the package's name ${JSON.stringify(name)} is not an identifier of C`);
  const broken = plans.find((plan) => plan === "" || CONTROLS.test(plan));
  if (broken !== undefined) throw new InputError(`${name}: no plan file is called ${JSON.stringify(broken)}`);
  const stray = files.find(({ path }) => isAbsolute(path) || path.split(/[/\\]/).includes("..") || CONTROLS.test(path));
  if (stray !== undefined)
    throw new InputError(`${name}: ${JSON.stringify(stray.path)} is no path inside the package's directory`);
}

const CONTROLS = /[\u0000-\u001F\u007F]/;

/** The files, and what lists them. */
const withManifest = (wanted: Package): Package["files"] => [
  ...wanted.files,
  { path: PACKAGE_MANIFEST, text: manifestText(wanted, hashesOf(wanted.files)) },
];

/** @throws InputError that names what is in the way, and the way out */
export function requireReplaceable(directory: string, wanted: Package): void {
  for (;;) {
    const manifest = contentsOf(join(directory, PACKAGE_MANIFEST));
    try {
      return requireKnown(directory, wanted);
    } catch (error) {
      // While others write, what is listed and what is there may be of two moments: the list then changes.
      if (contentsOf(join(directory, PACKAGE_MANIFEST)) === manifest) throw error;
    }
  }
}

function requireKnown(directory: string, { name, files }: Package): void {
  requirePackageDirectory(directory, name);
  const known = readManifest(directory)?.hashes ?? new Map<string, readonly string[]>();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const present = [...new Set([...texts.keys(), ...known.keys()])].flatMap((path) => {
    const contents = contentsOf(join(directory, path));
    // What is as it would be written is in nobody's way.
    return contents === undefined || contents === texts.get(path) ? [] : [{ path, hash: hashOf(contents) }];
  });
  const edited = present
    .filter(({ path, hash }) => known.has(path) && known.get(path)?.includes(hash) === false)
    .map(({ path }) => path);
  if (edited.length > 0)
    throw new InputError(
      `${listed(directory, edited)} ${edited.length === 1 ? "has" : "have"} been edited since fftgen wrote ${edited.length === 1 ? "it" : "them"}: change the plan instead, or move what you changed away; or choose another directory with --out`,
    );
  requireNoneForeign(
    directory,
    present.filter(({ path }) => !known.has(path)).map(({ path }) => path),
  );
}

function listed(directory: string, paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => join(directory, path));
  return `${shown.join(", ")}${paths.length > 3 ? ` and ${paths.length - 3} more` : ""}`;
}

/** Puts a staged file in its place, what was there aside. */
function swap(directory: string, staging: string, from: string, path: string, undo: (() => void)[]): void {
  setAside(directory, staging, path, undo);
  const made = makeDirectory(dirname(join(directory, path)));
  renameSync(join(staging, from), join(directory, path));
  undo.push(() => {
    rmSync(join(directory, path), { force: true });
    for (const folder of made.toReversed()) rmdirSync(folder);
  });
}

function setAside(directory: string, staging: string, path: string, undo: (() => void)[]): void {
  if (!existsSync(join(directory, path))) return;
  const aside = join(staging, `old-${undo.length}`);
  renameSync(join(directory, path), aside);
  undo.push(() => renameSync(aside, join(directory, path)));
}

/** Folders of an earlier version in which nothing is left. */
function removeEmptyFolders(directory: string, old: Manifest | undefined): void {
  const folders = new Set([...(old?.hashes.keys() ?? [])].map(dirname).filter((folder) => folder !== "."));
  for (const folder of [...folders].toSorted((a, b) => b.split(sep).length - a.split(sep).length)) {
    const full = join(directory, folder);
    if (existsSync(full) && readdirSync(full).length === 0) rmdirSync(full);
  }
}
