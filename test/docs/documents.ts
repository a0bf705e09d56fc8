// The documents of the repository, and what their generated parts are made from.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MEASURED_FILES, type DocumentSources } from "../../generator/docs/document-parts.js";
import { readPlanFile } from "../../generator/planfile/read.js";

export const root = join(import.meta.dirname, "../..");

export const DOCUMENTS = [
  "README.md",
  "generator/README.md",
  "generator/codelet/README.md",
  "generator/emit/README.md",
  "generator/kernel/README.md",
  "generator/layout/README.md",
  "generator/lower/README.md",
  "generator/plan/README.md",
  "generator/search/README.md",
  "plans/README.md",
  "plans/expressions.md",
  "plans/glossary.md",
  "plans/joining.md",
  "plans/layouts.md",
  "plans/library.md",
  "plans/measurements.md",
  "plans/notation.md",
  "plans/tuning.md",
  "templates/README.md",
  "test/README.md",
  "test/search/measured/README.md",
] as const;

export const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

export function documentSources(): Omit<DocumentSources, "library" | "libraryOptions"> {
  const names = readdirSync(join(root, "plans"))
    .filter((file) => file.endsWith(".plan.ts"))
    .map((file) => file.replace(/\.plan\.ts$/u, ""))
    .toSorted();
  return {
    measured: Object.fromEntries(MEASURED_FILES.map((file) => [file, textOf(`test/${file}`)])) as Record<
      (typeof MEASURED_FILES)[number],
      string
    >,
    plans: names.map((name) => {
      const path = `plans/${name}.plan.ts`;
      const { transform, kernels, evidence } = readPlanFile(path, textOf(path));
      return { name, transform, evidence, kernels: kernels.map(({ text }) => text).join(" ") };
    }),
  };
}
