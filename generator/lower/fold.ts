// A phase that is folded: each thread does its butterfly and that of the mirror, and between these and the half spectrum the Hermitian
// step, which is all in its registers. The two turns are the same phase with another number of the thread, so what is read, computed and
// written in each is what any phase does.
import { axisValue, type Access, type Read, type Write } from "../kernel/access.js";
import {
  buildHermitian,
  hasPowers,
  hermitianName,
  hermitianRegisters,
  type HermitianSpec,
} from "../codelet/hermitian.js";
import { at, invariant } from "../failure/errors.js";
import type { Coordinate } from "../kernel/coordinates.js";
import { factorSource } from "../kernel/factor-source.js";
import type { HermitianStep } from "../kernel/hermitian-steps.js";
import type { SingleStep, ThreadStep, TurnStep } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import { tablesOf, type Twiddle } from "../kernel/twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { product, type TransformedDigit } from "../layout/digits.js";
import { columnCount } from "../layout/mirrored.js";
import { foldedCount, foldedSpan, type Fold, type Phase } from "../layout/phases.js";
import type { ArrayContent } from "../plan/arrays.js";
import { computedWith } from "../plan/transform.js";
import type { ButterflyContext } from "./butterfly.js";
import type { Field } from "./fields.js";
import { TURNED, TURNED_NUMBER, turnedLets, type Folded, type FoldedColumns } from "./columns.js";
import { OWN, pairLets, ROW_NAMES } from "./mirrored.js";

/** What a folded phase does in either turn, as any phase does it. */
export interface FoldedWork {
  readonly phase: Phase;
  readonly fold: Fold;
  readonly digit: TransformedDigit;
  /** What the end with the half spectrum holds, and of which axes its guards are. */
  readonly content: ArrayContent | undefined;
  readonly guarded: readonly (number | undefined)[];
  /** Those of a turn, and the fields of the block. */
  readonly coordinates: readonly SingleStep[];
  readonly outer: readonly Field[];
  readonly reading: Read;
  readonly computing: readonly SingleStep[];
  readonly writing: Write;
  /** When all is read; before anything is written; when all is written. */
  readonly meets: Readonly<Record<"hasRead" | "mayWrite" | "hasWritten", readonly SyncStep[]>>;
}

export function foldedSteps(context: ButterflyContext, work: FoldedWork): readonly ThreadStep[] {
  const { phase, fold, digit, reading, computing, writing } = work;
  const { below, size, columns } = fold;
  const isOuter = product(phase.threads) > below * foldedSpan(fold);
  const folded: Folded = { own: OWN, below, size, isOuter, columns: foldedColumns(fold) };
  const { radix } = digit;
  const isAcross = columns?.kind === "across";
  const turn = (mirrored: boolean, steps: readonly SingleStep[]): TurnStep => ({
    kind: "turn",
    mirrored,
    numbers: turnedLets(folded, mirrored),
    thread: TURNED,
    first: mirrored ? radix + 1 : 0,
    registers: mirrored && !isAcross ? radix : radix + 1,
    steps: [...work.coordinates, ...steps],
  });
  const turns = (steps: readonly SingleStep[]): readonly ThreadStep[] => [turn(false, steps), turn(true, steps)];
  const before = pairSteps(work, isOuter);
  const step = hermitianStep(context, radix, fold, work.content);
  // Of another row the last frequency is another one.
  const weight = zeroWeightSteps(work);
  // Where the butterfly of frequency 0 has no other beside it, the second turn of its thread stores it once more.
  const again = size % 2 === 1 ? weight : [];
  const withEnd = <A extends Read | Write>(access: A): readonly TurnStep[] => [
    turn(
      false,
      access.kind === "read"
        ? [access, ...endOf(access, work), ...weight]
        : [...weight, access, ...endOf(access, work)],
    ),
    turn(true, [...(access.kind === "write" ? again : []), access, ...(isAcross ? endOf(access, work) : [])]),
  ];
  const { hasRead, mayWrite, hasWritten } = work.meets;
  // In two turns each, where threads meet in between.
  const inTurns = (first: readonly SingleStep[], met: readonly SyncStep[], second: readonly SingleStep[]) =>
    met.length === 0 ? turns([...first, ...second]) : [...turns(first), ...met, ...turns(second)];
  if (fold.end === "input")
    return [
      ...before,
      ...withEnd(reading),
      ...hasRead,
      step,
      ...inTurns(computing, mayWrite, [writing]),
      ...hasWritten,
    ];
  return [...before, ...inTurns([reading], hasRead, computing), step, ...mayWrite, ...withEnd(writing), ...hasWritten];
}

/** Of an orthonormal cosine or sine transform frequency 0, which is the first register of threads whose t is 0. */
function zeroWeightSteps({ content }: FoldedWork): readonly SingleStep[] {
  const weight = content?.kind === "folded" ? content.zeroWeight : undefined;
  if (weight === undefined) return [];
  const points = [{ register: 0, sum: [{ coordinate: OWN, weight: 1 }], value: 0 }];
  return [{ kind: "weigh", points, isReal: false, weight }];
}

/** The t of a thread. */
function pairSteps({ fold, outer }: FoldedWork, isOuter: boolean): readonly SingleStep[] {
  const { below, columns } = fold;
  if (columns === undefined) {
    const size = foldedCount(fold);
    const own: Coordinate = { name: OWN, source: "thread", divisor: below, size, reduce: isOuter };
    return [{ kind: "coordinates", coordinates: [own] }];
  }
  const { coordinates, numbers } = pairLets(fold, isOuter, outer);
  return [{ kind: "coordinates", coordinates }, ...numbers];
}

function foldedColumns({ columns }: Fold): FoldedColumns | undefined {
  if (columns === undefined) return undefined;
  const { kind, rows, near } = columns;
  return kind === "across" ? { kind, rows, near, names: ROW_NAMES } : { kind, count: columnCount(rows.counts), near };
}

/** Registers of a folded phase. */
export const foldedRegisters = ({ radix }: TransformedDigit, { columns }: Pick<Fold, "columns">): number =>
  hermitianRegisters(radix, columns?.kind === "across");

/** Of the threads that have frequency 0 the access to the last one, if it is there: as if the digit had one value more. */
function endOf<A extends Access>(access: A, { content, guarded, digit: { radix }, fold }: FoldedWork): readonly A[] {
  invariant(content?.kind === "folded", () => "lower: a Hermitian step without a half spectrum");
  if (!content.end) return [];
  const [axis, ...others] = access.axes;
  invariant(
    axis !== undefined && others.length === 0 && axis.size === radix,
    () => "lower: a folded phase with columns",
  );
  const kept = access.guards.flatMap((guard, index) =>
    guarded[index] === content.axis ? [] : [{ guard, part: at(axis.guards, index) }],
  );
  const coordinate = fold.columns?.kind === "across" ? TURNED_NUMBER : OWN;
  const isFirst = { sum: [{ coordinate, weight: 1 }], from: 0, below: 1 } as const;
  return [
    {
      ...access,
      run: 1,
      only: axisValue(0, radix),
      guards: [...kept.map(({ guard }) => guard), isFirst],
      axes: [{ ...axis, size: radix + 1, guards: [...kept.map(({ part }) => part), 0] }],
    },
  ];
}

function hermitianStep(
  { set, twiddles, tableEntries, tables }: ButterflyContext,
  radix: number,
  fold: Fold,
  content: ArrayContent | undefined,
): HermitianStep {
  const isCosine = content?.kind === "folded" && content.halfPlace === true;
  const packed = content?.kind === "folded" && content.packed === true ? ({ packed: true } as const) : {};
  const { transform } = set;
  const { direction } = transform;
  const cosine = isCosine ? ({ cosine: true } as const) : {};
  const source = twiddles === "powers" && hasPowers({ radix, ...cosine }) ? "powers" : "factors";
  const pairs: HermitianSpec = { kind: "hermitian", radix, direction, part: "pairs", source, ...cosine };
  const ends: HermitianSpec = {
    ...pairs,
    part: fold.size % 2 === 0 ? "ends" : "odd-ends",
    source: "factors",
    ...packed,
  };
  const tableOf = (spec: HermitianSpec, name: string, order: number, count: number): TwiddleTable => ({
    name,
    direction,
    order,
    count,
    rows: buildHermitian(spec).factors,
    minusOne: false,
    storage: computedWith(transform),
  });
  const finer = isCosine ? 4 : 1;
  const order = 2 * finer * radix * fold.size;
  const count = fold.columns === undefined ? foldedCount(fold) : fold.size;
  const edges: HermitianSpec = { ...ends, part: "edges" };
  const edgesTable = tableOf(edges, `${hermitianName(edges)}_roots`, 2 * radix, 1);
  const table = tableOf(pairs, `${hermitianName(pairs)}_w${order}`, order, count);
  const endsTable = tableOf(ends, `${hermitianName(ends)}_roots`, 4 * finer * radix, 1);
  const twiddleOf = (of: TwiddleTable, twiddle: Pick<Twiddle, "exponent" | "source">): Twiddle => {
    for (const used of tablesOf(twiddle.source)) tables.set(used.name, used);
    const axes = [{ size: of.rows.length, row: 1, exponent: 0 }];
    return { direction, order: of.order, rows: of.rows, row: [], axes, ...twiddle };
  };
  const ofConstants = (of: TwiddleTable) => ({ exponent: [], source: { kind: "table", table: of, run: 1 } }) as const;
  return {
    kind: "hermitian",
    pairs,
    twiddle: twiddleOf(table, {
      exponent: [{ coordinate: OWN, weight: 1 }],
      source: factorSource(twiddles, table, tableEntries),
    }),
    ends,
    endsTwiddle: twiddleOf(endsTable, ofConstants(endsTable)),
    ...(fold.columns?.kind === "across"
      ? { rows: { alone: ROW_NAMES.alone, edges, twiddle: twiddleOf(edgesTable, ofConstants(edgesTable)) } }
      : {}),
  };
}
