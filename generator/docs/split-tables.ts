// f32 on tensor cores, each number split into halves: Kang et al.'s tables, Sorna et al.'s method and ours.
import { invariant } from "../failure/errors.js";
import { errorText, milliseconds, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { bySize, fastest, readPlans, tableRows, type MeasuredPlan } from "./measured-plans.js";

/** The radices of a plan's sub-computations with their units: `16@split`. */
const radicesOf = ({ kernels }: MeasuredPlan): readonly string[] =>
  [...kernels.matchAll(/[A-Z]\(\d+,([^,]+),/gu)].map(([, radix]) => radix ?? "");

/** Kang et al.'s tables 1 to 9 beside the same radices here. */
export function kangTable(table: string, paper: string): string {
  const plans = readPlans(table).filter(({ precision }) => precision === "f32");
  return markdownTable(
    [
      right("table"),
      left("dimensions, radix"),
      right("paper's error"),
      right("of f16"),
      right("time / cuFFT f32"),
      left("size here"),
      right("ms"),
      right("error"),
      right("of f16"),
      right("time / cuFFT f32"),
    ],
    tableRows(paper).map(
      ([dimensions = "", radix = "", number = "", error = "", ofF16 = "", time = "", size = "", ownOfF16 = ""]) => {
        const isWhole = (plan: MeasuredPlan): boolean => radicesOf(plan).every((one) => one === `${radix}@kang`);
        const plan = fastest(plans.filter((one) => one.size === size && isWhole(one)));
        invariant(plan !== undefined, () => `docs: no plan of ${size} by radix ${radix}@kang`);
        return [
          number,
          `${dimensions}, radix ${radix}`,
          error,
          ofF16,
          time,
          size,
          milliseconds(plan.milliseconds),
          errorText(plan.relativeL2Error),
          ownOfF16 === "-" ? "" : ownOfF16,
          timesFaster(plan.cufftMilliseconds, plan.milliseconds),
        ];
      },
    ),
  );
}

/** The fastest plan of each size by Sorna et al.'s splitting, by ours, and by ours with some steps on CUDA cores. */
export function splitTable(table: string, errorTable: string): string {
  const plans = readPlans(table).filter(({ kernels }) => /@(split|sorna)/u.test(kernels));
  const errors = new Map(tableRows(errorTable).map(([size = "", error = ""]) => [size, error]));
  const groups = new Map<string, MeasuredPlan[]>();
  for (const plan of plans) {
    const group = `${plan.size} ${methodOf(plan)}`;
    groups.set(group, [...(groups.get(group) ?? []), plan]);
  }
  const rows = [...groups.values()].flatMap((group) => fastest(group) ?? []);
  const order = (plan: MeasuredPlan): number => METHODS.indexOf(methodOf(plan));
  return markdownTable(
    [
      left("size"),
      left("radices"),
      right("ms"),
      right("cuFFT f32, ms"),
      right("cuFFT's time over it"),
      right("error"),
      right("cuFFT's"),
    ],
    rows
      .toSorted((one, other) => order(one) - order(other) || bySize(one, other))
      .map((plan) => [
        plan.size,
        `\`${radicesText(plan)}\``,
        milliseconds(plan.milliseconds),
        milliseconds(plan.cufftMilliseconds),
        timesFaster(plan.milliseconds, plan.cufftMilliseconds),
        errorText(plan.relativeL2Error),
        errors.get(plan.size) ?? "",
      ]),
  );
}

const METHODS = ["sorna", "split", "split and CUDA cores"] as const;

function methodOf(plan: MeasuredPlan): (typeof METHODS)[number] {
  const radices = radicesOf(plan);
  if (radices.some((radix) => radix.endsWith("@sorna"))) return "sorna";
  return radices.every((radix) => radix.includes("@")) ? "split" : "split and CUDA cores";
}

/** `16 8@split 32`; `16@split x4` where all are the same. */
function radicesText(plan: MeasuredPlan): string {
  const radices = radicesOf(plan);
  return new Set(radices).size === 1 ? `${radices[0] ?? ""} x${radices.length}` : radices.join(" ");
}
