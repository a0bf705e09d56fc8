// Prints a phase: what its threads read, compute and write in registers that live no longer. Decides nothing.
import { unreachable } from "../failure/errors.js";
import { isAccess, type Access } from "../kernel/access.js";
import type { ColumnStep, Folded, PairStep } from "../kernel/columns.js";
import type { IndexSource, Sum } from "../kernel/coordinates.js";
import {
  SOURCE,
  threadStepsOf,
  type Kernel,
  type PhaseStep,
  type Role,
  type RoleStep,
  type SingleStep,
  type ThreadStep,
  type TurnStep,
} from "../kernel/program.js";
import { isSync } from "../kernel/sync.js";
import { elementText } from "./element-text.js";
import { block, comment } from "./lines.js";
import { placeLines, readLines, writeLines, type Held } from "./print-access.js";
import { bracketed, coordinateLine, sumText, unsignedLiteral, type IndexNames } from "./print-index.js";
import { letNextStart } from "./print-overlap.js";
import { syncLines } from "./print-sync.js";
import { computeLines } from "./print-compute.js";

export function phaseLines(kernel: Kernel, role: Role, phase: PhaseStep, names: IndexNames): readonly string[] {
  const { activeThreads, comment: text, holds, registers, steps } = phase;
  const guarded = threadStepsOf(phase).some((step) => step.kind === "read" && step.guards.length > 0);
  const array = steps.some(({ kind }) => kind === "turn") ? OF_BOTH : "v";
  const condition =
    activeThreads === undefined ? undefined : `if (${names("thread")} < ${unsignedLiteral(activeThreads)})`;
  const meets = steps.some(isSync);
  const lines = stepsLines(kernel, role, phase, names);
  return [
    "",
    ...comment(text),
    ...block(meets ? "" : (condition ?? ""), [
      `${elementText(kernel.elements[holds])} ${array}[${registers}]${guarded ? " = {}" : ""};`,
      ...(meets && condition !== undefined ? someThreads(condition, lines) : lines.flatMap(linesOf)),
    ]),
  ];
}

/** The registers of both turns. */
const OF_BOTH = "all";

/** The text of a step: the names that later steps may use as well, what it does, and whether threads without work do it, too. */
interface StepText {
  readonly names: readonly string[];
  readonly body: readonly string[];
  readonly forAll: boolean;
}

const linesOf = ({ names, body }: StepText): readonly string[] => [...names, ...body];

/** Where threads meet inside a phase, those without work meet the others: only what lies between is left out. */
function someThreads(condition: string, steps: readonly StepText[]): readonly string[] {
  const lines: string[] = [];
  let guarded: string[] = [];
  const close = (): void => {
    if (guarded.length > 0) lines.push(...block(condition, guarded));
    guarded = [];
  };
  for (const step of steps) {
    if (step.forAll) close();
    lines.push(...step.names);
    if (step.forAll) lines.push(...step.body);
    else guarded.push(...step.body);
  }
  close();
  return lines;
}

/**
 * The steps of a phase. Accesses in the order of memory stand in blocks of their own, because there the thread is another one;
 * behind a load, or before a store, lanes exchange what they hold.
 */
function stepsLines(kernel: Kernel, role: Role, phase: PhaseStep, names: IndexNames): readonly StepText[] {
  const { holds, registers } = phase;
  const steps = phase.steps.filter((step) => step.kind !== "column" || readsSource("column", phase.steps));
  const own = steps.filter((step) => !isAccess(step) || !step.inMemoryOrder);
  const ownTexts = own.map((step, index): StepText => {
    const defined = new Set(
      own
        .slice(0, index)
        .filter(isAccess)
        .map(({ place }) => place),
    );
    const text =
      step.kind === "turn"
        ? { names: [], body: turnLines(kernel, step, names, holds), forAll: false }
        : stepText(kernel, step.kind === "coordinates" ? usedIn(step, own) : step, names, { holds, defined });
    // The first loads need the memory more than the next kernel's start.
    return loadsLast(step) && role.loads !== undefined
      ? { ...text, body: [...text.body, ...letNextStart(kernel)] }
      : text;
  });
  if (own.length === steps.length) return ownTexts;
  const ownLines = ownTexts.flatMap(linesOf);
  // Where threads have a number among those of their role already, `thread` is that.
  const turnedThread = names("thread") === "thread" ? "turned" : "thread";
  const turnedNames: IndexNames = (source) => (source === "thread" ? turnedThread : names(source));
  const turned = (step: Access): readonly string[] =>
    block("", [
      `const unsigned ${turnedThread} = in_memory_order(${names("thread")});`,
      ...[...steps.filter((other) => other.kind === "coordinates").map((other) => usedIn(other, [step])), step].flatMap(
        (other) => linesOf(stepText(kernel, other, turnedNames, { holds, defined: new Set() })),
      ),
    ]);
  const [load, store] = (["read", "write"] as const).map((kind) =>
    steps.flatMap((step) => (isAccess(step) && step.kind === kind && step.inMemoryOrder ? [step] : [])).at(0),
  );
  const body = [
    ...(load === undefined ? [] : [...turned(load), ...letNextStart(kernel), `to_fragments<${registers}>(v);`]),
    ...(store === undefined ? ownLines : block("", ownLines)),
    ...(store === undefined ? [] : [`from_fragments<${registers}>(v);`, ...turned(store)]),
  ];
  return [{ names: [], body, forAll: false }];
}

/** Whether all is loaded behind a step. */
const loadsLast = (step: ThreadStep): boolean =>
  step.kind === "turn" ? step.mirrored && step.steps.some(loadsLast) : step.kind === "read" && step.array === SOURCE;

/** What a thread does as one of the two that it is: under another number, with its part of the registers. */
function turnLines(
  kernel: Kernel,
  { folded, mirrored, first, steps }: TurnStep,
  names: IndexNames,
  holds: Held,
): readonly string[] {
  const { own, size } = folded;
  const literal = unsignedLiteral;
  const mirror = `(${own} == 0u ? ${literal(size % 2 === 0 ? size / 2 : 0)} : ${literal(size)} - ${own})`;
  const turn = mirrored ? mirror : own;
  const thread = names("thread");
  const turnedNames: IndexNames = (source) => (source === "thread" ? TURNED : names(source));
  const line = turnedLine(folded, thread, turn);
  return block("", [
    ...(folded.columns === undefined ? [] : columnLines(folded.columns.count, turn)),
    ...(readsSource("thread", steps) ? [line] : []),
    `${elementText(kernel.elements[holds])}* const v = ${OF_BOTH}${first === 0 ? "" : ` + ${first}`};`,
    ...steps.flatMap((step, index) => {
      const defined = new Set(
        steps
          .slice(0, index)
          .filter(isAccess)
          .map(({ place }) => place),
      );
      const single = step.kind === "coordinates" ? usedIn(step, steps) : step;
      return linesOf(stepText(kernel, single, turnedNames, { holds, defined }));
    }),
  ]);
}

const TURNED = "turned";

function turnedLine({ below, size, isOuter, columns }: Folded, thread: string, turn: string): string {
  const literal = unsignedLiteral;
  // Threads that differ in what comes before, and values of t in a tile.
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
  return `const unsigned ${TURNED} = ${turned.join(" + ")};`;
}

/** Where t is the number of a column and so many times a row: that of the column. */
const columnLines = (count: number, turn: string): readonly string[] => [
  `const unsigned ${NUMBER} = ${turn};`,
  `const unsigned ${COLUMN} = ${NUMBER} % ${unsignedLiteral(count)};`,
];

const NUMBER = "number";
const COLUMN = "column";

/** What a step needs to know of its phase: what registers hold, and which places have variables already. */
interface StepScope {
  readonly holds: Held;
  readonly defined: ReadonlySet<string>;
}

function stepText(kernel: Kernel, step: SingleStep, names: IndexNames, { holds, defined }: StepScope): StepText {
  if (isSync(step)) return { names: [], body: syncLines(kernel, step, names), forAll: true };
  const forAll = false;
  switch (step.kind) {
    case "coordinates": {
      const lines = step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, names));
      return { names: lines, body: [], forAll };
    }
    case "column":
      return { names: [columnLine(step)], body: [], forAll };
    case "pair":
      return { names: [pairLine(step)], body: [], forAll };
    case "read":
      return { names: placeLines(kernel, step, defined), body: readLines(kernel, step, holds), forAll };
    case "write":
      return { names: placeLines(kernel, step, defined), body: writeLines(kernel, step, holds), forAll };
    case "butterfly":
    case "hadamard":
    case "hermitian":
    case "halve":
    case "matrix-butterfly":
    case "scale":
    case "real":
    case "zeroth":
    case "pointwise":
      return { names: [], body: computeLines(kernel, step), forAll };
    default:
      return unreachable(step);
  }
}

function columnLine({ seat, count }: ColumnStep): string {
  const [own, literal] = [sumText(seat), unsignedLiteral];
  return `const unsigned ${COLUMN} = ${own} <= ${literal(count / 2)} ? ${own} : ${literal((3 * count) / 2)} - ${bracketed(own)};`;
}

function pairLine({ name, column, row, count, size }: PairStep): string {
  const [own, along, literal] = [sumText(column), sumText(row), unsignedLiteral];
  const middle = `${bracketed(own)} == 0u && ${bracketed(along)} >= ${literal(Math.ceil(size / count / 2))}`;
  return `const unsigned ${name} = (${middle} ? ${literal(count / 2)} : ${own}) + ${literal(count)} * ${bracketed(along)};`;
}

type Coordinates = Extract<ThreadStep, { readonly kind: "coordinates" }>;

/** Whether steps ask for a part of an index: where a phase moves data on chip only it may not ask for its threads' columns. */
function readsSource(wanted: IndexSource, steps: readonly ThreadStep[]): boolean {
  const used = new Set(steps.flatMap(sumsOf).flatMap((sum) => sum.map(({ coordinate }) => coordinate)));
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

/** All sums of coordinates that a step has. */
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
      return [step.twiddle.exponent];
    case "halve":
      return step.points.map(({ sum }) => sum);
    case "column":
      return [step.seat];
    case "pair":
      return [step.column, step.row];
    case "turn":
      return [[{ coordinate: step.folded.own, weight: 1 }], ...step.steps.flatMap(sumsOf)];
    case "coordinates":
    case "hadamard":
    case "scale":
    case "real":
      return [];
    default:
      return unreachable(step);
  }
}
