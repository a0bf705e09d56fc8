// Tables of transforms other than complex ones of lengths that have butterflies: of real numbers, of other lengths, cosine and sine transforms.
import type { Suite } from "../bench/suite.js";
import { printSize } from "../notation/size.js";
import { isTrigonometricKind, USUAL_KIND } from "../plan/transform.js";
import { errorText, milliseconds, shortSize, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { readPlans, type MeasuredPlan } from "./measured-plans.js";

const named = ({ precision, size, batch }: MeasuredPlan): string =>
  `${precision} ${shortSize(size)}${batch === 1 ? "" : ` x${batch}`}`;

/** There and back beside cuFFT. */
export function realTable(table: string): string {
  const measured = readPlans(table);
  const there = measured.filter(({ kind }) => kind === "r2c");
  const cells = (one: MeasuredPlan | undefined): readonly string[] =>
    one === undefined
      ? ["", "", ""]
      : [
          milliseconds(one.milliseconds),
          milliseconds(one.cufftMilliseconds),
          timesFaster(one.milliseconds, one.cufftMilliseconds),
        ];
  return markdownTable(
    [
      left("real numbers"),
      ...["r2c", "c2r"].flatMap((kind) => [right(`${kind}, ms`), right("cuFFT"), right("x")]),
      right("copy"),
    ],
    there.map((one) => {
      const back = measured.find((other) => other.kind === "c2r" && named(other) === named(one));
      return [named(one), ...cells(one), ...cells(back), milliseconds(one.copyMilliseconds)];
    }),
  );
}

/** Lengths through longer ones. */
export const lengthsTable = (table: string): string =>
  markdownTable(
    [left("length"), right("ms"), right("cuFFT"), right("x"), right("copy"), right("difference")],
    readPlans(table)
      .filter(({ kind }) => kind === USUAL_KIND)
      .map((one) => [
        `${one.precision} ${one.size}`,
        milliseconds(one.milliseconds),
        milliseconds(one.cufftMilliseconds),
        timesFaster(one.milliseconds, one.cufftMilliseconds),
        milliseconds(one.copyMilliseconds),
        errorText(one.relativeL2Error),
      ]),
  );

/** Beside what the suite records of VkFFT. */
export function cosineTable(table: string, suite: Suite): string {
  const recorded = new Map<string, number>(
    suite.cases.flatMap(({ transform: { kind, precision, dimensions }, peers }) =>
      peers.map(({ milliseconds: time }) => {
        const size = printSize(dimensions.map(({ length }) => length).toReversed());
        return [`${kind} ${precision} ${size}`, time] as const;
      }),
    ),
  );
  return markdownTable(
    [left("transform"), right("ms"), right("VkFFT"), right("x"), right("copy")],
    readPlans(table)
      .filter(({ kind }) => isTrigonometricKind(kind))
      .map((one) => {
        const peer = recorded.get(`${one.kind} ${one.precision} ${one.size}`);
        return [
          `${one.kind} ${named(one)}`,
          milliseconds(one.milliseconds),
          milliseconds(peer),
          timesFaster(one.milliseconds, peer),
          milliseconds(one.copyMilliseconds),
        ];
      }),
  );
}
