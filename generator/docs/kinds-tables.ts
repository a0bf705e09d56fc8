// Tables of transforms other than complex ones of lengths that have butterflies: of real numbers, of other lengths, cosine and sine transforms.
import type { Suite } from "../bench/suite.js";
import { parseSize, printSize } from "../notation/size.js";
import { isTrigonometricKind, TRANSFORM_KINDS, USUAL_KIND, type Transform } from "../plan/transform.js";
import { errorText, milliseconds, shortSize, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { tableRows } from "./measured-plans.js";

interface Measured {
  readonly kind: Transform["kind"];
  readonly precision: string;
  readonly size: string;
  readonly batch: number;
  readonly milliseconds: number;
  readonly error: number;
  readonly copy: number;
  readonly cufft: number | undefined;
}

/** Kind, precision, size, batch, ms, error, copy, cuFFT, kernels: h200-kinds.tsv. */
const readKinds = (text: string): readonly Measured[] =>
  tableRows(text).flatMap(([word, precision = "", size = "", batch, ms, error, copy, cufft]) => {
    const kind = TRANSFORM_KINDS.find((one) => one === word);
    if (kind === undefined) return [];
    const peer = Number(cufft);
    return {
      kind,
      precision,
      size: printSize(parseSize(size)),
      batch: Number(batch),
      milliseconds: Number(ms),
      error: Number(error),
      copy: Number(copy),
      cufft: peer === 0 ? undefined : peer,
    };
  });

const named = ({ precision, size, batch }: Measured): string =>
  `${precision} ${shortSize(size)}${batch === 1 ? "" : ` x${batch}`}`;

/** There and back beside cuFFT. */
export function realTable(table: string): string {
  const measured = readKinds(table);
  const there = measured.filter(({ kind }) => kind === "r2c");
  const cells = (one: Measured | undefined): readonly string[] =>
    one === undefined
      ? ["", "", ""]
      : [milliseconds(one.milliseconds), milliseconds(one.cufft), timesFaster(one.milliseconds, one.cufft)];
  return markdownTable(
    [
      left("real numbers"),
      ...["r2c", "c2r"].flatMap((kind) => [right(`${kind}, ms`), right("cuFFT"), right("x")]),
      right("copy"),
    ],
    there.map((one) => {
      const back = measured.find((other) => other.kind === "c2r" && named(other) === named(one));
      return [named(one), ...cells(one), ...cells(back), milliseconds(one.copy)];
    }),
  );
}

/** Lengths through longer ones. */
export const lengthsTable = (table: string): string =>
  markdownTable(
    [left("length"), right("ms"), right("cuFFT"), right("x"), right("copy"), right("difference")],
    readKinds(table)
      .filter(({ kind }) => kind === USUAL_KIND)
      .map((one) => [
        `${one.precision} ${one.size}`,
        milliseconds(one.milliseconds),
        milliseconds(one.cufft),
        timesFaster(one.milliseconds, one.cufft),
        milliseconds(one.copy),
        errorText(one.error),
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
    readKinds(table)
      .filter(({ kind }) => isTrigonometricKind(kind))
      .map((one) => {
        const peer = recorded.get(`${one.kind} ${one.precision} ${one.size}`);
        return [
          `${one.kind} ${named(one)}`,
          milliseconds(one.milliseconds),
          milliseconds(peer),
          timesFaster(one.milliseconds, peer),
          milliseconds(one.copy),
        ];
      }),
  );
}
