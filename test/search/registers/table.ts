// The table of what ptxas made of kernels: a plan in each line, and for each of its kernels the registers and the bytes that it
// spilled. Its format is described in its own first lines.
import { parseKernel } from "../../../generator/notation/parse.js";
import { printKernel } from "../../../generator/notation/print.js";
import { parseSize } from "../../../generator/notation/size.js";
import type { ScheduledKernel, ScheduledPlan } from "../../../generator/plan/plan.js";
import {
  makeTransform,
  makeWalshTransform,
  sizeText,
  STORAGES,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../../../generator/plan/transform.js";
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

/** What a transform has beside kind, precision and size, where it is not the usual. */
function optionsOf(transform: Transform): Record<string, unknown> {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const usual: Readonly<Record<string, unknown>> =
    transform.kind === "c2c"
      ? { ...makeTransform(lengths, transform.precision) }
      : { ...makeWalshTransform(lengths, transform.precision) };
  return Object.fromEntries(
    Object.entries(transform).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key])),
  );
}

export const tableLine = ({ origin, plan: { transform, kernels }, verdicts }: CompiledPlan): string =>
  [
    origin,
    transform.kind,
    transform.precision,
    sizeText(transform),
    JSON.stringify(optionsOf(transform)),
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
  const [origin, kind, precision, size, options, ...rest] = line.split("\t");
  const from = ORIGINS.find((one) => one === origin);
  const storage = STORAGES.find((one) => one === precision);
  if (from === undefined || storage === undefined || size === undefined || options === undefined)
    throw new Error(`not a line of the table: ${line}`);
  const lengths = parseSize(size);
  const transform =
    kind === "fwht"
      ? makeWalshTransform(lengths, storage, JSON.parse(options) as Partial<WalshTransform>)
      : makeTransform(lengths, storage, JSON.parse(options) as Partial<FourierTransform>);
  const pairs = Array.from({ length: rest.length / 2 }, (_, index) => [rest[2 * index], rest[2 * index + 1]] as const);
  return {
    origin: from,
    plan: { transform, kernels: pairs.map(([, notation = ""]) => scheduled(notation)) },
    verdicts: pairs.map(([figures = ""]) => {
      const [registers, spilledBytes] = figures.split("/").map(Number);
      return { registers: registers ?? Number.NaN, spilledBytes: spilledBytes ?? Number.NaN };
    }),
  };
}

function scheduled(notation: string): ScheduledKernel {
  const { subComputations, schedule } = parseKernel(notation);
  if (schedule === undefined) throw new Error(`no schedule: ${notation}`);
  return { subComputations, schedule };
}
