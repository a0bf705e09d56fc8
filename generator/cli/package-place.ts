// Where packages may go. Plan files come from others, too, by pull requests for instance: what one of them says must not lead out of
// the project, nor put a package's files among what people write, unless whoever calls says so.
import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { InputError } from "../failure/errors.js";
import { directoryFor } from "../output/directories.js";
import { packageDirectory, usualDirectory, type PackagePlans } from "./packages.js";
import type { Project } from "./project.js";

/** Who names a directory. */
export type PlaceNamer =
  /** A plan file, or what will be written into one. */
  | { readonly kind: "plan file"; readonly text: string }
  /** The command line or the project file, which their user has written: it may lead anywhere but among other files of the project. */
  | { readonly kind: "user"; readonly text: string };

/** @throws InputError for a directory outside the project (of a plan file), its root, or one among its plan files */
export function requirePlace(project: Project, directory: string, namer: PlaceNamer, anywhere: boolean): void {
  if (anywhere) return;
  const where = placeProblem(project, directory, namer.kind === "plan file");
  if (where !== undefined)
    throw new InputError(
      `${namer.text}: a package would go to ${directory}, ${where}; name another directory, or add --anywhere`,
    );
}

/** Where the plan files of a package say that it is, if it may be there. */
export function allowedDirectory(project: Project, one: PackagePlans, anywhere: boolean): string {
  const directory = packageDirectory(project, one);
  const namer = one.plans.find((plan) => plan.directory !== undefined);
  if (namer !== undefined && resolve(directory) !== resolve(usualDirectory(project, one.name)))
    requirePlace(project, directory, { kind: "plan file", text: namer.path }, anywhere);
  return directory;
}

function placeProblem(project: Project, directory: string, isBound: boolean): string | undefined {
  const [root, plans, place] = [project.root === "" ? "." : project.root, project.plans, directory].map(truePath);
  if (root === undefined || plans === undefined || place === undefined) return undefined;
  if (place === root) return "which is the root of the project";
  if (place === plans) return "where the plan files are";
  // Whoever has packages among plan files wants them there.
  if (isInside(plans, place) && !isInside(plans, truePath(project.packages))) return "which is among the plan files";
  return isBound && !isInside(root, place) ? "which is outside the project" : undefined;
}

const isInside = (outer: string, inner: string): boolean => {
  const path = relative(outer, inner);
  return path !== "" && path !== ".." && !/^\.\.[/\\]/.test(path) && !isAbsolute(path);
};

/** Without links, as far as it is there. */
function truePath(path: string): string {
  const there = directoryFor(path);
  return resolve(realpathSync(there), relative(there, resolve(path)));
}
