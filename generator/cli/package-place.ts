// Where packages and plan files may go. Plan files and the project file may come from other people, for instance by pull
// requests: their directories must not lead out of the project, nor mix a package with people's own files, unless the caller
// allows it.
import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { directoryFor } from "../output/directories.js";
import { packageDirectory, usualDirectory, type PackagePlans } from "./packages.js";
import { projectKey, type Project } from "./project.js";

/** The source of a directory. */
export type PlaceNamer =
  /** A plan file, the future text of one, or the project file. */
  | { readonly kind: "file"; readonly text: string }
  /** The command line: it may name any directory except one with other files of the project. */
  | { readonly kind: "user"; readonly text: string };

/** The source of a directory that the command line does not name. */
export const projectFileOf = ({ file }: Project): PlaceNamer =>
  file === undefined ? { kind: "user", text: "the project" } : { kind: "file", text: file };

/** @throws InputError for a directory outside the project (if a file names it), its root, or one among its plan files */
export function requirePlace(project: Project, directory: string, namer: PlaceNamer, anywhere: boolean): void {
  if (anywhere) return;
  const where = placeProblem(project, directory, namer.kind === "file");
  if (where !== undefined)
    throw new InputError(
      `${namer.text}: a package would go to ${directory}, ${where}; name another directory, or add --anywhere`,
    );
}

/** The directory of a package according to its plan files, if it is allowed. */
export function allowedDirectory(project: Project, one: PackagePlans, anywhere: boolean): string {
  const directory = packageDirectory(project, one);
  const namer = one.plans.find((plan) => plan.directory !== undefined);
  if (namer !== undefined && resolve(directory) !== resolve(usualDirectory(project, one.name)))
    requirePlace(project, directory, { kind: "file", text: namer.path }, anywhere);
  else requireInside(project, "packages", `packages would go to ${project.packages}`, anywhere);
  return directory;
}

/**
 * Checks the directory of plan files.
 * @throws InputError where the project file has them outside the project
 */
export const requirePlansInside = (project: Project, anywhere: boolean): void =>
  requireInside(project, "plans", `plan files would go to ${project.plans}`, anywhere);

function requireInside(project: Project, key: "plans" | "packages", what: string, anywhere: boolean): void {
  // The default directory is inside.
  if (anywhere || project.file === undefined) return;
  const [root, place] = [truePath(project.root === "" ? "." : project.root), truePath(project[key])];
  if (place !== root && !isInside(root, place))
    throw new InputError(
      `${projectKey(project, key)}: ${what}, which is outside the project; name another directory, or add --anywhere`,
    );
}

function placeProblem(project: Project, directory: string, isBound: boolean): string | undefined {
  const [root, plans, place] = [project.root === "" ? "." : project.root, project.plans, directory].map(truePath);
  if (root === undefined || plans === undefined || place === undefined) return undefined;
  if (place === root) return "which is the root of the project";
  if (place === plans) return "where the plan files are";
  // A user whose packages are among the plan files wants them there.
  if (isInside(plans, place) && !isInside(plans, truePath(project.packages))) return "which is among the plan files";
  return isBound && !isInside(root, place) ? "which is outside the project" : undefined;
}

const isInside = (outer: string, inner: string): boolean => {
  const path = relative(outer, inner);
  return path !== "" && path !== ".." && !/^\.\.[/\\]/.test(path) && !isAbsolute(path);
};

/** The path without links, as far as it exists. */
function truePath(path: string): string {
  const there = directoryFor(path);
  return resolve(realpathSync(there), relative(there, resolve(path)));
}
