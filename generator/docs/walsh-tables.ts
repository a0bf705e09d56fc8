// Walsh-Hadamard transforms: rows and single vectors, beside a copy and other libraries.
import type { Suite } from "../bench/suite.js";
import { invariant } from "../failure/errors.js";
import { milliseconds, shareOfCopy, shortSize, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { fastest, readPlans, type MeasuredPlan } from "./measured-plans.js";
import { caseName, recordedTimes } from "./peer-times.js";

/** The fastest plan of rows, or of one vector, of this length, in natural order and without stabilisation. */
const plainPlan = (
  plans: readonly MeasuredPlan[],
  precision: string,
  size: string,
  isVector: boolean,
): MeasuredPlan | undefined =>
  fastest(
    plans.filter(
      (plan) =>
        plan.precision === precision &&
        plan.size === size &&
        (plan.batch === 1) === isVector &&
        plan.stabilisation === "none" &&
        plan.order === "natural",
    ),
  );

/** The lengths of rows, or of vectors, in these precisions, in rising order. */
const lengthsOf = (plans: readonly MeasuredPlan[], precisions: readonly string[], isVector: boolean): string[] =>
  [
    ...new Set(
      plans
        .filter((plan) => precisions.includes(plan.precision) && (plan.batch === 1) === isVector)
        .map(({ size }) => Number(size)),
    ),
  ]
    .toSorted((one, other) => one - other)
    .map(String);

const timeAndShare = (plan: MeasuredPlan | undefined): readonly string[] =>
  plan === undefined
    ? ["", ""]
    : [milliseconds(plan.milliseconds), shareOfCopy(plan.milliseconds, plan.copyMilliseconds)];

/** Rows of f32 and f64, and Dao's kernel in f32. */
export function walshRows(table: string, suite: Suite): string {
  const plans = readPlans(table);
  const dao = recordedTimes(suite, "fast-hadamard-transform");
  return markdownTable(
    [left("rows of"), right("f32, ms"), right("of a copy"), right("Dao's, ms"), right("f64, ms"), right("of a copy")],
    lengthsOf(plans, ["f32", "f64"], false).map((size) => {
      const single = plainPlan(plans, "f32", size, false);
      const peer = single === undefined ? undefined : dao.get(caseName(single));
      return [
        shortSize(size),
        ...timeAndShare(single),
        milliseconds(peer?.milliseconds),
        ...timeAndShare(plainPlan(plans, "f64", size, false)),
      ];
    }),
  );
}

/** Rows of f16 or bf16, beside HadaCore and Dao's kernel. */
export function walshHalfRows(table: string, suite: Suite, precision: "f16" | "bf16"): string {
  const plans = readPlans(table);
  const [hadacore, dao] = [recordedTimes(suite, "HadaCore"), recordedTimes(suite, "fast-hadamard-transform")];
  return markdownTable(
    [
      left(`rows of, ${precision}`),
      right("ms"),
      right("of a copy"),
      right("HadaCore, ms"),
      right("times faster"),
      right("Dao's, ms"),
      right("in 16-bit arithmetic, ms"),
    ],
    lengthsOf(plans, [precision], false).map((size) => {
      const plan = plainPlan(plans, precision, size, false);
      invariant(plan !== undefined, () => `docs: no plan of rows of ${size} ${precision}`);
      const peer = hadacore.get(caseName(plan));
      return [
        shortSize(size),
        ...timeAndShare(plan),
        milliseconds(peer?.milliseconds),
        timesFaster(plan.milliseconds, peer?.milliseconds),
        milliseconds(dao.get(caseName(plan))?.milliseconds),
        milliseconds(plainPlan(plans, `${precision} native`, size, false)?.milliseconds),
      ];
    }),
  );
}

/** One vector of f32 or f64, beside cuFFT's real-to-complex transform of the same length. */
export function walshVectors(table: string): string {
  const plans = readPlans(table);
  return markdownTable(
    [
      left("one vector of"),
      right("f32, ms"),
      right("of a copy"),
      right("faster than cuFFT"),
      right("f64, ms"),
      right("of a copy"),
      right("faster than cuFFT"),
    ],
    lengthsOf(plans, ["f32", "f64"], true).map((size) => [
      shortSize(size),
      ...["f32", "f64"].flatMap((precision) => {
        const plan = plainPlan(plans, precision, size, true);
        return [...timeAndShare(plan), timesFaster(plan?.milliseconds, plan?.cufftMilliseconds)];
      }),
    ]),
  );
}

/** What stabilisation costs: the time of the fastest stabilised plan over that of the plain transform. */
export function walshStabilised(table: string): string {
  const plans = readPlans(table);
  const cases = new Map(
    plans.filter(({ stabilisation }) => stabilisation !== "none").map((plan) => [caseName(plan), plan]),
  );
  return markdownTable(
    [left("transform"), left("stabilisation"), right("ms"), right("times the plain one"), right("error")],
    [...cases.keys()].toSorted().map((name) => {
      const plan = fastest(plans.filter((one) => caseName(one) === name));
      invariant(plan !== undefined, () => `docs: no plan of ${name}`);
      const { precision, size, batch, stabilisation, relativeL2Error } = plan;
      const plain = plainPlan(plans, precision, size, batch === 1);
      return [
        `${precision} ${shortSize(size)}${batch === 1 ? "" : ` x${batch}`}`,
        stabilisation,
        milliseconds(plan.milliseconds),
        timesFaster(plain?.milliseconds, plan.milliseconds),
        relativeL2Error.toExponential(1),
      ];
    }),
  );
}
