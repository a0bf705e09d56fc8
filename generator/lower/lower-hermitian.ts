// The Hermitian step in the kernel of the complex transform beside it (plan/hermitian-kernel.ts), as one more part of that kernel. Of r2c it
// comes last: the complex transform puts its rows into shared memory, each number at its frequency, and threads take these up again, each
// with its mirror, and store both. Of c2r it comes first, and the complex transform begins with the rows that it leaves. In numbers: of the
// 10007 frequencies of 20014 real numbers, 0 to 5003 and their mirrors, 834 threads have 6 each.
import { at, invariant } from "../failure/errors.js";
import {
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
import { columnsIn } from "../layout/gathered.js";
import { hermitianSet } from "../layout/hermitian-set.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { placePhase } from "../layout/phases.js";
import { reachAfter, type Reach } from "../layout/reach.js";
import type { Tile } from "../layout/tile.js";
import { halfLength, usualStride } from "../plan/arrays.js";
import { kernelElements } from "../plan/elements.js";
import { hermitianArrays, hermitianSubComputation, hermitianTransform, isStepLast } from "../plan/hermitian-kernel.js";
import type { HermitianEnd } from "../plan/leg.js";
import { subComputationText } from "../plan/sub-computations.js";
import type { KernelPart } from "./kernel-part.js";
import { inColumns, within } from "./rows.js";

/** `parts`: those of the complex transform. */
export function withHermitianStep(parts: readonly KernelPart[], end: HermitianEnd): readonly KernelPart[] {
  const [first, last] = [at(parts, 0), at(parts, parts.length - 1)];
  const isLast = isStepLast(end.transform);
  const beside = isLast ? last : first;
  const { geometry } = beside;
  const { axis } = at(digitsAlong(geometry.set), 0);
  const points = at(end.core.dimensions, axis).length;
  const rows = columnsIn(geometry.set, geometry.tile);
  const stride = usualStride(at(end.dense.axes, axis).stride);
  const common = { pitch: points, rows: product(rows) } as const;
  const steps = chunksOf(halfLength(points), product(rows), geometry.threads).map((chunk, index): KernelPart => ({
    ...common,
    schedule: beside.schedule,
    geometry: stepGeometry(geometry, end, rows, points, chunk),
    texts: {
      ...beside.texts,
      notation: `pairs ${subComputationText(hermitianSubComputation(end.transform))}`,
      subComputation: (digit) => subComputationText(digit.subComputation),
    },
    products: [],
    ...(index === 0 ? {} : { goesOn: true }),
  }));
  // Numbers that are put in order have a pitch of their own.
  const own = parts.map((part): KernelPart => (part.pitch === undefined ? { ...part, ...common } : part));
  if (isLast) {
    const { output, writes } = geometry;
    const handing = {
      output: inRowsOf(geometry.set, output, stride, rows, points),
      writes: rowsReach(writes, axis, points),
    };
    const end: KernelPart = { ...at(own, own.length - 1), geometry: { ...geometry, ...handing }, handsRows: true };
    return [...own.slice(0, -1), end, ...steps];
  }
  const { input, reads } = geometry;
  const taking = { input: inRowsOf(geometry.set, input, stride, rows, points), reads: rowsReach(reads, axis, points) };
  return [...steps, { ...at(own, 0), geometry: { ...geometry, ...taking }, takesRows: true }, ...own.slice(1)];
}

/** Some of the frequencies of a row, from a first one on, in parts of which the digits of their numbers are. */
interface Chunk {
  readonly first: number;
  readonly digits: readonly number[];
}

/** Pairs that a thread has at once: with more ptxas keeps all of them in registers, and spills. */
const MOST_PAIRS = 4;

/** In numbers: 11026 frequencies are 18 for each of 630 threads, in five phases of 2206, which are 4 for each of 552. */
function chunksOf(frequencies: number, rows: number, threads: number): readonly Chunk[] {
  const each = Math.ceil((frequencies * rows) / threads);
  const count = Math.ceil(frequencies / Math.ceil(each / MOST_PAIRS));
  return Array.from({ length: Math.ceil(frequencies / count) }, (_, index): Chunk => {
    const first = index * count;
    const own = Math.min(count, frequencies - first);
    const perThread = Math.ceil(own / threads);
    // Neighbours on neighbouring threads, as few as possible for each.
    return { first, digits: rows > 1 ? [own] : [Math.ceil(own / perThread), perThread] };
  });
}

function stepGeometry(
  inner: KernelGeometry,
  { transform, core, spectrum, dense }: HermitianEnd,
  rows: readonly Atom[],
  points: number,
  { first, digits }: Chunk,
): KernelGeometry {
  const { threads } = inner;
  const room = digits.reduce((all, radix) => all * radix, 1);
  const set = hermitianSet(
    hermitianTransform(transform, core, room),
    hermitianSubComputation(transform),
    hermitianArrays(transform, spectrum, dense, room, first),
    digits,
  );
  const digit = at(transformedDigits(set), 0);
  const along = set.digits.filter(({ axis }) => axis === digit.axis).flatMap(({ name, radix }) => atomsOf(name, radix));
  const tile: Tile = { ...inner.tile, atoms: [...along, ...rows] };
  const [input, output] = [memoryLayout(set, 0), memoryLayout(set, 1)];
  const [reads, writes] = [reachAfter(set, 0), reachAfter(set, 1)];
  const isLast = isStepLast(transform);
  const phase = placePhase({ tile, threads }, digit, isLast ? output : input);
  invariant(phase.ok, () => "lower: frequencies that threads cannot hold");
  const shared = inColumns(set, rows, points);
  const { elements } = inner;
  const outside = kernelElements(set.transform, {}, 0, 1, { input: reads.content, output: writes.content });
  return {
    ...inner,
    ...{ index: 0, set, tile, digits: [digit], phases: [phase.value] },
    ...{ shared: undefined, run: [], stored: undefined, lines: undefined, loadRun: 1, storeRun: 1 },
    ...(isLast
      ? { input: shared, reads: rowsReach(reads, digit.axis, points), output, writes }
      : { input, reads, output: shared, writes: rowsReach(writes, digit.axis, points) }),
    elements: isLast
      ? { ...elements, input: elements.exchanged, output: outside.output }
      : { ...elements, input: outside.input, output: elements.exchanged },
  };
}

/** What of the ends of an array along the axis holds for rows in shared memory, too: which elements are there, and which lies where. */
const rowsReach = ({ mapped, ranges }: Reach, axis: number, pitch: number): Reach => ({
  ...within(pitch),
  mapped: mapped.filter((own) => own.axis === axis).map((own) => ({ ...own, stride: 1 })),
  ranges: ranges.filter((range) => range.axis === axis),
});

/** The rows of a layout along an axis of this stride, dense, one behind the other. */
function inRowsOf(
  set: DigitSet,
  layout: MemoryLayout,
  stride: number,
  rows: readonly Atom[],
  pitch: number,
): MemoryLayout {
  const { digits, atoms } = inColumns(set, rows, pitch);
  const own = digitsAlong(set).map(({ name }) => [name, (layout.digits.get(name) ?? 0) / stride] as const);
  return { digits: new Map([...digits, ...own, [BATCH, 0]]), ...(atoms === undefined ? {} : { atoms }) };
}
