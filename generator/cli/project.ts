// The project that a user works in: the places of its plan files and packages, and the settings of all of them. The search for it
// goes upwards from the current directory, so that every command does the same in all of its folders. Paths are relative to the
// current directory, as messages show them.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { bundleSymbols, symbolsFrom, type AskedNames, type Symbols } from "../emit/symbols.js";
import { InputError } from "../failure/errors.js";
import { attempt } from "../output/attempt.js";
import {
  PROJECT_FILE,
  PROJECT_KEY,
  readProjectFile,
  readProjectKey,
  usualProject,
  type ProjectFile,
} from "../project/project-file.js";
import { PLAN_SUFFIX, planFiles } from "./plan-files.js";

export interface Project {
  /** Its directory: "" or "../..". */
  readonly root: string;
  /** The project file; undefined where there is none. */
  readonly file: string | undefined;
  /** The directory of the plan files. */
  readonly plans: string;
  /** The directory of the packages. */
  readonly packages: string;
  /** The GPUs of new plans without --gpu; at least one. */
  readonly gpus: readonly string[];
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly bundles: readonly ProjectBundle[];
}

export interface ProjectBundle {
  readonly name: string;
  /** Names of plans, or paths of plan files; undefined for all of the project. */
  readonly plans: readonly string[] | undefined;
  readonly directory: string;
}

/**
 * The nearest project file upwards from the current directory; without one the nearest directory with plan files, within the
 * repository or the npm package; else a new project in the current directory.
 * @throws InputError for a project file that is wrong
 */
export function findProject(): Project {
  const here = process.cwd();
  const places = placesUpwards(here);
  for (const place of places) {
    const found = projectFileIn(here, place);
    if (found !== undefined) return projectAt(relative(here, place), found.file, found.contents);
  }
  const border = places.findIndex((place) => [".git", "package.json"].some((name) => existsSync(join(place, name))));
  const within = border < 0 ? places : places.slice(0, border + 1);
  const found = within
    .map((place) => projectAt(relative(here, place), undefined, usualProject))
    .find((project) => planFiles(project).length > 0);
  return found ?? projectAt("", undefined, usualProject);
}

/** The prefix of emitted names, and the namespace around them: from the command line, or from the project. */
export const symbolsOf = (project: Project, { prefix, namespace }: AskedNames = {}): Symbols =>
  symbolsFrom({ prefix, namespace }, project);

/** The symbols of a bundle, whose name follows the prefix and is inside the namespace of the project. */
export const bundleSymbolsOf = (project: Project, name: string, { prefix, namespace }: AskedNames): Symbols =>
  bundleSymbols(name, { prefix, namespace }, project);

/** A key of the project file, existing or to be added, as messages name it. */
export const projectKey = ({ file }: Project, key: "plans" | "packages"): string =>
  `${JSON.stringify(key)} in ${file ?? PROJECT_FILE}`;

function placesUpwards(here: string): readonly string[] {
  const above = dirname(here);
  return above === here ? [here] : [here, ...placesUpwards(above)];
}

/** The file that marks this directory as a project already. */
export function projectFileHere(): string | undefined {
  const here = process.cwd();
  return existsSync(PROJECT_FILE) ? PROJECT_FILE : projectFileIn(here, here)?.file;
}

interface FoundFile {
  readonly file: string;
  readonly contents: ProjectFile;
}

function projectFileIn(here: string, place: string): FoundFile | undefined {
  const own = textIn(here, place, PROJECT_FILE);
  const npm = textIn(here, place, "package.json");
  const key = npm === undefined ? undefined : readProjectKey(npm.file, npm.text);
  if (own === undefined || npm === undefined)
    return own === undefined
      ? npm === undefined || key === undefined
        ? undefined
        : { file: npm.file, contents: key }
      : { file: own.file, contents: readProjectFile(own.file, own.text) };
  if (key === undefined) return { file: own.file, contents: readProjectFile(own.file, own.text) };
  throw new InputError(
    `${own.file} and the key ${JSON.stringify(PROJECT_KEY)} of ${npm.file} both say what this project is: keep one of them`,
  );
}

function textIn(
  here: string,
  place: string,
  name: string,
): { readonly file: string; readonly text: string } | undefined {
  const file = join(relative(here, place), name);
  const found = attempt(`look at ${file}`, () => statSync(file, { throwIfNoEntry: false }), "ENOTDIR");
  return found?.isFile() === true
    ? { file, text: attempt(`read ${file}`, () => readFileSync(file, "utf8")) }
    : undefined;
}

function projectAt(root: string, file: string | undefined, contents: ProjectFile): Project {
  const inside = (path: string): string => (isAbsolute(path) ? path : join(root, path));
  const packages = inside(contents.packages);
  return {
    root,
    file,
    plans: inside(contents.plans),
    packages,
    gpus: contents.gpus,
    prefix: contents.prefix,
    namespace: contents.namespace,
    bundles: contents.bundles.map(({ name, plans, directory }) => ({
      name,
      plans: plans?.map((plan) => (plan.endsWith(PLAN_SUFFIX) ? inside(plan) : plan)),
      directory: directory === undefined ? join(packages, name) : inside(directory),
    })),
  };
}
