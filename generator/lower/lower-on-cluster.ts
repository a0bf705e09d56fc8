// Turns the placement of a kernel on clusters into a program: what the threads of each role do for one tile, and where the
// buffers change hands. Does not choose anything.
import { at, invariant } from "../failure/errors.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import type {
  BoxExtent,
  PipelinedKernel,
  RoleStep,
  SwizzledAddress,
  SwizzledAxis,
  ThreadStep,
  UndividedKernel,
} from "../kernel/program.js";
import { RECEIVE_BUFFERS, type ClusterPlacement } from "../layout/cluster.js";
import { isTransformedBefore, product, sameAtom, type Atom, type TransformedDigit } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import type { BoxDimension } from "../layout/tensor-box.js";
import type { Schedule } from "../plan/plan.js";
import { butterflyStep, type ButterflyContext } from "./butterfly.js";
import { axesOf, fieldsOf, memoryUse, sumOf, type Field, type Use } from "./fields.js";
import { kernelHead } from "./kernel-head.js";
import { phaseScales } from "./scaling.js";
import type { KernelTexts } from "./texts.js";
import { exponentUse, SHARED_TABLE_ENTRIES, twiddleExponents, type Exponent } from "./twiddles.js";

interface PipelineContext extends ButterflyContext {
  readonly geometry: KernelGeometry;
  readonly cluster: ClusterPlacement;
  readonly schedule: Schedule;
  readonly texts: KernelTexts;
  readonly exponents: ReadonlyMap<string, Exponent>;
}

export function lowerOnCluster(
  geometry: KernelGeometry,
  cluster: ClusterPlacement,
  schedule: Schedule,
  texts: KernelTexts,
): PipelinedKernel | UndividedKernel {
  const { set } = geometry;
  const exponents = twiddleExponents(set, geometry.digits);
  const exponentUses = [...exponents.values()].map(exponentUse);
  const tables = new Map<string, TwiddleTable>();
  const context: PipelineContext = {
    set,
    geometry,
    cluster,
    schedule,
    texts,
    exponents,
    tables,
    twiddles: schedule.twiddles,
    tableEntries: SHARED_TABLE_ENTRIES,
  };

  const undivided = schedule.cluster?.undivided === true;
  const output = memoryUse(geometry.output);
  const starts = cluster.box.map(startUse);
  const before = transformedBefore(context, 0);
  const afterFront = transformedBefore(context, cluster.front.length);
  const tile = fieldsOf(set, geometry.tile.grid, "tile", [...starts, output, ...exponentUses], before);
  const { weight, exchanged } = receiveUses(cluster);
  const frontUses = [...starts, weight, exchanged, ...exponentUses];
  const rankBefore = fieldsOf(set, cluster.rankBefore, "rank", frontUses, before, tile);
  const group = fieldsOf(set, cluster.group, "group", frontUses, before, [...tile, ...rankBefore]);
  // An undivided block knows both its places at once.
  const known = undivided ? [...tile, ...rankBefore] : tile;
  const rankAfter = fieldsOf(set, cluster.rankAfter, "rank", [output, ...exponentUses], afterFront, known);

  const fetching = [...tile, ...rankBefore, ...group];
  const box = cluster.box.map((dimension, index): BoxExtent => {
    const { extent, stride, box: length } = dimension;
    return { extent, stride, box: length, start: sumOf(fetching, at(starts, index)) };
  });
  const storing = [...tile, ...rankAfter];
  const front = roleSteps(cluster.front.map((phase, index) => frontPhase(context, phase, index, fetching)));
  const back = roleSteps(cluster.back.map((phase, index) => backPhase(context, phase, index, storing)));
  const common = {
    ...kernelHead(geometry, schedule, texts, tables),
    cluster: cluster.size,
    blockElements: cluster.blockElements,
    prefetch: schedule.cluster?.prefetch ?? false,
    tilesPerTransform: product(geometry.tile.grid),
    tileCoordinates: tile.map((field) => field.coordinate),
    box,
    frontCoordinates: [...rankBefore, ...group].map((field) => field.coordinate),
    backCoordinates: rankAfter.map((field) => field.coordinate),
    output: sumOf(storing, output),
    front,
    back,
  };
  if (undivided) return { kind: "undivided", ...common };
  const { groups, groupThreads, backThreads } = cluster;
  const order = schedule.cluster?.order ?? "static";
  return { kind: "pipelined", ...common, groups, groupThreads, backThreads, receiveBuffers: RECEIVE_BUFFERS, order };
}

/** Wait for data; phases with all threads meeting between them. */
const roleSteps = (phases: readonly RoleStep[]): readonly RoleStep[] => [
  { kind: "await" },
  ...phases.flatMap((phase, index): RoleStep[] => (index === 0 ? [phase] : [{ kind: "sync" }, phase])),
];

/** The place of an atom along one dimension of the array that bulk copies read. */
const startUse =
  (dimension: BoxDimension): Use =>
  (atom) => {
    const position = dimension.atoms.findIndex((other) => sameAtom(other, atom));
    return position < 0 ? 0 : product(dimension.atoms.slice(0, position));
  };

/** Whether a digit is a frequency before phase `index` of the kernel. */
function transformedBefore({ set, geometry }: PipelineContext, index: number): (digit: string) => boolean {
  const done = new Set(geometry.phases.slice(0, index).map((phase) => phase.digit?.name));
  return (name) => done.has(name) || isTransformedBefore(set, name, geometry.index);
}

const never: Use = () => 0;

const scaleStep = (factor: number, registers: number): readonly ThreadStep[] =>
  factor === 1 ? [] : [{ kind: "scale", factor, registers }];

function frontPhase(context: PipelineContext, phase: Phase, index: number, outer: readonly Field[]): RoleStep {
  const { set, cluster } = context;
  const isLast = index === cluster.front.length - 1;
  const landing: Use = (atom) => {
    const position = cluster.landing.findIndex((other) => sameAtom(other, atom));
    return position < 0 ? 0 : product(cluster.landing.slice(0, position));
  };
  const receive = receiveUses(cluster);
  const exponent = exponentOf(context, phase);
  const undivided = context.schedule.cluster?.undivided === true;
  const uses = [landing, ...(isLast ? [receive.weight, receive.exchanged] : []), ...exponentUses(exponent)];
  const fields = fieldsOf(set, phase.threads, "thread", uses, transformedBefore(context, index), outer);
  // What is the same for all threads of a group has its place in the receive buffers too.
  const scope = [...fields, ...outer];
  const axes = axesOf(phase.registers, landing, never);
  const butterfly = butterflyStep(context, phase, digitOf(phase), scope, exponent);
  const address = sumOf(fields, landing);
  const array = undivided ? "part" : "landing";
  const steps: readonly ThreadStep[] = [
    { kind: "coordinates", coordinates: fields.map((field) => field.coordinate) },
    { kind: "shared-read", array, address, axes, run: 1 },
    // Where there is one buffer, it is the cluster's turn to fill it, not the bulk copy's.
    ...(isLast ? [{ kind: undivided ? "release" : "fetch-next" } as const] : []),
    ...scaleStep(at(phaseScales(context.geometry).before, index), registersPerThread(phase)),
    butterfly,
    ...(isLast
      ? ([
          { kind: "claim" },
          { kind: "send", address: receive.address(scope), axes: receive.axes(phase.registers) },
          ...(context.schedule.cluster?.order === "ticket" ? [{ kind: "deal" } as const] : []),
        ] as const)
      : [{ kind: "shared-write", array, address, axes, run: 1 } as const]),
  ];
  return {
    kind: "phase",
    comment: phaseComment(context, phase, isLast ? "; to the cluster" : ""),
    registers: registersPerThread(phase),
    steps,
  };
}

function backPhase(context: PipelineContext, phase: Phase, index: number, outer: readonly Field[]): RoleStep {
  const { set, cluster, geometry, schedule } = context;
  const isLast = index === cluster.back.length - 1;
  const position = cluster.front.length + index;
  const receive = receiveUses(cluster);
  const output = memoryUse(geometry.output);
  const exponent = exponentOf(context, phase);
  const uses = [receive.weight, receive.exchanged, ...(isLast ? [output] : []), ...exponentUses(exponent)];
  const fields = fieldsOf(set, phase.threads, "thread", uses, transformedBefore(context, position), outer);
  const address = receive.address(fields);
  const axes = receive.axes(phase.registers);
  const registers = registersPerThread(phase);
  const { before, after } = phaseScales(geometry);
  const steps: readonly ThreadStep[] = [
    { kind: "coordinates", coordinates: fields.map((field) => field.coordinate) },
    { kind: "receive-read", address, axes },
    ...(isLast ? [{ kind: schedule.cluster?.undivided === true ? "fetch-next" : "release" } as const] : []),
    ...scaleStep(at(before, position), registers),
    butterflyStep(context, phase, digitOf(phase), [...fields, ...outer], exponent),
    ...(isLast && geometry.within ? [{ kind: "hadamard-within", registers } as const] : []),
    ...scaleStep(isLast ? after : 1, registers),
    isLast
      ? {
          kind: "store",
          address: sumOf(fields, output),
          axes: axesOf(phase.registers, output, never),
          guard: undefined,
          run: 1,
          inMemoryOrder: false,
          policy: schedule.stores,
          sequency: undefined,
        }
      : { kind: "receive-write", address, axes },
  ];
  return { kind: "phase", comment: phaseComment(context, phase, isLast ? "; to global memory" : ""), registers, steps };
}

const exponentOf = ({ exponents }: PipelineContext, phase: Phase): Exponent | undefined =>
  phase.digit === undefined ? undefined : exponents.get(phase.digit.name);

const exponentUses = (exponent: Exponent | undefined): readonly Use[] =>
  exponent === undefined ? [] : [exponentUse(exponent)];

function digitOf(phase: Phase): TransformedDigit {
  invariant(phase.digit !== undefined, () => "lower: a phase of a cluster without a digit");
  return phase.digit;
}

/** How atoms take part in addresses of the receive buffers. */
function receiveUses({ receive, rankAfter }: ClusterPlacement) {
  const positionOf = (atom: Atom): number => receive.atoms.findIndex((other) => sameAtom(other, atom));
  const weight: Use = (atom) => (positionOf(atom) < 0 ? 0 : at(receive.strides, positionOf(atom)));
  const exchanged: Use = (atom) => (positionOf(atom) < 0 ? 0 : at(receive.masks, positionOf(atom)));
  const rank: Use = (atom) => {
    const position = rankAfter.findIndex((other) => sameAtom(other, atom));
    return position < 0 ? 0 : product(rankAfter.slice(0, position));
  };
  const address = (fields: readonly Field[]): SwizzledAddress => ({
    sum: sumOf(fields, weight),
    exchanged: sumOf(fields, exchanged),
  });
  // Registers that decide the bank meet other bits there: exchanged; the others have bits of their own: added.
  const added: Use = (atom) => (weight(atom) < receive.bankElements ? 0 : weight(atom));
  const mixed: Use = (atom) => exchanged(atom) + (weight(atom) < receive.bankElements ? weight(atom) : 0);
  const axes = (registers: readonly Atom[]): readonly SwizzledAxis[] => {
    const merged: SwizzledAxis[] = [];
    for (const atom of registers) {
      const axis = { size: atom.size, weight: added(atom), exchanged: mixed(atom), rank: rank(atom) };
      const last = merged.at(-1);
      const continues = (pick: (of: SwizzledAxis) => number): boolean =>
        last !== undefined && pick(axis) === pick(last) * last.size;
      if (
        last !== undefined &&
        continues((a) => a.weight) &&
        continues((a) => a.exchanged) &&
        continues((a) => a.rank)
      ) {
        merged[merged.length - 1] = { ...last, size: last.size * axis.size };
      } else merged.push(axis);
    }
    return merged;
  };
  return { weight, exchanged, address, axes };
}

function phaseComment(context: PipelineContext, phase: Phase, where: string): string {
  const digit = digitOf(phase);
  const butterflies = registersPerThread(phase) / digit.radix;
  const work = butterflies === 1 ? "one butterfly per thread" : `${butterflies} butterflies per thread`;
  return `${context.texts.subComputation(digit)}: ${work}, digit ${digit.name.toLowerCase()} in registers${where}.`;
}
