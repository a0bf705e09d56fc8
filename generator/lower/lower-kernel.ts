// Turns a kernel's geometry into a kernel program: per phase, where this thread reads, which butterflies it does, where it
// writes. Does not choose anything: every decision stands in the plan or follows from the geometry.
import { at, invariant } from "../failure/errors.js";
import type { Sum } from "../kernel/coordinates.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type {
  BlockStep,
  Guard,
  KernelProgram,
  PlainKernel,
  RegisterAxis,
  Sequency,
  ThreadStep,
} from "../kernel/program.js";
import {
  atomStride,
  BATCH,
  isTransformedBefore,
  product,
  sameAtom,
  type Atom,
  type TransformedDigit,
} from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { activeThreads, registersPerThread, type Phase } from "../layout/phases.js";
import type { SharedMap } from "../layout/shared-map.js";
import { FRAGMENT_POSITIONS } from "../codelet/matrix.js";
import type { Schedule } from "../plan/plan.js";
import type { KernelTexts } from "./texts.js";
import { isFragment } from "../layout/fragment-phases.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import { digitUse, matrixButterfly } from "./matrix-butterfly.js";
import { butterflyStep, type ButterflyContext } from "./butterfly.js";
import { axesOf, fieldsOf, memoryUse, sumOf, type Field, type Use } from "./fields.js";
import { kernelHead } from "./kernel-head.js";
import { lowerOnCluster } from "./lower-on-cluster.js";
import { phaseScales } from "./scaling.js";
import { sequencyFields } from "./sequency.js";
import { exponentUse, TABLE_ENTRIES, twiddleExponents, type Exponent } from "./twiddles.js";

export function lowerKernel(geometry: KernelGeometry, schedule: Schedule, texts: KernelTexts): KernelProgram {
  return geometry.cluster === undefined
    ? lowerPlain(geometry, schedule, texts)
    : lowerOnCluster(geometry, geometry.cluster, schedule, texts);
}

function lowerPlain(geometry: KernelGeometry, schedule: Schedule, texts: KernelTexts): PlainKernel {
  const { set } = geometry;
  const exponents = twiddleExponents(set, geometry.digits);
  const blockFields = fieldsOf(
    set,
    geometry.tile.grid,
    "block",
    [memoryUse(geometry.input), memoryUse(geometry.output), ...[...exponents.values()].map(exponentUse)],
    (name) => isTransformedBefore(set, name, geometry.index),
  );

  const tables = new Map<string, TwiddleTable>();
  const matrices = new Map<string, MatrixOperand>();
  const context: PhaseContext = {
    set,
    matrices,
    geometry,
    schedule,
    texts,
    blockFields,
    exponents,
    tables,
    twiddles: schedule.twiddles,
    tableEntries: TABLE_ENTRIES,
  };
  const body: BlockStep[] = [];
  geometry.phases.forEach((phase, index) => {
    if (index > 0) body.push({ kind: "barrier" });
    body.push(lowerPhase(context, phase, index));
  });
  return {
    kind: "plain",
    ...kernelHead(geometry, schedule, texts, tables, matrices),
    sharedElements: geometry.shared?.elements ?? 0,
    blocksPerBatchTile: product(geometry.tile.grid),
    batchTile: geometry.tile.batchTile,
    blockCoordinates: blockFields.map((field) => field.coordinate),
    blockInput: sumOf(blockFields, memoryUse(geometry.input)),
    blockOutput: sequencyFields(geometry).length > 0 ? [] : sumOf(blockFields, memoryUse(geometry.output)),
    body,
  };
}

interface PhaseContext extends ButterflyContext {
  readonly matrices: Map<string, MatrixOperand>;
  readonly geometry: KernelGeometry;
  readonly schedule: Schedule;
  readonly texts: KernelTexts;
  readonly blockFields: readonly Field[];
  readonly exponents: ReadonlyMap<string, Exponent>;
}

function lowerPhase(context: PhaseContext, phase: Phase, index: number): BlockStep {
  const { set, geometry, exponents } = context;
  const { phases, input, output, shared } = geometry;
  const isFirst = index === 0;
  const isLast = index === phases.length - 1;
  const readUse: Use = isFirst ? (atom) => atomStride(input, atom) : sharedUse(shared);
  const writeUse: Use = isLast ? (atom) => atomStride(output, atom) : sharedUse(shared);
  const batchUse: Use = (atom) => (atom.digit === BATCH ? atom.weight : 0);
  const exponent = phase.digit === undefined ? undefined : exponents.get(phase.digit.name);
  const matrixDigit = isFragment(phase) ? phase.digit : undefined;
  const uses = [
    readUse,
    writeUse,
    batchUse,
    ...(exponent === undefined ? [] : [exponentUse(exponent)]),
    ...(matrixDigit === undefined ? [] : [digitUse(matrixDigit)]),
  ];

  const done = new Set(phases.slice(0, index).map((earlier) => earlier.digit?.name));
  const fields = fieldsOf(
    set,
    phase.threads,
    "thread",
    uses,
    (name) => done.has(name) || isTransformedBefore(set, name, geometry.index),
    context.blockFields,
  );
  const guard: Guard | undefined = geometry.tile.batchTile > 1 ? { member: sumOf(fields, batchUse) } : undefined;

  const steps: ThreadStep[] = [{ kind: "coordinates", coordinates: fields.map((field) => field.coordinate) }];
  const inMemoryOrder = matrixDigit !== undefined;
  const readAxes = axesOf(phase.registers, readUse, batchUse);
  // What is converted on the way moves element by element.
  const isRaw = matrixDigit !== undefined || geometry.elements.held.storage === geometry.elements.exchanged.storage;
  const [loadRun, sharedRun, storeRun] = [geometry.loadRun, product(geometry.run), geometry.storeRun].map((run) =>
    runOf(isRaw ? run : 1),
  );
  invariant(
    loadRun !== undefined && sharedRun !== undefined && storeRun !== undefined,
    () => "lower: three runs are three",
  );
  steps.push(
    isFirst
      ? { kind: "load", address: sumOf(fields, readUse), axes: readAxes, guard, run: loadRun(readAxes), inMemoryOrder }
      : {
          kind: "shared-read",
          array: "tile",
          address: sumOf(fields, readUse),
          axes: readAxes,
          run: sharedRun(readAxes),
        },
  );
  const scope = [...fields, ...context.blockFields];
  const registers = registersPerThread(phase);
  const scales = phaseScales(geometry);
  const factor = isLast ? scales.after : 1;
  const before = at(scales.before, index);
  if (matrixDigit !== undefined) {
    const { matrices, tables, twiddles } = context;
    const inside = { transform: set.transform, matrices, tables, twiddles };
    const work = { exponent, within: isLast && geometry.within, entry: before, factor };
    steps.push(matrixButterfly(inside, phase, matrixDigit, scope, work));
  } else if (phase.digit !== undefined) {
    if (before !== 1) steps.push({ kind: "scale", factor: before, registers });
    steps.push(butterflyStep(context, phase, phase.digit, scope, exponent));
  }
  if (isLast && geometry.within && matrixDigit === undefined) steps.push({ kind: "hadamard-within", registers });
  if (factor !== 1 && matrixDigit === undefined) steps.push({ kind: "scale", factor, registers });
  const axes = axesOf(phase.registers, writeUse, batchUse);
  const address = sumOf(fields, writeUse);
  steps.push(
    isLast
      ? {
          kind: "store",
          ...placeOfStore(context, fields),
          axes,
          guard,
          run: storeRun(axes),
          inMemoryOrder,
          policy: context.schedule.stores,
        }
      : { kind: "shared-write", array: "tile", address, axes, run: sharedRun(axes) },
  );
  const active = activeThreads(phase);
  return {
    kind: "phase",
    comment: phaseComment(context, phase, isFirst, isLast),
    activeThreads: active < geometry.threads ? active : undefined,
    registers,
    holds: matrixDigit === undefined ? "held" : "exchanged",
    steps,
  };
}

/** How many neighbours an access moves: as many as the geometry lets it, if the registers have them on one axis. */
const runOf =
  (longest: number) =>
  (axes: readonly RegisterAxis[]): number => {
    const along = axes.find(({ weight, batch }) => weight === 1 && batch === 0)?.size ?? 1;
    return along % longest === 0 ? longest : Math.min(longest, along & -along);
  };

/** Where a phase stores: relative to the block's place, or in sequency order relative to the transform's. */
function placeOfStore(
  { geometry, blockFields }: PhaseContext,
  fields: readonly Field[],
): { readonly address: Sum; readonly sequency: Sequency | undefined } {
  const use = memoryUse(geometry.output);
  const order = sequencyFields(geometry);
  if (order.length === 0) return { address: sumOf(fields, use), sequency: undefined };
  const isMember = (atom: Atom): boolean => atom.digit === BATCH;
  const member = sumOf(fields, (atom) => (isMember(atom) ? use(atom) : 0));
  const address = sumOf([...fields, ...blockFields], (atom) => (isMember(atom) ? 0 : use(atom)));
  return { address, sequency: { fields: order, member } };
}

const sharedUse =
  (map: SharedMap | undefined): Use =>
  (atom) => {
    const position = map?.atoms.findIndex((candidate) => sameAtom(candidate, atom)) ?? -1;
    invariant(map !== undefined && position >= 0, () => `lower: atom of ${atom.digit} has no shared-memory address`);
    return at(map.strides, position);
  };

/** What a thread does, or on tensor cores four lanes together. */
function workText(phase: Phase, { radix }: TransformedDigit): string {
  const isShared = isFragment(phase);
  const butterflies = (registersPerThread(phase) * (isShared ? FRAGMENT_POSITIONS : 1)) / radix;
  const count = butterflies === 1 ? "one butterfly" : `${butterflies} butterflies`;
  return `: ${count} per ${isShared ? "four lanes" : "thread"}`;
}

const placeText = (phase: Phase): string => (isFragment(phase) ? "on these lanes and in registers" : "in registers");

function phaseComment(context: PhaseContext, phase: Phase, isFirst: boolean, isLast: boolean): string {
  const action =
    phase.digit === undefined
      ? isFirst
        ? "Load coalesced, exchange through shared memory"
        : "Exchange through shared memory, store coalesced"
      : context.texts.subComputation(phase.digit);
  const work = phase.digit === undefined ? "" : workText(phase, phase.digit);
  const held = phase.digit === undefined ? "" : `, digit ${phase.digit.name.toLowerCase()} ${placeText(phase)}`;
  const inOut =
    isFirst && isLast
      ? "; global memory to global memory"
      : isFirst
        ? "; from global memory"
        : isLast
          ? "; to global memory"
          : "";
  return `${action}${work}${held}${phase.digit === undefined ? "" : inOut}.`;
}
