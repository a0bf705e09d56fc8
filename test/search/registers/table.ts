// The table of what ptxas made of kernels: a plan in each line, and for each of its kernels the registers and the bytes that it
// spilled. Its format is described in its own first lines.
import { printKernel } from "../../../generator/notation/print.js";
import type { ScheduledPlan } from "../../../generator/plan/plan.js";
import { kernelOfField, transformFields, transformOfFields } from "../../plan/plan-line.js";
import { ORIGINS, type Origin } from "./draws.js";

export interface Verdict {
  /** That the kernel uses. */
  readonly registers: number;
  /** Stored and loaded. */
  readonly spilledBytes: number;
}

export interface CompiledPlan {
  readonly origin: Origin;
  readonly plan: ScheduledPlan;
  /** Of each kernel. */
  readonly verdicts: readonly Verdict[];
}

export const tableLine = ({ origin, plan: { transform, kernels }, verdicts }: CompiledPlan): string =>
  [
    origin,
    ...transformFields(transform),
    ...kernels.flatMap((kernel, index) => {
      const { registers = 0, spilledBytes = 0 } = verdicts[index] ?? {};
      return [`${registers}/${spilledBytes}`, printKernel(kernel)];
    }),
  ].join("\t");

export const parseTable = (text: string): readonly CompiledPlan[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(parseLine);

function parseLine(line: string): CompiledPlan {
  const [origin, kind = "", precision = "", size = "", options = "", ...rest] = line.split("\t");
  const from = ORIGINS.find((one) => one === origin);
  if (from === undefined) throw new Error(`not a line of the table: ${line}`);
  const pairs = Array.from({ length: rest.length / 2 }, (_, index) => [rest[2 * index], rest[2 * index + 1]] as const);
  return {
    origin: from,
    plan: {
      transform: transformOfFields([kind, precision, size, options]),
      kernels: pairs.map(([, notation = ""]) => kernelOfField(notation)),
    },
    verdicts: pairs.map(([figures = ""]) => {
      const [registers, spilledBytes] = figures.split("/").map(Number);
      return { registers: registers ?? Number.NaN, spilledBytes: spilledBytes ?? Number.NaN };
    }),
  };
}
