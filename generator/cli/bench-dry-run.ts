// Prints for `fftgen bench --dry-run` which plans would be measured, and what the cost model predicts for them.
import { z } from "zod";
import type { Suite } from "../bench/suite.js";
import { unreachable } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernels } from "../notation/print.js";
import { transformName } from "../plan/transform-name.js";
import type { PlannedCase } from "./bench-plans.js";
import { output, type OutputValue, part } from "./output.js";
import { paragraph, table, type Cell } from "./table.js";
import { outputWidth, percent, plural, styled } from "./terminal.js";

export const benchPlansOutput = output(
  "bench-plans",
  {
    suite: z.strictObject({ name: z.string(), title: z.string() }),
    gpu: z.string(),
    cases: z.array(
      z.strictObject({
        case: z.string(),
        name: z.string(),
        batch: z.int(),
        target: z.strictObject({ atLeast: z.number(), aim: z.number().optional() }).nullable(),
        state: z.enum(["planned", "unsupported"]),
        reason: z.string().optional(),
        plans: z
          .array(
            z.strictObject({ kernels: part.kernels, predictedMilliseconds: z.number(), copyMilliseconds: z.number() }),
          )
          .optional(),
      }),
    ),
  },
  "bench --dry-run.",
);

export function plannedText(suite: Suite, gpu: Gpu, planned: readonly PlannedCase[]): string {
  const plans = planned.reduce((sum, one) => sum + (one.kind === "planned" ? one.plans.length : 0), 0);
  const refused = planned.flatMap((one) =>
    one.kind === "unsupported" ? [paragraph(`${one.benchCase.label}: ${one.reason}`, outputWidth(), "  ")] : [],
  );
  return [
    `${styled("bold", suite.title)} (suite ${suite.name}), planned for ${gpu.name}; predicted times in ms`,
    table(
      [
        { title: "case" },
        { title: "ms", align: "right" },
        { title: "copy", align: "right" },
        { title: "of copy", align: "right" },
        { title: "fastest recorded peer", align: "right" },
        { title: "ratio", align: "right" },
        { title: "target", align: "right" },
        { title: "passes", align: "right" },
        { title: "plans", align: "right" },
      ],
      planned.map((one) => plannedRow(one, gpu)),
    ),
    [
      `${plural(plans, "plan")} of ${plural(planned.length, "case")}; nothing was measured: times are predictions`,
      ...refused,
    ].join("\n"),
  ].join("\n\n");
}

function plannedRow(one: PlannedCase, gpu: Gpu): readonly Cell[] {
  const { benchCase } = one;
  switch (one.kind) {
    case "planned": {
      const [first] = one.plans;
      if (first === undefined) return [benchCase.label];
      const [peer] = benchCase.peers
        .filter((recorded) => recorded.gpu === gpu.name)
        .toSorted((a, b) => a.milliseconds - b.milliseconds);
      return [
        benchCase.label,
        first.milliseconds.toPrecision(4),
        first.copyMilliseconds.toPrecision(4),
        percent(first.copyMilliseconds / first.milliseconds),
        peer === undefined ? "" : `${peer.library} ${peer.milliseconds.toPrecision(4)}`,
        peer === undefined ? "" : (peer.milliseconds / first.milliseconds).toFixed(2),
        benchCase.target === undefined ? "" : benchCase.target.atLeast.toFixed(2),
        String(first.plan.kernels.length),
        String(one.plans.length),
      ];
    }
    case "unsupported":
      return [benchCase.label, [{ text: "-", style: "dim" }]];
    default:
      return unreachable(one);
  }
}

/** The dry run as a value for programs. */
export function plannedValue(
  suite: Suite,
  gpu: Gpu,
  planned: readonly PlannedCase[],
): OutputValue<typeof benchPlansOutput> {
  return {
    suite: { name: suite.name, title: suite.title },
    gpu: gpu.name,
    cases: planned.map((one) => {
      const { label, transform, target } = one.benchCase;
      const head = { case: label, name: transformName(transform), batch: transform.batch, target: target ?? null };
      return one.kind === "unsupported"
        ? { ...head, state: one.kind, reason: one.reason }
        : {
            ...head,
            state: one.kind,
            plans: one.plans.map(({ plan, milliseconds, copyMilliseconds }) => ({
              kernels: printKernels(plan),
              predictedMilliseconds: milliseconds,
              copyMilliseconds,
            })),
          };
    }),
  };
}
