// The plans of drawn.tsv.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NamedPlan } from "../emit/named-plan.js";
import { kernelOfField, transformOfFields } from "../plan/plan-line.js";

export const recordFile = join(import.meta.dirname, "drawn.tsv");

export const recordedPlans = (): readonly NamedPlan[] =>
  readFileSync(recordFile, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): NamedPlan => {
      const [, , name = "", kind = "", precision = "", size = "", options = "", ...kernels] = line.split("\t");
      const transform = transformOfFields([kind, precision, size, options]);
      return { name, plan: { transform, kernels: kernels.map(kernelOfField) } };
    });
