// The Hermitian step in the kernel of the complex transform beside it (plan/hermitian-kernel.ts), as one more part of that kernel. Of r2c it
// comes last: the complex transform puts its rows into shared memory, each number at its frequency, and threads take these up again, each
// with its mirror, and store both. Of c2r it comes first, and the complex transform begins with the rows that it leaves. In numbers: of the
// 10007 frequencies of 20014 real numbers, 0 to 5003 and their mirrors, 834 threads have 6 each.
import { at, invariant } from "../failure/errors.js";
import {
  arrayAfter,
  atomsOf,
  BATCH,
  digitsAlong,
  memoryLayout,
  product,
  transformedDigits,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "../layout/digits.js";
import { columnsIn, phaseOfZeroth, rowLength } from "../layout/gathered.js";
import { hermitianSet } from "../layout/hermitian-set.js";
import { ZEROTH } from "../kernel/program.js";
import { beginningIn, endingIn, MOVES, viewOf, type Stretch, type View } from "../layout/stretch.js";
import { placePhase } from "../layout/phases.js";
import { reachAfter, type Reach } from "../layout/reach.js";
import type { Tile } from "../layout/tile.js";
import { halfLength, usualStride, type ArraySpec } from "../plan/arrays.js";
import { contentElement } from "../plan/elements.js";
import { columnsOf } from "../plan/decimated-reals.js";
import { PAIR } from "../plan/hermitian-step.js";
import { hermitianArrays, hermitianSubComputation, hermitianTransform, isStepLast } from "../plan/hermitian-kernel.js";
import type { HermitianEnd } from "../plan/leg.js";
import { subComputationText } from "../plan/sub-computations.js";
import { MEMORY, partOf, type KernelPath, type PathPart, type Rows } from "./path.js";
import { inColumns, within } from "./rows.js";
import type { KernelTexts } from "./texts.js";

/** `path`: of the complex transform. */
export function withHermitianStep({ placed, parts }: KernelPath, end: HermitianEnd): KernelPath {
  const isLast = isStepLast(end.transform);
  if (parts.some((part) => part.beside !== undefined))
    return { placed, parts: withStepOfGathered({ placed, parts }, end) };
  const beside = at(parts, isLast ? parts.length - 1 : 0);
  const { stretch } = beside;
  const { axis } = at(digitsAlong(stretch.set), 0);
  const points = at(end.core.dimensions, axis).length;
  const rows: StepRows = { atoms: columnsIn(stretch.set, stretch.tile), points, pitch: points, isRotated: false };
  const between = handed(rows);
  const stride = usualStride(at(end.dense.axes, axis).stride);
  const layoutOf = (layout: MemoryLayout): MemoryLayout => inRowsOf(stretch.set, layout, stride, rows);
  if (isLast) {
    const ending = endingIn(stretch, layoutOf(stretch.output), rowsReach(stretch.writes, axis, rows));
    const steps = stepParts(placed.threads, beside, end, rows, { from: between, to: MEMORY });
    return { placed, parts: [...parts.slice(0, -1), { ...beside, stretch: ending, to: between }, ...steps] };
  }
  const beginning = beginningIn(stretch, layoutOf(stretch.input), rowsReach(stretch.reads, axis, rows));
  const steps = stepParts(placed.threads, beside, end, rows, { from: MEMORY, to: between });
  return { placed, parts: [...steps, { ...beside, stretch: beginning, from: between }, ...parts.slice(1)] };
}

/** Rows in shared memory: what tells them apart, their points, and places from one to the next. */
interface StepRows {
  readonly atoms: readonly Atom[];
  readonly points: number;
  readonly pitch: number;
  /** Point 0 lies behind the others. */
  readonly isRotated: boolean;
}

const handed = ({ atoms, pitch }: StepRows): Rows => ({
  through: "block",
  place: "own",
  pitch,
  count: product(atoms),
});

/**
 * Of Rader's transform, whose rows are gathered in shared memory anyway, their DC terms beside them (lower-rader.ts): the step takes the place of
 * the part that stores, or loads, and DC terms are moved to the end of their rows, or from there.
 */
function withStepOfGathered({ placed, parts }: KernelPath, end: HermitianEnd): readonly PathPart[] {
  // Behind the one that loads.
  const gathering = at(parts, 1);
  const { stretch, schedule, texts, from } = gathering;
  const { set, tile } = stretch;
  const isLast = isStepLast(end.transform);
  const between = isLast ? at(parts, 2).to : from;
  invariant(between.through === "block", () => "lower: Rader's rows that do not lie in shared memory");
  const { pitch, count } = between;
  const rows: StepRows = { atoms: columnsIn(set, tile), points: rowLength(set) + 1, pitch, isRotated: true };
  const alone = inColumns(set, rows.atoms, 1);
  const phase = phaseOfZeroth(set, { tile, threads: placed.threads }, alone);
  invariant(phase.ok, () => "lower: DC terms that threads cannot hold");
  const terms: Rows = { through: "block", place: ZEROTH, pitch: 1, count };
  const row = dcPlace(set, rows);
  const moving = { ...viewOf(stretch), ...MOVES, phases: [phase.value] };
  const common = { schedule, texts };
  if (isLast) {
    const move: Stretch = { ...moving, input: alone, reads: within(1), output: row.layout, writes: row.reach };
    const steps = stepParts(placed.threads, gathering, end, rows, { from: between, to: MEMORY });
    return [...parts.slice(0, -1), partOf(move, { ...common, from: terms, to: between }), ...steps];
  }
  const move: Stretch = { ...moving, input: row.layout, reads: row.reach, output: alone, writes: within(1) };
  const steps = stepParts(placed.threads, gathering, end, rows, { from: MEMORY, to: between });
  return [...steps, partOf(move, { ...common, from: between, to: terms }), ...parts.slice(1)];
}

/** Behind the other points of each row. */
function dcPlace(
  set: DigitSet,
  { atoms, points, pitch }: StepRows,
): { readonly layout: MemoryLayout; readonly reach: Reach } {
  const map = { kind: "linear", scale: 1, offset: points - 1 } as const;
  return {
    layout: inColumns(set, atoms, pitch),
    reach: { ...within(pitch), mapped: [{ axis: 0, weights: new Map(), map, stride: 1 }] },
  };
}

function stepParts(
  threads: number,
  beside: PathPart,
  end: HermitianEnd,
  rows: StepRows,
  ends: Pick<PathPart, "from" | "to">,
): readonly PathPart[] {
  const { stretch, schedule, texts } = beside;
  const columns = end.radix === PAIR ? 1 : columnsOf(end.radix);
  const most = { rows: product(rows.atoms) / columns, threads, pairs: columns === 1 ? MOST_PAIRS : 1 };
  const own: KernelTexts = {
    ...texts,
    notation: `pairs ${subComputationText(hermitianSubComputation(end.transform, end.radix))}`,
    subComputation: (digit) => subComputationText(digit.subComputation),
  };
  return chunksOf(halfLength(rows.points), most).map((chunk) =>
    partOf(stepStretch({ ...stretch, threads }, end, rows, chunk), { schedule, texts: own, ...ends }),
  );
}

/** Some of the frequencies of a row, from a first one on, in parts of which the digits of their numbers are. */
interface Chunk {
  readonly first: number;
  readonly digits: readonly number[];
}

/** Pairs that a thread has at once: with more ptxas keeps all of them in registers, and spills. */
const MOST_PAIRS = 4;

/**
 * The threads of a row are neighbours, as many for each row. In numbers: 11026 frequencies are 18 for each of 630 threads, in five phases of
 * 2206, which are 4 for each of 552.
 */
function chunksOf(
  frequencies: number,
  { rows, threads, pairs }: { readonly rows: number; readonly threads: number; readonly pairs: number },
): readonly Chunk[] {
  const ofRow = Math.max(1, Math.floor(threads / rows));
  const phases = Math.ceil(Math.ceil(frequencies / ofRow) / pairs);
  const chunks: Chunk[] = [];
  for (let first = 0; first < frequencies;) {
    const own = Math.min(Math.ceil(frequencies / phases), frequencies - first);
    const each = Math.ceil(own / ofRow);
    const lanes = Math.ceil(own / each);
    chunks.push({ first, digits: [lanes, each] });
    first += lanes * each;
  }
  return chunks;
}

function stepStretch(
  inner: View & { readonly threads: number },
  { transform, radix, core, spectrum, dense }: HermitianEnd,
  rows: StepRows,
  { first, digits }: Chunk,
): Stretch {
  const { threads } = inner;
  const room = digits.reduce((all, radix) => all * radix, 1);
  // Along other dimensions there is as much room as convolutions leave.
  const roomy = core.dimensions.map(({ name, length }, index) => ({
    name,
    length: Math.max(length, at(inner.set.transform.dimensions, index).length),
  }));
  const inRoom = (array: ArraySpec): ArraySpec => ({
    ...array,
    axes: array.axes.map((own, index) =>
      index === array.conjugates?.axis ? own : { ...own, length: at(roomy, index).length },
    ),
  });
  const arrays = hermitianArrays({ transform, radix }, spectrum, dense, room, first);
  const set = hermitianSet(
    hermitianTransform({ transform, radix }, { ...core, dimensions: roomy }, room),
    hermitianSubComputation(transform, radix),
    { input: inRoom(arrays.input), between: inRoom(arrays.between), output: inRoom(arrays.output) },
    digits,
  );
  const digit = at(transformedDigits(set), 0);
  const along = set.digits.filter(({ axis }) => axis === digit.axis).flatMap(({ name, radix }) => atomsOf(name, radix));
  const tile: Tile = { ...inner.tile, atoms: [...along, ...rows.atoms] };
  const [input, output] = [memoryLayout(set, 0), memoryLayout(set, 1)];
  const [reads, writes] = [reachAfter(set, 0), reachAfter(set, 1)];
  const isLast = isStepLast(transform);
  // A thread has all columns of a frequency.
  const columns = radix === PAIR ? [] : rows.atoms.filter((atom) => atom.digit !== BATCH);
  const phase = placePhase({ tile, threads }, digit, isLast ? output : input, columns);
  invariant(phase.ok, () => "lower: frequencies that threads cannot hold");
  const shared = inColumns(set, rows.atoms, rows.pitch);
  const { elements } = inner;
  const ends = isLast
    ? { input: shared, reads: rowsReach(reads, digit.axis, rows), output, writes }
    : { input, reads, output: shared, writes: rowsReach(writes, digit.axis, rows) };
  const moved = isLast
    ? { input: elements.exchanged, output: contentElement(arrayAfter(set, 1)) }
    : { input: contentElement(arrayAfter(set, 0)), output: elements.exchanged };
  return {
    ...MOVES,
    ...{ index: 0, set, tile, digits: [digit], phases: [phase.value] },
    ...ends,
    elements: { ...elements, ...moved },
  };
}

/** What of the ends of an array along the axis holds for rows in shared memory, too: which elements are there, and which lies where. */
const rowsReach = ({ mapped, ranges }: Reach, axis: number, { pitch, isRotated }: StepRows): Reach => ({
  ...within(pitch),
  mapped: mapped
    .filter((own) => own.axis === axis)
    .map((own) => ({
      ...own,
      stride: 1,
      map: isRotated && own.map.kind === "mirrored" ? { ...own.map, isRotated } : own.map,
    })),
  ranges: ranges.filter((range) => range.axis === axis),
});

/** The rows of a layout along an axis of this stride, dense, one behind the other. */
function inRowsOf(set: DigitSet, layout: MemoryLayout, stride: number, { atoms: rows, pitch }: StepRows): MemoryLayout {
  const { digits, atoms } = inColumns(set, rows, pitch);
  const own = digitsAlong(set).map(({ name }) => [name, (layout.digits.get(name) ?? 0) / stride] as const);
  return { digits: new Map([...digits, ...own, [BATCH, 0]]), ...(atoms === undefined ? {} : { atoms }) };
}
