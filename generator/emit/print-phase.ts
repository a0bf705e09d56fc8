// Prints a phase: its threads read, compute and write in registers whose values end with the phase. Decides nothing.
import { unreachable } from "../failure/errors.js";
import { isAccess, type Access } from "../kernel/access.js";
import { rowsInBlock, TURNED_NUMBER, type Folded, type FoldedColumns, type PairStep } from "../kernel/columns.js";
import type { IndexSource, Sum } from "../kernel/coordinates.js";
import {
  threadStepsOf,
  type Kernel,
  type PhaseStep,
  type RoleStep,
  type SingleStep,
  type ThreadStep,
  type TurnStep,
  type Workers,
} from "../kernel/program.js";
import { isSync } from "../kernel/sync.js";
import { elementText } from "./element-text.js";
import { block, comment, mentions } from "./lines.js";
import {
  columnNumberLines,
  isMirrorSeatText,
  mirrorColumnText,
  mirrorInsideText,
  mirrorLines,
  mirrorPlaceText,
  rowLines,
  rowPairLines,
} from "./print-columns.js";
import { placeLines, readLines, writeLines, type Held } from "./print-access.js";
import { bracketed, coordinateLine, sumText, unsignedLiteral, type IndexNames } from "./print-index.js";
import { syncLines } from "./print-sync.js";
import { computeLines } from "./print-compute.js";
import { storedLines } from "./print-whole-lines.js";

export function phaseLines(kernel: Kernel, phase: PhaseStep, names: IndexNames): readonly string[] {
  const { comment: text, holds, registers, steps, workers } = phase;
  const guarded = threadStepsOf(phase).some((step) => step.kind === "read" && step.guards.length > 0);
  const array = steps.some(({ kind }) => kind === "turn") ? OF_BOTH : "v";
  const ofWorkers = workers === undefined ? "" : `if (${names("thread")} < ${unsignedLiteral(workers.count)})`;
  const repeats = workers?.others === "repeat";
  // At barriers every thread has its own index: warps without work arrive as all others do.
  const { seat, names: own } = repeats
    ? repeatedBy(names, workers, coordinatesIn(threadStepsOf(phase)))
    : { seat: [], names };
  const lines = stepsLines(kernel, phase, { own, met: names }, repeats ? ofWorkers : undefined);
  return [
    "",
    ...comment(text),
    ...block(repeats ? "" : ofWorkers, [
      // A single thread's work does not depend on its index.
      ...(mentions(lines, own("thread")) ? seat : []),
      ...(registers === 0
        ? []
        : [`${elementText(kernel.elements[holds])} ${array}[${registers}]${guarded ? " = {}" : ""};`]),
      ...lines,
    ]),
  ];
}

/** The registers of both butterflies. */
const OF_BOTH = "all";

/** The variables of a phase's indices: for the work of threads, and where they meet. */
interface PhaseNames {
  readonly own: IndexNames;
  readonly met: IndexNames;
}

/** The number of a thread's work, where threads without work repeat that of the last one that has some. */
function repeatedBy(
  names: IndexNames,
  { count }: Workers,
  taken: ReadonlySet<string>,
): { readonly seat: readonly string[]; readonly names: IndexNames } {
  const thread = names("thread");
  // Columns use the same name.
  const seat = taken.has(SEAT) ? OTHER_SEAT : SEAT;
  return {
    seat: [
      `const unsigned ${seat} = ${thread} < ${unsignedLiteral(count)} ? ${thread} : ${unsignedLiteral(count - 1)};`,
    ],
    names: (source) => (source === "thread" ? seat : names(source)),
  };
}

const SEAT = "seat";
const OTHER_SEAT = "worker";

/**
 * The steps of a phase. Accesses in the order of memory have scopes of their own, where the thread has another number; after a
 * load, or before a store, lanes exchange elements.
 */
function stepsLines(
  kernel: Kernel,
  phase: PhaseStep,
  { own: names, met }: PhaseNames,
  only: string | undefined,
): readonly string[] {
  const { holds, registers } = phase;
  const asksRow = readsSource("inside", phase.steps);
  const asksColumn = asksRow || readsSource("column", phase.steps);
  const steps = phase.steps.filter(({ kind }) => (kind === "row" ? asksRow : kind !== "column" || asksColumn));
  const [load, store] = (["read", "write"] as const).map((kind) =>
    steps.flatMap((step) => (isAccess(step) && step.kind === kind && step.inMemoryOrder ? [step] : [])).at(0),
  );
  // What follows the load directly comes before lanes exchange elements.
  const behind = load === undefined ? undefined : steps[steps.indexOf(load) + 1];
  const letting = behind?.kind === "let-next-start" ? behind : undefined;
  const own = steps.filter((step) => step !== load && step !== store && (letting === undefined || step !== letting));
  const ownLines = own.flatMap((step, index): readonly string[] => {
    const defined = new Set(
      own
        .slice(0, index)
        .filter(isAccess)
        .map(({ place }) => place),
    );
    return isSync(step)
      ? syncLines(kernel, step, met)
      : step.kind === "turn"
        ? turnLines(kernel, step, names, { holds, only })
        : stepLines(kernel, step.kind === "coordinates" ? usedIn(step, own) : step, names, { holds, defined, only });
  });
  if (own.length === steps.length) return ownLines;
  // Where `thread` already names the number of a thread in its role, another name is used.
  const turnedThread = names("thread") === "thread" ? "turned" : "thread";
  const turnedNames: IndexNames = (source) => (source === "thread" ? turnedThread : names(source));
  const turned = (step: Access): readonly string[] =>
    block("", [
      `const unsigned ${turnedThread} = in_memory_order(${names("thread")});`,
      ...[...steps.filter((other) => other.kind === "coordinates").map((other) => usedIn(other, [step])), step].flatMap(
        (other) => stepLines(kernel, other, turnedNames, { holds, defined: new Set(), only }),
      ),
    ]);
  return [
    ...(load === undefined
      ? []
      : [
          ...turned(load),
          ...(letting === undefined ? [] : syncLines(kernel, letting, met)),
          `to_fragments<${registers}>(v);`,
        ]),
    ...(store === undefined ? ownLines : block("", ownLines)),
    ...(store === undefined ? [] : [`from_fragments<${registers}>(v);`, ...turned(store)]),
  ];
}

/** The steps of one of a thread's two butterflies: with another thread number, and its part of the registers. */
function turnLines(
  kernel: Kernel,
  { folded, mirrored, first, steps }: TurnStep,
  names: IndexNames,
  scope: Omit<StepScope, "defined">,
): readonly string[] {
  const turn = turnText(folded, mirrored);
  const thread = names("thread");
  const turnedNames: IndexNames = (source) => (source === "thread" ? TURNED : names(source));
  const lines = turnedLines(folded, mirrored, thread, turn);
  return block("", [
    // Steps on registers only need no place.
    ...(steps.some(isAccess) || readsSource("thread", steps) || readsSource("column", steps)
      ? columnLines(folded, mirrored, turn, steps)
      : []),
    ...(readsSource("thread", steps) ? lines : []),
    `${elementText(kernel.elements[scope.holds])}* const v = ${OF_BOTH}${first === 0 ? "" : ` + ${first}`};`,
    ...steps.flatMap((step, index) => {
      const defined = new Set(
        steps
          .slice(0, index)
          .filter(isAccess)
          .map(({ place }) => place),
      );
      const single = step.kind === "coordinates" ? usedIn(step, steps) : step;
      return stepLines(kernel, single, turnedNames, { ...scope, defined });
    }),
  ]);
}

const TURNED = "turned";

/** The t of a butterfly. */
function turnText({ own, size, columns }: Folded, isMirrored: boolean): string {
  const literal = unsignedLiteral;
  if (!isMirrored) return own;
  const middle = literal(size % 2 === 0 ? size / 2 : 0);
  const ofFirst = columns?.kind === "across" ? `(${columns.names.alone} ? ${middle} : 0u)` : middle;
  return `(${own} == 0u ? ${ofFirst} : ${literal(size)} - ${own})`;
}

function turnedLines(
  { below, size, isOuter, columns }: Folded,
  isMirrored: boolean,
  thread: string,
  turn: string,
): readonly string[] {
  const literal = unsignedLiteral;
  if (columns?.kind === "across") return turnedRowLines({ below, size, isOuter, columns }, isMirrored, thread);
  // Threads before the digit t, and values of t in a tile.
  const low = below * (columns?.near ?? 1);
  const rows = size / (columns?.count ?? 1);
  const [span, half] = columns === undefined ? [size, Math.ceil(size / 2)] : [2 * rows, rows];
  const row = rows === 1 ? "" : `${NUMBER} / ${literal(columns?.count ?? 1)} + `;
  const place =
    columns === undefined ? turn : `(${row}(${COLUMN} < ${literal(columns.count / 2)} ? 0u : ${literal(rows)}))`;
  const turned = [
    ...(low === 1 ? [place] : [`${thread} % ${literal(low)}`, `${literal(low)} * ${place}`]),
    ...(isOuter ? [`${literal(low * span)} * (${thread} / ${literal(low * half)})`] : []),
  ];
  return [`const unsigned ${TURNED} = ${turned.join(" + ")};`];
}

function turnedRowLines(
  { below, size, isOuter, columns }: Pick<Folded, "below" | "size" | "isOuter"> & { readonly columns: RowColumns },
  isMirrored: boolean,
  thread: string,
): readonly string[] {
  const literal = unsignedLiteral;
  const { near, rows, names } = columns;
  const column = below * size * rowsInBlock(rows);
  const isShared = rows.inside.shared !== undefined;
  const times = (weight: number, text: string): string => (weight === 1 ? text : `${literal(weight)} * ${text}`);
  const turned = [
    ...(below === 1 ? [] : [`${thread} % ${literal(below)}`]),
    times(below, NUMBER),
    ...(rows.inside.count === 1 ? [] : [times(below * size, isShared ? ROW : INSIDE)]),
    ...(near === 1 ? [] : [times(column, `(${thread} / ${literal(column)} % ${literal(near)})`)]),
    `(${bracketed(isMirrorSeatText(rows.counts, COLUMN))} ? ${literal(column * near)} : 0u)`,
    ...(isOuter ? [times(2 * column * near, `(${thread} / ${literal(column * near)})`)] : []),
  ];
  const row = isMirrored ? mirrorPlaceText(rows, names.place, INSIDE) : names.place;
  return [
    ...(isShared ? [`const unsigned ${ROW} = ${row};`] : []),
    `const unsigned ${TURNED} = ${turned.join(" + ")};`,
  ];
}

type RowColumns = Extract<FoldedColumns, { readonly kind: "across" }>;

/** The column of a butterfly and its t: where t is the number of a column plus a multiple of a row, the column of that. */
function columnLines(
  { columns }: Folded,
  isMirrored: boolean,
  turn: string,
  steps: readonly ThreadStep[],
): readonly string[] {
  if (columns === undefined) return [];
  const number = `const unsigned ${NUMBER} = ${turn};`;
  if (columns.kind === "along")
    return [number, `const unsigned ${COLUMN} = ${NUMBER} % ${unsignedLiteral(columns.count)};`];
  const { rows, names } = columns;
  const column = isMirrored ? mirrorColumnText(rows.counts, names.column) : names.column;
  const inside = isMirrored ? mirrorInsideText(rows, names) : names.inside;
  // Where blocks share rows, the place of a row in its block is another number.
  const asksInside =
    rows.inside.shared === undefined || readsSource("inside", steps) || (isMirrored && readsSource("thread", steps));
  return [
    number,
    `const unsigned ${COLUMN} = ${column};`,
    ...(rows.inside.count === 1 || !asksInside ? [] : [`const unsigned ${INSIDE} = ${inside};`]),
  ];
}

const NUMBER = TURNED_NUMBER;
const COLUMN = "column";
const INSIDE = "inside";
const ROW = "row";

/** The properties of a phase for its steps: the type in registers, the places with variables, and any condition for writing. */
interface StepScope {
  readonly holds: Held;
  readonly defined: ReadonlySet<string>;
  readonly only: string | undefined;
}

function stepLines(
  kernel: Kernel,
  step: SingleStep,
  names: IndexNames,
  { holds, defined, only }: StepScope,
): readonly string[] {
  if (isSync(step)) return syncLines(kernel, step, names);
  const byWriters = (lines: readonly string[]): readonly string[] => (only === undefined ? lines : block(only, lines));
  switch (step.kind) {
    case "coordinates":
      return step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, names));
    case "column":
      return columnNumberLines(COLUMN, step.counts, sumText(step.seat));
    case "mirror":
      return mirrorLines(step);
    case "pair":
      return [pairLine(step)];
    case "row-pair":
      return rowPairLines(step);
    case "row":
      return rowLines(INSIDE, { ...step, column: COLUMN, place: sumText(step.place) });
    case "read":
      return [...placeLines(kernel, step, defined), ...readLines(kernel, step, holds)];
    case "write":
      return [...placeLines(kernel, step, defined), ...byWriters(writeLines(kernel, step, holds))];
    case "zeroth":
      return byWriters(computeLines(kernel, step));
    case "lines":
      return storedLines(kernel, step, names);
    case "butterfly":
    case "hadamard":
    case "hermitian":
    case "hermitian-pairs":
    case "weigh":
    case "matrix-butterfly":
    case "scale":
    case "real":
    case "pointwise":
      return computeLines(kernel, step);
    default:
      return unreachable(step);
  }
}

function pairLine({ name, column, row, count, size }: PairStep): string {
  const [own, along, literal] = [sumText(column), sumText(row), unsignedLiteral];
  const middle = `${bracketed(own)} == 0u && ${bracketed(along)} >= ${literal(Math.ceil(size / count / 2))}`;
  return `const unsigned ${name} = (${middle} ? ${literal(count / 2)} : ${own}) + ${literal(count)} * ${bracketed(along)};`;
}

type Coordinates = Extract<ThreadStep, { readonly kind: "coordinates" }>;

/** The coordinates in the sums of steps. */
const coordinatesIn = (steps: readonly ThreadStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap(sumsOf).flatMap((sum) => sum.map(({ coordinate }) => coordinate)));

/** Whether steps use a part of an index: a phase that moves data on chip only may not need its threads' columns. */
function readsSource(wanted: IndexSource, steps: readonly ThreadStep[]): boolean {
  const used = coordinatesIn(steps);
  return steps.some(
    (step) =>
      step.kind === "coordinates" && step.coordinates.some(({ source, name }) => source === wanted && used.has(name)),
  );
}

/** The coordinates that these steps use. */
function usedIn(step: Coordinates, users: readonly ThreadStep[]): Coordinates {
  const used = new Set(users.flatMap(sumsOf).flatMap((sum) => sum.map(({ coordinate }) => coordinate)));
  return { ...step, coordinates: step.coordinates.filter(({ name }) => used.has(name)) };
}

/** All sums of coordinates in a step. */
export function sumsOf(step: RoleStep | ThreadStep): readonly Sum[] {
  if (isSync(step)) return [];
  switch (step.kind) {
    case "phase":
      return step.steps.flatMap(sumsOf);
    case "read":
    case "write": {
      const { index, guards } = step;
      const mapped = index.mapped.map(({ sum }) => sum);
      return [index.sum, index.exchanged, ...mapped, ...guards.map(({ sum }) => sum)];
    }
    case "pointwise":
      return [step.place];
    case "zeroth":
      return [step.frequency, step.place];
    case "butterfly":
    case "matrix-butterfly":
      return step.twiddle === undefined ? [] : [step.twiddle.row, step.twiddle.exponent];
    case "hermitian":
    case "hermitian-pairs":
      return [step.twiddle.exponent];
    case "weigh":
      return step.points.map(({ sum }) => sum);
    case "column":
      return [step.seat];
    case "mirror":
      return [step.below];
    case "pair":
      return [step.column, step.row];
    case "row-pair":
      return [step.seat, step.row, step.rank];
    case "row":
      return [step.rank, step.place];
    case "turn":
      return [[{ coordinate: step.folded.own, weight: 1 }], ...step.steps.flatMap(sumsOf)];
    case "coordinates":
    case "lines":
    case "hadamard":
    case "scale":
    case "real":
      return [];
    default:
      return unreachable(step);
  }
}
