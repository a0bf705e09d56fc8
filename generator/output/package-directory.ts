// Writes packages and bundles among the files of a user's project. A manifest in the directory says which files are fftgen's, with
// the hash of each: only what is listed and unchanged is ever replaced or removed. What people have edited, and what they have put
// there themselves, is never touched.
//
// While files are replaced, the manifest lists the old hashes beside the new ones, so that after a run that was killed in between
// the next one still knows all files for its own, and finishes the work.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import type { GeneratedFile } from "../emit/files.js";
import { VERSION } from "../emit/read-template.js";
import { InputError } from "../failure/errors.js";
import { attempt } from "./attempt.js";
import { makeDirectory, requireDirectory } from "./directories.js";

/** As `sha256sum --check` reads it. */
export const PACKAGE_MANIFEST = "fftgen.sha256";

/** Before each plan in it. */
const PLAN_MARK = "# from ";

/** What goes to a directory: a package, or a bundle. */
export interface Package {
  /** `c2c_f32_256` */
  readonly name: string;
  /** The plan files that it is made of, from the project's own directory, `/` between folders. */
  readonly plans: readonly string[];
  readonly files: readonly GeneratedFile[];
}

interface Manifest extends Pick<Package, "name" | "plans"> {
  /** Path -> the hashes that it may have. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
}

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

/** What a directory holds, as far as fftgen wrote it. */
export function packageIn(directory: string): Pick<Package, "name" | "plans"> | undefined {
  try {
    return readManifest(directory);
  } catch (error) {
    // Somebody else's file of that name.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

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
  requireNoneForeign(
    directory,
    paths.filter((path) => manifest?.hashes.has(path) !== true && existsSync(join(directory, path))),
  );
}

function requireNoneForeign(directory: string, foreign: readonly string[]): void {
  if (foreign.length === 0) return;
  const [are, them] = foreign.length === 1 ? ["is", "it"] : ["are", "them"];
  throw new InputError(
    `${listed(directory, foreign)} ${are} in the way, and fftgen did not write ${them}: move ${them}, or choose another directory with --out`,
  );
}

/**
 * Writes the files of a package and removes those of an earlier version of it that it no longer has; leaves it alone, dates
 * included, where it is up to date already.
 * @throws InputError, with nothing changed, if a file is in the way that fftgen has not written, or that has been edited since
 */
export function writePackage(directory: string, wanted: Package): Written {
  requireSound(wanted);
  const { files } = wanted;
  requireReplaceable(directory, wanted);
  if (staleFiles(directory, wanted).length === 0) return "unchanged";
  const old = readManifest(directory);
  const made = attempt(`write ${directory}`, () => makeDirectory(directory));
  const staging = attempt(`write ${directory}`, () => mkdtempSync(join(directory, ".fftgen-")));
  const undo: (() => void)[] = [];
  try {
    attempt(`write ${directory}`, () => {
      // First everything that needs room on the disk: only then is anything replaced.
      stage(staging, withManifest(wanted));
      const transition = join(staging, "transition");
      writeFileSync(transition, manifestText(wanted, merged(old?.hashes, hashesOf(files))));
      swap(directory, staging, "transition", PACKAGE_MANIFEST, undo);
      for (const { path } of files) swap(directory, staging, join("new", path), path, undo);
      const kept = new Set(files.map(({ path }) => path));
      for (const path of old?.hashes.keys() ?? []) if (!kept.has(path)) setAside(directory, staging, path, undo);
      swap(directory, staging, join("new", PACKAGE_MANIFEST), PACKAGE_MANIFEST, undo);
    });
  } catch (error) {
    for (const step of undo.toReversed()) step();
    for (const path of made.toReversed()) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  removeEmptyFolders(directory, old);
  removeLeftovers(directory);
  return "written";
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
const withManifest = (wanted: Package): readonly GeneratedFile[] => [
  ...wanted.files,
  { path: PACKAGE_MANIFEST, text: manifestText(wanted, hashesOf(wanted.files)) },
];

/** @throws InputError that names what is in the way, and the way out */
export function requireReplaceable(directory: string, { name, files }: Package): void {
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

/** Ends of lines do not matter: git may change them. */
const hashOf = (text: string): string => createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");

const hashesOf = (files: readonly GeneratedFile[]): ReadonlyMap<string, readonly string[]> =>
  new Map(files.map(({ path, text }) => [path, [hashOf(text)]]));

function merged(
  old: ReadonlyMap<string, readonly string[]> | undefined,
  fresh: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const paths = new Set([...(old?.keys() ?? []), ...fresh.keys()]);
  return new Map(
    [...paths].map((path) => [path, [...new Set([...(old?.get(path) ?? []), ...(fresh.get(path) ?? [])])]]),
  );
}

const manifestText = (
  { name, plans }: Pick<Package, "name" | "plans">,
  hashes: ReadonlyMap<string, readonly string[]>,
): string =>
  [
    `# fftgen ${VERSION}, package ${name}: the files that it wrote here. It replaces these and no others.`,
    ...plans.toSorted().map((plan) => `${PLAN_MARK}${plan}`),
    ...[...hashes].flatMap(([path, known]) => known.map((hash) => `${hash}  ${path}`)),
    "",
  ].join("\n");

function readManifest(directory: string): Manifest | undefined {
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

const contentsOf = (path: string): string | undefined =>
  attempt(`read ${path}`, () => (existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : undefined));

function stage(staging: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    makeDirectory(dirname(join(staging, "new", path)));
    writeFileSync(join(staging, "new", path), text);
  }
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

/** Of runs that were killed. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (/^\.fftgen-\w{6}$/.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
