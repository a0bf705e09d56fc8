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
import type { KernelGeometry } from "../layout/geometry.js";
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
import type { KernelPart } from "./kernel-part.js";
import { inColumns, within } from "./rows.js";

/** `parts`: those of the complex transform. */
export function withHermitianStep(parts: readonly KernelPart[], end: HermitianEnd): readonly KernelPart[] {
  const isLast = isStepLast(end.transform);
  if (parts.some((part) => part.beside !== undefined)) return withStepOfGathered(parts, end);
  const beside = at(parts, isLast ? parts.length - 1 : 0);
  const { geometry } = beside;
  const { axis } = at(digitsAlong(geometry.set), 0);
  const points = at(end.core.dimensions, axis).length;
  const rows: Rows = { atoms: columnsIn(geometry.set, geometry.tile), points, pitch: points, isRotated: false };
  const steps = stepParts(beside, end, rows);
  const stride = usualStride(at(end.dense.axes, axis).stride);
  // Numbers that are put in order have a pitch of their own.
  const own = parts.map((part): KernelPart => (part.pitch === undefined ? { ...part, ...handed(rows) } : part));
  const layoutOf = (layout: MemoryLayout): MemoryLayout => inRowsOf(geometry.set, layout, stride, rows);
  if (isLast) {
    const { output, writes } = geometry;
    const handing = { output: layoutOf(output), writes: rowsReach(writes, axis, rows) };
    const last: KernelPart = { ...at(own, own.length - 1), geometry: { ...geometry, ...handing }, handsRows: true };
    return [...own.slice(0, -1), last, ...steps];
  }
  const { input, reads } = geometry;
  const taking = { input: layoutOf(input), reads: rowsReach(reads, axis, rows) };
  return [...steps, { ...at(own, 0), geometry: { ...geometry, ...taking }, takesRows: true }, ...own.slice(1)];
}

/** Rows in shared memory: what tells them apart, their points, and places from one to the next. */
interface Rows {
  readonly atoms: readonly Atom[];
  readonly points: number;
  readonly pitch: number;
  /** Point 0 lies behind the others. */
  readonly isRotated: boolean;
}

const handed = ({ atoms, pitch }: Rows): Pick<KernelPart, "pitch" | "rows"> => ({ pitch, rows: product(atoms) });

/**
 * Of Rader's transform, whose rows are gathered in shared memory anyway, their DC terms beside them (lower-rader.ts): the step takes the place of
 * the part that stores, or loads, and DC terms are moved to the end of their rows, or from there.
 */
function withStepOfGathered(parts: readonly KernelPart[], end: HermitianEnd): readonly KernelPart[] {
  // Behind the one that loads.
  const gathering = at(parts, 1);
  const { geometry } = gathering;
  const { set, tile, threads } = geometry;
  const points = rowLength(set) + 1;
  const rows: Rows = { atoms: columnsIn(set, tile), points, pitch: gathering.pitch ?? points, isRotated: true };
  const alone = inColumns(set, rows.atoms, 1);
  const phase = phaseOfZeroth(set, { tile, threads }, alone);
  invariant(phase.ok, () => "lower: DC terms that threads cannot hold");
  const places = { zeroth: { layout: alone, reach: within(1) }, row: dcPlace(set, rows) };
  const isLast = isStepLast(end.transform);
  const [from, to] = isLast ? [places.zeroth, places.row] : [places.row, places.zeroth];
  const { takesRows: _, ...alike } = gathering;
  const move: KernelPart = {
    ...alike,
    ...handed(rows),
    geometry: {
      ...geometry,
      ...{ digits: [], phases: [phase.value], exchanges: [], gathered: undefined, run: [] },
      ...{ input: from.layout, reads: from.reach, output: to.layout, writes: to.reach },
    },
    products: [],
    moves: isLast ? "from the DC terms" : "to the DC terms",
  };
  const steps = stepParts(gathering, end, rows);
  return isLast ? [...parts.slice(0, -1), move, ...steps] : [...steps, move, ...parts.slice(1)];
}

/** Behind the other points of each row. */
function dcPlace(
  set: DigitSet,
  { atoms, points, pitch }: Rows,
): { readonly layout: MemoryLayout; readonly reach: Reach } {
  const map = { kind: "linear", scale: 1, offset: points - 1 } as const;
  return {
    layout: inColumns(set, atoms, pitch),
    reach: { ...within(pitch), mapped: [{ axis: 0, weights: new Map(), map, stride: 1 }] },
  };
}

function stepParts(beside: KernelPart, end: HermitianEnd, rows: Rows): readonly KernelPart[] {
  const { geometry, schedule, texts } = beside;
  const columns = end.radix === PAIR ? 1 : columnsOf(end.radix);
  const most = {
    rows: product(rows.atoms) / columns,
    threads: geometry.threads,
    pairs: columns === 1 ? MOST_PAIRS : 1,
  };
  return chunksOf(halfLength(rows.points), most).map((chunk, index): KernelPart => ({
    ...handed(rows),
    schedule,
    geometry: stepGeometry(geometry, end, rows, chunk),
    texts: {
      ...texts,
      notation: `pairs ${subComputationText(hermitianSubComputation(end.transform, end.radix))}`,
      subComputation: (digit) => subComputationText(digit.subComputation),
    },
    products: [],
    ...(index === 0 ? {} : { goesOn: true }),
  }));
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

function stepGeometry(
  inner: KernelGeometry,
  { transform, radix, core, spectrum, dense }: HermitianEnd,
  rows: Rows,
  { first, digits }: Chunk,
): KernelGeometry {
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
  return {
    ...inner,
    ...{ index: 0, set, tile, digits: [digit], phases: [phase.value] },
    ...{
      exchanges: [],
      run: [],
      gathered: undefined,
      ordered: undefined,
      loadRun: 1,
      storeRun: 1,
    },
    ...(isLast
      ? { input: shared, reads: rowsReach(reads, digit.axis, rows), output, writes }
      : { input, reads, output: shared, writes: rowsReach(writes, digit.axis, rows) }),
    elements: isLast
      ? { ...elements, input: elements.exchanged, output: contentElement(arrayAfter(set, 1)) }
      : { ...elements, input: contentElement(arrayAfter(set, 0)), output: elements.exchanged },
  };
}

/** What of the ends of an array along the axis holds for rows in shared memory, too: which elements are there, and which lies where. */
const rowsReach = ({ mapped, ranges }: Reach, axis: number, { pitch, isRotated }: Rows): Reach => ({
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
function inRowsOf(set: DigitSet, layout: MemoryLayout, stride: number, { atoms: rows, pitch }: Rows): MemoryLayout {
  const { digits, atoms } = inColumns(set, rows, pitch);
  const own = digitsAlong(set).map(({ name }) => [name, (layout.digits.get(name) ?? 0) / stride] as const);
  return { digits: new Map([...digits, ...own, [BATCH, 0]]), ...(atoms === undefined ? {} : { atoms }) };
}
