// Packages without a plan: their plan files are gone, or now name another directory.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { packageIn } from "../output/package-directory.js";
import { part } from "./output.js";
import { packageDirectory, type PackagePlans } from "./packages.js";
import type { Project } from "./project.js";

export const orphanSchemas = z.array(
  z.strictObject({ directory: part.path, name: z.string(), reason: z.string().describe("Why it has no plan.") }),
);

export interface Orphan {
  readonly directory: string;
  readonly name: string;
  /** Why no plan gives it. */
  readonly reason: string;
}

/** The orphans among the project's packages. `packages`: the packages of its plans. */
export function orphansOf(project: Project, packages: readonly PackagePlans[]): readonly Orphan[] {
  if (statSync(project.packages, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const bundles = project.bundles.map(({ directory }) => resolve(directory));
  return readdirSync(project.packages)
    .toSorted()
    .flatMap((entry) => {
      const directory = join(project.packages, entry);
      const found = packageIn(directory);
      if (found === undefined || bundles.includes(resolve(directory))) return [];
      const { name, plans } = found;
      // Programs that use fftgen as a library write packages without plan files.
      if (plans.length === 0) return [];
      const current = packages.find((one) => one.name === name);
      const place = current === undefined ? undefined : packageDirectory(project, current);
      if (place !== undefined && resolve(place) !== resolve(directory))
        return [{ directory, name, reason: `its plan names the directory ${place}` }];
      if (place !== undefined || plans.some((plan) => existsSync(join(project.root, plan)))) return [];
      return [{ directory, name, reason: `${plans.join(", ")} ${plans.length === 1 ? "is" : "are"} gone` }];
    });
}

/** One line for each orphan. */
export const orphanLines = (orphans: readonly Orphan[]): readonly string[] =>
  orphans.map(({ directory, reason }) => `${directory}: this package has no plan, ${reason}: remove it`);
