// Reads the tables of measured plans. What their columns are, their first lines say.
import { printSize, parseSize } from "../notation/size.js";
import { invariant } from "../failure/errors.js";

export interface MeasuredPlan {
  /** `f32`, `f16`; `f16 native` for 16-bit numbers that are computed with as they are stored. */
  readonly precision: string;
  /** Lengths, the slowest dimension first, without powers: `1048576`, `256x256`. */
  readonly size: string;
  readonly batch: number;
  /** Of Walsh-Hadamard transforms; `none` and `natural` otherwise. */
  readonly stabilisation: string;
  readonly order: string;
  readonly milliseconds: number;
  readonly relativeL2Error: number;
  /** In the same run, launch by launch. */
  readonly copyMilliseconds: number;
  readonly cufftMilliseconds: number | undefined;
  /** In notation. */
  readonly kernels: string;
}

/** The lines of a table: cells between tabs. Comments and empty lines are left out. */
export const tableRows = (text: string): readonly (readonly string[])[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));

/** `p`, precision, size, batch, ms, error, copy, cuFFT, kernels: h200-clusters.tsv. */
export const readFourierPlans = (text: string): readonly MeasuredPlan[] =>
  tableRows(text).map(([, precision, size, batch, ms, error, copy, cufft, ...kernels]) =>
    measuredPlan({ precision, size, batch, ms, error, copy, cufft, kernels }),
  );

/** Precision, size, batch, ms, error, copy, cuFFT, kernels: h200-halves.tsv. */
export const readHalvesPlans = (text: string): readonly MeasuredPlan[] =>
  tableRows(text).map(([precision, size, batch, ms, error, copy, cufft, ...kernels]) =>
    measuredPlan({ precision, size, batch, ms, error, copy, cufft, kernels }),
  );

/** Precision, arithmetic, length, stabilisation, order, batch, ms, error, copy, cuFFT, kernels: h200-fwht.tsv. */
export const readWalshPlans = (text: string): readonly MeasuredPlan[] =>
  tableRows(text).map(
    ([storage, arithmetic, size, stabilisation, order, batch, ms, error, copy, cufft, ...kernels]) => {
      const precision = arithmetic === "native" && storage !== "f64" ? `${storage ?? ""} native` : storage;
      const plan = measuredPlan({ precision, size, batch, ms, error, copy, cufft, kernels });
      return { ...plan, stabilisation: stabilisation ?? "", order: order ?? "" };
    },
  );

type Cell = string | undefined;
type Cells = Readonly<Record<"precision" | "size" | "batch" | "ms" | "error" | "copy" | "cufft", Cell>> & {
  readonly kernels: readonly string[];
};

function measuredPlan({ precision = "", size = "", batch, ms, error, copy, cufft, kernels }: Cells): MeasuredPlan {
  const plan = {
    precision,
    size: printSize(parseSize(size)),
    batch: Number(batch),
    stabilisation: "none",
    order: "natural",
    milliseconds: Number(ms),
    relativeL2Error: Number(error),
    copyMilliseconds: Number(copy),
    cufftMilliseconds: cufft === "-" ? undefined : Number(cufft),
    kernels: kernels.join(" "),
  };
  invariant(plan.milliseconds > 0 && plan.batch > 0, () => `docs: not a measurement: ${precision} ${size} ${ms}`);
  return plan;
}

/** The fastest, if there is any. */
export const fastest = (plans: readonly MeasuredPlan[]): MeasuredPlan | undefined =>
  plans.toSorted((one, other) => one.milliseconds - other.milliseconds)[0];

/** Whether butterflies of a plan are products on tensor cores. */
export const onTensorCores = ({ kernels }: MeasuredPlan): boolean => /@(mma|split|sorna|kang)/u.test(kernels);

/** By dimensions, then by lengths. */
export const bySize = (one: MeasuredPlan, other: MeasuredPlan): number => {
  const [ours, theirs] = [parseSize(one.size), parseSize(other.size)];
  const difference = ours.findIndex((length, index) => length !== theirs[index]);
  return ours.length - theirs.length || (ours[difference] ?? 0) - (theirs[difference] ?? 0);
};
