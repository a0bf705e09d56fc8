// Reads the table of measured kernels. Its format is described in its own first lines.
import { readFileSync } from "node:fs";
import { parseKernel } from "../../../generator/notation/parse.js";
import { parseSize } from "../../../generator/notation/size.js";
import type { ScheduledKernel } from "../../../generator/plan/plan.js";
import { usualTransform } from "../../../generator/plan/families.js";
import { makeTransform, TRANSFORM_KINDS, type Precision, type Transform } from "../../../generator/plan/transform.js";

export interface MeasuredPlan {
  readonly group: string;
  readonly transform: Transform;
  readonly milliseconds: number;
  readonly kernels: readonly { readonly kernel: ScheduledKernel; readonly milliseconds: number }[];
}

/** The table of `h200-clusters.tsv`: whole plans, no single kernels; and of `h200-kinds.tsv`, where lines begin with the kind. */
export function readPlans(path: string): readonly Omit<MeasuredPlan, "group">[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [word, precision, size, batch, milliseconds, , , , ...kernels] = line.split("\t");
      const kind = word === "p" ? "c2c" : TRANSFORM_KINDS.find((one) => one === word);
      if (kind === undefined) return [];
      if (precision === undefined || size === undefined) throw new Error(`not a measurement: ${line}`);
      return {
        transform: { ...usualTransform(kind, parseSize(size), precision as Precision), batch: Number(batch) },
        milliseconds: Number(milliseconds),
        kernels: kernels.map((text) => {
          const kernel = parseKernel(text);
          const { schedule } = kernel;
          if (schedule === undefined) throw new Error(`no schedule: ${line}`);
          return { kernel: { ...kernel, schedule }, milliseconds: Number.NaN };
        }),
      };
    });
}

export function readMeasurements(path: string): readonly MeasuredPlan[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("p\t"))
    .map((line) => {
      const [, precision, size, batch, milliseconds, , ...kernels] = line.split("\t");
      if (precision === undefined || size === undefined) throw new Error(`not a measurement: ${line}`);
      return {
        group: `${precision} ${size}`,
        transform: makeTransform(parseSize(size), precision as Precision, { batch: Number(batch) }),
        milliseconds: Number(milliseconds),
        kernels: Array.from({ length: kernels.length / 3 }, (_, index) => {
          const kernel = parseKernel(kernels[3 * index + 2] ?? "");
          const { schedule } = kernel;
          if (schedule === undefined) throw new Error(`no schedule: ${line}`);
          return { kernel: { ...kernel, schedule }, milliseconds: Number(kernels[3 * index]) };
        }),
      };
    });
}
