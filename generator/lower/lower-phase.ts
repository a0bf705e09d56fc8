// Turns one placed phase into a step of the program: where a thread reads, which butterflies it does, where it writes. Does not
// choose anything.
import type { CodeletPart } from "../codelet/codelet.js";
import { SOURCE } from "./kernel-arrays.js";
import { at } from "../failure/errors.js";
import { isAccess, type Access, type Index, type RegisterAxis, type Send } from "../kernel/access.js";
import type { Coordinate, Sum } from "../kernel/coordinates.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import { ZEROTH, type PhaseStep, type SingleStep, type ThreadStep } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import { isTransformedBefore, product } from "../layout/digits.js";
import { fixedLaneAtoms, isFragment } from "../layout/fragment-phases.js";
import type { Columns, MirroredColumns } from "../layout/mirrored.js";
import { activeThreads, registersPerThread, type Phase } from "../layout/phases.js";
import type { Stretch } from "../layout/stretch.js";
import { elementsAtOnce } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { computedIn, type NumberFormat } from "../plan/transform.js";
import { registerSums } from "../kernel/axis-sums.js";
import { foldedRegisters, foldedSteps } from "./fold.js";
import { halvingSteps, isLoaded, zeroSteps } from "./halving.js";
import type { Product, ProductTime } from "./product.js";
import { phaseComment } from "./phase-comment.js";
import { butterflyStep, vectorButterfly, type ButterflyContext } from "./butterfly.js";
import { axesOf, denseUse, fieldsOf, sumOf, transformUse, type Field, type Use } from "./fields.js";
import { digitUse, matrixButterfly } from "./matrix-butterfly.js";
import { belowRegisters, columnParts, rowUses, seatUse } from "./mirrored.js";
import { workersOf } from "./idle-threads.js";
import { accessesWithin, neededPart } from "./needed-part.js";
import { belowRows, mirroredWrites, sharedRowsStep, type SentColumns } from "./sent-columns.js";
import { phaseScales, takesFactor } from "./scaling.js";
import { batchUse, TOGETHER, type Side } from "./sides.js";
import { exponentUse, type Exponent } from "../layout/twiddle-exponents.js";

/** What all phases of a kernel have in common. */
export interface PhaseContext extends ButterflyContext {
  readonly matrices: Map<string, MatrixOperand>;
  readonly geometry: Stretch;
  readonly schedule: Schedule;
  readonly exponents: ReadonlyMap<string, Exponent>;
  readonly products: readonly Product[];
  /** Columns and their mirrors, where threads have such (path.ts). */
  readonly columns: Columns;
}

/** What one phase has of its own. */
export interface PhaseWork {
  readonly phase: Phase;
  /** Among all phases of the kernel. */
  readonly position: number;
  readonly read: Side;
  readonly write: Side;
  readonly send?: Omit<Send, "rank"> | undefined;
  /** Columns, half of which it sends to the blocks of their mirrors. */
  readonly mirrors?: MirroredColumns | undefined;
  /** Columns of which blocks share the rows, where those are sent to the blocks that have them. */
  readonly shares?: MirroredColumns | undefined;
  /** Coordinates of its block, group and tile. */
  readonly outer: readonly Field[];
  /** Those of a phase with which it is one. */
  readonly known?: readonly Coordinate[];
  /** Those that do it, some of which may have no work. */
  readonly threads: number;
  /** When all is read; before anything is written; when all is written. */
  readonly hasRead?: readonly SyncStep[];
  readonly mayWrite?: readonly SyncStep[];
  readonly hasWritten?: readonly SyncStep[];
}

/** Of so many; undefined where all have some. */
function threadsWithWork(phase: Phase, threads: number): number | undefined {
  const active = activeThreads(phase);
  return active < threads ? active : undefined;
}

/** Whether a digit is a frequency before phase `position` of the kernel. */
export function transformedBefore(geometry: Stretch, position: number): (digit: string) => boolean {
  const { set, phases, index } = geometry;
  const done = new Set(phases.slice(0, position).map(({ digit }) => digit?.name));
  return (name) => done.has(name) || isTransformedBefore(set, name, index) || isLoaded(geometry, name);
}

export function lowerPhase(context: PhaseContext, work: PhaseWork): PhaseStep {
  const { set, geometry } = context;
  const { phase, position, read, write, outer, hasRead = [], mayWrite = [], hasWritten = [] } = work;
  const busy = threadsWithWork(phase, work.threads);
  const exponent = phase.digit === undefined ? undefined : context.exponents.get(phase.digit.name);
  const sharing = work.shares === undefined ? [] : belowRows(set, work.shares).map(denseUse);
  const uses = [
    ...read.uses,
    ...write.uses,
    batchUse,
    ...(exponent === undefined ? [] : [exponentUse(exponent)]),
    ...(phase.digit !== undefined && isFragment(phase) ? [digitUse(phase.digit)] : []),
    seatUse,
    rowUses.place,
    ...sharing,
    ...(work.mirrors === undefined ? [] : [denseUse(belowRegisters(work.mirrors))]),
    ...productUses(context, position),
  ];
  const own = fieldsOf(set, phase.threads, "thread", uses, transformedBefore(geometry, position), outer, work.known);
  // What is sent to a cluster has its place there by what it is, not by where its thread has it.
  const isElsewhere = (side: Side): boolean => side.isGlobal || (side === write && work.send !== undefined);
  const inMemory = [read, write].filter(isElsewhere).flatMap((side) => side.uses);
  const columns = columnParts(
    context,
    [...own, ...outer],
    [...inMemory, ...(exponent === undefined ? [] : [exponentUse(exponent)]), ...sharing],
    transformedBefore(geometry, position),
  );
  const scope = [...own, ...columns.fields, ...outer];
  const ownAt = (side: Side): readonly Field[] => (isElsewhere(side) ? [...own, ...columns.fields] : own);
  const reading = { ...accessOf(work, read, geometry, ownAt(read), scope), kind: "read" } as const;
  const writing = {
    ...accessOf(work, write, geometry, ownAt(write), scope),
    kind: "write",
    policy: context.schedule.stores,
    send:
      work.send === undefined
        ? undefined
        : { ...work.send, rank: write.rank === undefined ? [] : sumOf(own, write.rank) },
  } as const;
  const together = staysInPlace(work, reading.index, writing.index);
  const coordinatesOf = (fields: readonly Field[]): SingleStep => ({
    kind: "coordinates",
    coordinates: fields.map(({ coordinate }) => coordinate),
  });
  const ofColumns = columns.fields.length === 0 ? [] : [coordinatesOf(columns.fields)];
  const readingIn = { ...reading, place: together ? TOGETHER : read.places.read };
  const writingOut = { ...writing, place: together ? TOGETHER : write.places.write };
  const part = neededPart(geometry, phase, productsOf(context, position).length > 0);
  const computing = computeSteps(context, work, scope, exponent, part);
  const common = {
    kind: "phase",
    comment: phaseComment(context, work),
    holds: isFragment(phase) ? "exchanged" : "held",
  } as const;
  const { digit, fold } = phase;
  if (fold !== undefined && digit !== undefined) {
    const [side, { content }] = fold.end === "input" ? [read, geometry.reads] : [write, geometry.writes];
    const guarded = side.guards.map(({ axis }) => axis);
    const inBoth = { phase, fold, digit, content, guarded };
    // A turn knows its column.
    const coordinates = [coordinatesOf(own), ...ofColumns];
    const folded = {
      ...inBoth,
      coordinates,
      outer,
      reading: readingIn,
      computing,
      writing: writingOut,
      meets: { hasRead, mayWrite, hasWritten },
    };
    const steps = foldedSteps(context, folded);
    return { ...common, workers: workersOf(busy, steps), registers: foldedRegisters(digit, fold), steps };
  }
  const sent: SentColumns = {
    set,
    phase,
    uses: write.uses,
    rank: write.rank,
    transformed: transformedBefore(geometry, position),
    own,
    outer,
    write: writingOut,
    access: (fields) => accessOf(work, write, geometry, fields, [...fields, ...outer]),
  };
  const codelet = computing.find((step) => step.kind === "butterfly")?.codelet;
  // Nothing else looks at the registers of inputs that are not there.
  const isAlone = computing[0]?.kind === "butterfly" && productsOf(context, position).length === 0;
  const steps = [
    coordinatesOf(own),
    ...columns.number,
    ...ofColumns,
    ...(isAlone ? accessesWithin(readingIn, codelet?.inputs, codelet) : [readingIn]),
    ...hasRead,
    ...(position === 0 ? halvingSteps(geometry, phase, scope) : []),
    ...zeroSteps(geometry, phase, scope, "before"),
    ...productSteps(context, work, scope, "before"),
    ...computing,
    ...productSteps(context, work, scope, "after"),
    ...zeroSteps(geometry, phase, scope, "after"),
    ...mayWrite,
    ...(work.shares === undefined ? [] : [sharedRowsStep(set, work.shares, phase, scope)]),
    ...(work.mirrors === undefined
      ? accessesWithin(writingOut, part?.outputs, codelet)
      : mirroredWrites(work.mirrors, sent)),
    ...hasWritten,
  ];
  return {
    ...common,
    workers: workersOf(busy, steps),
    registers: registersPerThread(phase),
    steps: withOrdered(steps),
  };
}

/** Accesses in the order of memory have scopes of their own: a load before all others, in which the coordinates are another thread's. */
function withOrdered(steps: readonly SingleStep[]): readonly ThreadStep[] {
  const numbers = steps.filter(({ kind }) => kind === "coordinates" || kind === "let");
  const isOrdered = (step: SingleStep, kind: Access["kind"]): boolean =>
    isAccess(step) && step.kind === kind && step.inMemoryOrder;
  const scoped = (step: SingleStep): ThreadStep => ({ kind: "in-memory-order", steps: [...numbers, step] });
  const loads = steps.filter((step) => isOrdered(step, "read"));
  const others = steps.filter((step) => !isOrdered(step, "read"));
  return [...loads.map(scoped), ...others.map((step) => (isOrdered(step, "write") ? scoped(step) : step))];
}

function accessOf(
  { phase }: PhaseWork,
  side: Side,
  { elements }: Stretch,
  own: readonly Field[],
  scope: readonly Field[],
): Omit<Access, "kind" | "place" | "policy" | "send"> {
  const axes = side.axes(phase.registers);
  const isMatrix = isFragment(phase);
  // What is converted on the way moves element by element.
  const { held, exchanged, input, output } = elements;
  const registers = isMatrix ? exchanged : held;
  const moved = side.isGlobal ? (side.array === SOURCE ? input : output) : exchanged;
  const isRaw = registers.storage === moved.storage && moved.by === undefined;
  return {
    array: side.array,
    index: side.index(own, scope),
    axes,
    guards: side.guards.map(({ use, axis: _, ...bounds }) => ({ ...bounds, sum: sumOf(scope, use) })),
    ...(side.indices.length === 0
      ? {}
      : { indices: side.indices.map(({ use, ...term }) => ({ ...term, sum: sumOf(scope, use) })) }),
    ...(side.parts === undefined ? {} : { parts: side.parts }),
    ...(side.numbers === undefined ? {} : { numbers: side.numbers }),
    run: runOf(isRaw ? side.longestRun : 1, axes),
    inMemoryOrder: side.isGlobal && fixedLaneAtoms(phase) > 0,
  };
}

/** How many neighbours an access moves: as many as it may, if the registers have them on one axis. */
function runOf(longest: number, axes: readonly RegisterAxis[]): number {
  const along = axes.find(({ weight, guards }) => weight === 1 && guards.every((part) => part === 0))?.size ?? 1;
  return along % longest === 0 ? longest : Math.min(longest, along & -along);
}

/** Whether a thread writes to shared memory just what it has read there. */
const staysInPlace = ({ read, write, send }: PhaseWork, from: Index, to: Index): boolean =>
  !read.isGlobal && !write.isGlobal && send === undefined && sameIndex(from, to);

const sameIndex = (a: Index, b: Index): boolean =>
  [a, b].every(({ mapped }) => mapped.length === 0) && sameSum(a.sum, b.sum) && sameSum(a.exchanged, b.exchanged);

const sameSum = (a: Sum, b: Sum): boolean =>
  a.length === b.length &&
  a.every((term, index) => term.coordinate === b[index]?.coordinate && term.weight === b[index]?.weight);

/** The butterflies of a phase, and what is multiplied by before and after them. */
function computeSteps(
  context: PhaseContext,
  { phase, position }: PhaseWork,
  scope: readonly Field[],
  exponent: Exponent | undefined,
  part: CodeletPart | undefined,
): readonly SingleStep[] {
  const { geometry, set, matrices, tables, twiddles } = context;
  const { digit } = phase;
  const isLast = position === geometry.phases.length - 1;
  const registers = product(phase.registers);
  const scales = phaseScales(geometry);
  const entry = at(scales.before, position);
  const factor = isLast ? scales.after : 1;
  if (digit !== undefined && isFragment(phase)) {
    const inside = { transform: set.transform, texts: context.texts, matrices, tables, twiddles };
    return [matrixButterfly(inside, phase, digit, scope, { exponent, entry, factor })];
  }
  const scaled = (by: number): readonly SingleStep[] =>
    by === 1 ? [] : [{ kind: "scale", factor: by, as: scaledAs(geometry, by), registers }];
  return [
    ...(digit === undefined ? [] : [...scaled(entry), butterflyStep(context, phase, digit, scope, exponent, part)]),
    ...(phase.vectorDigit === undefined ? [] : [vectorButterfly(context, phase)]),
    ...scaled(factor),
    ...(isLast && takesFactor(geometry) ? [{ kind: "scale", factor: "called", registers } as const] : []),
  ];
}

/** In 16-bit complex arithmetic, what is no power of two is multiplied by in single precision. */
function scaledAs({ elements: { held }, set: { transform } }: Stretch, factor: number): NumberFormat {
  const isExact = elementsAtOnce(held) > 1 && Number.isInteger(Math.log2(factor));
  return isExact ? held.storage : computedIn(transform.precision);
}

/** The products of a phase. */
const productsOf = ({ geometry: { phases }, products }: PhaseContext, position: number): readonly Product[] =>
  products.filter(({ when: { side, digit } }) =>
    digit === undefined
      ? position === (side === "before" ? 0 : phases.length - 1)
      : phases[position]?.digit?.name === digit,
  );

/** The places of elements in their tables, at that time. */
const productUses = (context: PhaseContext, position: number): readonly Use[] =>
  productsOf(context, position).flatMap((product) =>
    product.kind === "real"
      ? []
      : [transformUse(product.layout), ...(product.kind === "zeroth" ? [denseUse(product.columns)] : [])],
  );

const productSteps = (
  context: PhaseContext,
  { phase, position }: PhaseWork,
  scope: readonly Field[],
  side: ProductTime["side"],
): readonly SingleStep[] =>
  productsOf(context, position)
    .filter(({ when }) => when.side === side)
    .map((done): SingleStep => {
      if (done.kind === "real") return { kind: "real", registers: product(phase.registers) };
      const use = transformUse(done.layout);
      if (done.kind === "zeroth") return zerothStep(phase, scope, use, done);
      const axes = axesOf(phase.registers, { weight: use });
      return { kind: "pointwise", table: done.table, place: sumOf(scope, use), axes };
    });

/** Of each row one thread has frequency 0. */
function zerothStep(
  { registers }: Phase,
  scope: readonly Field[],
  frequency: Use,
  { columns, length }: Extract<Product, { readonly kind: "zeroth" }>,
): SingleStep {
  const column = denseUse(columns);
  const sums = registerSums(axesOf(registers, { weight: frequency, mapped: [column] }), 0, 1);
  const points = sums.flatMap(({ offset, mapped: [place = 0] }, register) =>
    offset === 0 ? [{ register, place }] : [],
  );
  return {
    kind: "zeroth",
    array: ZEROTH,
    frequency: sumOf(scope, frequency),
    place: sumOf(scope, column),
    points,
    length,
  };
}
