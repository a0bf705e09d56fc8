// The report of `fftgen tune` on the candidates of one transform: a table, the best first, the winner and the reason, and its
// value for JSON.
import { z } from "zod";
import { evidence, platform } from "../json/measured-schemas.js";
import { at, unreachable } from "../failure/errors.js";
import { isComplex } from "../plan/transform.js";
import type { Job } from "../tune/job.js";
import type { Measurement, Timing } from "../tune/measurement.js";
import { bySpeed, isMeasured, ratioToCopy, type Measured } from "../tune/winner.js";
import { outcome } from "./measured-schemas.js";
import { output, type OutputValue, part } from "./output.js";
import { printKernels } from "../notation/print.js";
import { kernelLines } from "./ranking.js";
import { paragraph, table, type Cell, type Column } from "./table.js";
import { aligned, outputWidth, percent } from "./terminal.js";
import { rangesMeasured } from "./tune-ranges.js";
import { wisdomSchema } from "./tune-wisdom.js";

const tuned = z.strictObject({
  name: z.string(),
  batch: z.int(),
  platform: platform.nullable(),
  fastest: z.int().nullable().describe("Rank of the winner."),
  candidates: z.array(
    z.strictObject({
      rank: z.int(),
      kernels: part.kernels,
      text: z.string().describe("Hash of the emitted text."),
      predictedMilliseconds: z.number(),
      outcome: outcome.nullable().describe("Null: it was not measured."),
      buildSeconds: z.number().nullable(),
      binaryBytes: z.number().nullable(),
    }),
  ),
  plan: z.strictObject({ path: part.path, state: z.enum(["kept", "replaced", "written"]).nullable() }).optional(),
  package: z.strictObject({ directory: part.path.nullable(), state: part.written.nullable() }).optional(),
  evidence: evidence.nullable().optional(),
  wisdom: wisdomSchema.nullable().optional().describe("Whether the winner was added to the user's wisdom."),
});

export const tuneOutput = output(
  "tune",
  { transforms: z.array(tuned), ranges: rangesMeasured.optional() },
  "tune, with --dry-run what would be measured.",
);

/** A job with its result; without one before it was measured. */
export interface TuningEntry {
  readonly job: Job;
  readonly measurement?: Measurement;
}

/** cuFFT has a column where it supports the transform. */
const columnsFor = (hasCufft: boolean): readonly Column[] => [
  { title: "#", align: "right" },
  { title: "predicted", align: "right" },
  { title: "ms", align: "right" },
  { title: "of copy", align: "right" },
  ...(hasCufft ? [{ title: "of cuFFT", align: "right" } as const] : []),
  { title: "error", align: "right" },
  { title: "outcome" },
  { title: "plan" },
];

/** Ranks are by prediction. "of copy": the copy's time over ours; "of cuFFT": its time over ours. */
export function tuningTable(entries: readonly TuningEntry[], winner: Measured | undefined): string {
  const sorted = entries.toSorted((one, other) =>
    one.measurement === undefined || other.measurement === undefined ? 0 : bySpeed(one.measurement, other.measurement),
  );
  const hasCufft = entries.some(({ job }) => isComplex(job.candidate.transform));
  const times = sorted.map(({ measurement }) => timingOf(measurement)?.milliseconds ?? 0);
  const texts = aligned([...sorted.map(({ job }) => job.candidate.predictedMilliseconds), ...times]);
  const rows = sorted.flatMap((entry, index): readonly (readonly Cell[])[] => {
    const { job, measurement } = entry;
    const timing = timingOf(measurement);
    const cells: readonly Cell[] = [
      String(job.candidate.rank),
      texts[index] ?? "",
      timing === undefined ? "" : (texts[sorted.length + index] ?? ""),
      timing === undefined ? "" : percent(timing.copyMilliseconds / timing.milliseconds),
      ...(hasCufft
        ? [timing?.cufftMilliseconds === undefined ? "" : (timing.cufftMilliseconds / timing.milliseconds).toFixed(2)]
        : []),
      errorText(measurement),
      outcomeCell(measurement, winner),
    ];
    return printKernels(job.unit.plan).map((kernel, number) => [
      ...(number === 0 ? cells : cells.map(() => "")),
      (width: number) => kernelLines(kernel, width),
    ]);
  });
  return [table(columnsFor(hasCufft), rows), ...reasons(sorted), ...verdict(sorted, winner)].join("\n");
}

/**
 * Milliseconds of two rows are from two runs: clocks and the load of the machine change; the copy measured with each changes with
 * them.
 */
function verdict(sorted: readonly TuningEntry[], winner: Measured | undefined): readonly string[] {
  if (winner === undefined) return [];
  const measured = sorted.flatMap(({ measurement }) =>
    measurement !== undefined && isMeasured(measurement) ? [measurement] : [],
  );
  const first = at(measured, 0);
  const { rank } = winner.candidate;
  const share = percent(1 / ratioToCopy(winner));
  const quicker = measured.find(({ outcome }) => outcome.timing.milliseconds < winner.outcome.timing.milliseconds);
  const better = ratioToCopy(winner) / ratioToCopy(first) - 1;
  const stays =
    first === winner
      ? ""
      : `; it is the present plan, and #${first.candidate.rank} is better by only ${(100 * better).toFixed(1)}%, less than the variation between runs`;
  const sentences = [
    `#${rank} ${first === winner ? "wins" : "stays"} at ${share} of the speed of the device-to-device copy measured with it, the criterion${stays}.`,
    ...(quicker === undefined || quicker === first
      ? []
      : [`#${quicker.candidate.rank} took less time, but so did the copy measured with it.`]),
  ];
  return ["", paragraph(sentences.join(" "), outputWidth())];
}

const timingOf = (measurement: Measurement | undefined): Timing | undefined =>
  measurement !== undefined && "timing" in measurement.outcome ? measurement.outcome.timing : undefined;

const errorText = (measurement: Measurement | undefined): string =>
  measurement !== undefined && "relativeL2Error" in measurement.outcome
    ? measurement.outcome.relativeL2Error.toExponential(1)
    : "";

function outcomeCell(measurement: Measurement | undefined, winner: Measured | undefined): Cell {
  if (measurement === undefined) return "";
  const { outcome } = measurement;
  switch (outcome.kind) {
    case "measured":
      return measurement.candidate.text === winner?.candidate.text ? [{ text: "best", style: "green" }] : "";
    case "stopped":
      return [{ text: "stopped", style: "dim" }];
    case "wrong":
    case "failed":
      return [{ text: outcome.kind.toUpperCase(), style: "red" }];
    case "spills":
      return [{ text: "spills", style: "yellow" }];
    default:
      return unreachable(outcome);
  }
}

/** One paragraph for each candidate that is excluded, with the reason, or that spills a little. */
const reasons = (entries: readonly TuningEntry[]): readonly string[] =>
  entries.flatMap(({ job, measurement }) => {
    const reason = measurement === undefined ? undefined : reasonOf(measurement);
    return reason === undefined ? [] : [paragraph(`#${job.candidate.rank} ${reason}`, outputWidth(), "  ")];
  });

/** Undefined for a candidate that was measured, or stopped as hopeless, and spills nothing. */
export function reasonOf({ outcome }: Measurement): string | undefined {
  switch (outcome.kind) {
    case "measured":
    case "stopped":
      return outcome.spilledBytes === undefined ? undefined : `spills ${outcome.spilledBytes} bytes of registers`;
    case "wrong":
      return `is wrong: ${outcome.reason ?? `its error is ${outcome.relativeL2Error.toExponential(1)}`} (bound ${outcome.bound.toExponential(1)})`;
    case "spills":
      return `is refused: it spills ${outcome.bytes} bytes of registers`;
    case "failed":
      return outcome.reason;
    default:
      return unreachable(outcome);
  }
}

/** One transform of the JSON output. */
export const tuningValue = (
  entries: readonly TuningEntry[],
  winner: Measured | undefined,
): OutputValue<typeof tuneOutput>["transforms"][number] => {
  const { name, transform } = at(entries, 0).job.candidate;
  return {
    name,
    batch: transform.batch,
    platform: entries.find(({ measurement }) => measurement !== undefined)?.measurement?.platform ?? null,
    fastest: winner?.candidate.rank ?? null,
    candidates: entries.map(({ job: { candidate }, measurement }) => ({
      rank: candidate.rank,
      kernels: candidate.kernels,
      text: candidate.text,
      predictedMilliseconds: candidate.predictedMilliseconds,
      outcome: measurement?.outcome ?? null,
      buildSeconds: measurement?.buildSeconds ?? null,
      binaryBytes: measurement?.binaryBytes ?? null,
    })),
  };
};
