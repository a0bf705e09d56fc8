// The one builder of kernels: it walks a path (path.ts) from load to store. What lies between two phases it writes and reads, and lets threads
// meet in between, by the handovers of the kernel's structure (handovers.ts). Where a part ends in registers, the first phase of the next one
// is one with its last. In numbers: the path of 101 points loads in one phase, transforms in two, goes back in two and stores in one; of these
// six, the second there and the first back are one, and between the five that remain threads meet four times.
import { at, invariant } from "../failure/errors.js";
import { LINE_BYTES } from "../gpu/hardware.js";
import {
  ROWS,
  ZEROTH,
  type BoxExtent,
  type Fetch,
  type PhaseStep,
  type Role,
  type RoleStep,
} from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import { BATCH, product, type MemoryLayout } from "../layout/digits.js";
import { elementTypeBytes } from "../plan/elements.js";
import { denseUse, sumOf } from "./fields.js";
import type { Handovers, RoleSpan } from "./handovers.js";
import { alone, coordinatesIn, inOne } from "./joined-phases.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import type { Structure } from "./kernel-head.js";
import { lowerPhase, type PhaseContext, type PhaseWork } from "./lower-phase.js";
import { outerFields, type OuterFields } from "./outer-fields.js";
import { isBetween, MEMORY, sharesTile, type End, type KernelPath, type Landed, type PathPart } from "./path.js";
import { baseOf, batchUse, exchangeSide, handedSide, sentSide, sourceSide, targetSide, type Side } from "./sides.js";

/** A path; what the phases of each part have in common; how what lies between them changes hands; where blocks are. */
interface Walk extends Pick<KernelPath, "parts"> {
  readonly contexts: readonly PhaseContext[];
  readonly handovers: Handovers;
  readonly outer: OuterFields;
}

export function lowerPath({ parts }: KernelPath, contexts: readonly PhaseContext[], handovers: Handovers): Structure {
  const { order, ring, cluster, buffers, barriers, roles } = handovers;
  const outer = outerFields(parts, contexts, handovers);
  const walk = { parts, contexts, handovers, outer };
  return {
    cluster,
    tiles: { ...outer.tiles, order, ring },
    buffers,
    barriers,
    roles: roles.map((span) => lowerRole(walk, span)),
  };
}

function lowerRole(walk: Walk, span: RoleSpan): Role {
  const { parts, handovers, outer } = walk;
  const { name, groups, groupThreads, meetings, deals, beforeTiles } = span;
  const [begin, end] = [at(span.parts, 0), at(span.parts, span.parts.length - 1)];
  const [{ stretch: first, from }, { stretch: last, to }] = [at(parts, begin), at(parts, end)];
  const coordinatesOf = (own: readonly number[]) =>
    own.flatMap((part) => outer.inCluster(part).map(({ coordinate }) => coordinate));
  const loads = {
    array: SOURCE,
    coordinates: coordinatesOf([begin]),
    base: baseOf(outer.of(begin), first.input, first.reads),
    ...(handovers.prefetchedElements === undefined ? {} : { prefetches: handovers.prefetchedElements }),
  };
  const stores = {
    array: TARGET,
    // Those of the first part stand where it loads.
    coordinates: coordinatesOf(from.through === "cluster" ? span.parts : span.parts.slice(1)),
    base: baseOf(outer.of(end), last.output, last.writes),
  };
  return {
    name,
    groups,
    groupThreads,
    meetings,
    origins: [...(from.through === "memory" ? [loads] : []), ...(storesTo(to) ? [stores] : [])],
    fetches: from.through === "bulk copies" ? fetchOf(walk, begin, from) : undefined,
    deals,
    before: beforeTiles,
    steps: stepsOf(walk, span),
  };
}

/** Rows in whole lines are stored by threads, too, wherever they are from. */
const storesTo = (to: End): boolean => to.through === "memory" || isInLines(to);

const isInLines = (end: End): boolean => end.through === "block" && end.place === ROWS;

function fetchOf({ handovers: { fetch }, outer }: Walk, part: number, { box, members }: Landed): Fetch {
  invariant(fetch !== undefined, () => "lower: bulk copies that arrive nowhere");
  const fetching = outer.of(part);
  return {
    array: SOURCE,
    coordinates: outer.inCluster(part).map(({ coordinate }) => coordinate),
    box: box.map(({ atoms, from, extent, stride, box: own }): BoxExtent => {
      return { from, extent, whole: product(atoms), stride, box: own, start: sumOf(fetching, denseUse(atoms)) };
    }),
    members: { box: members, start: sumOf(fetching, batchUse) },
    ...fetch,
  };
}

/** Phases that wait for nothing of one another, and what stands before them. */
interface Interval {
  readonly before: readonly SyncStep[];
  readonly phases: readonly PhaseStep[];
}

function stepsOf(walk: Walk, span: RoleSpan): readonly RoleStep[] {
  const intervals = span.parts.reduce<readonly Interval[]>((before, index) => withPart(walk, span, before, index), []);
  const end = at(walk.parts, at(span.parts, span.parts.length - 1));
  return [
    ...intervals.flatMap(({ before, phases }, index): readonly RoleStep[] => [
      ...before,
      ...phases,
      ...(index === 0 ? span.behindFirst : []),
    ]),
    ...(isInLines(end.to) ? [span.meet, linesPhase(end, span)] : []),
    ...(end.beside?.to === MEMORY ? besidePhases(walk, span, at(span.parts, span.parts.length - 1)) : []),
  ];
}

/** The intervals of a role, with those of one more part of its path. */
function withPart(walk: Walk, span: RoleSpan, done: readonly Interval[], index: number): readonly Interval[] {
  const { parts } = walk;
  const part = at(parts, index);
  const previous = done.at(-1);
  const last = previous?.phases.at(-1);
  const isStored = part.beside?.to === MEMORY;
  invariant(!isStored || index === parts.length - 1, () => "lower: DC terms are stored by the last part");
  const beside = part.beside === undefined || isStored ? [] : besidePhases(walk, span, index);
  invariant(beside.length <= part.phases.length, () => "lower: DC terms have more phases than their rows");
  const own = part.phases.map((_, position): readonly PhaseStep[] => [
    ...beside.slice(position, position + 1),
    phaseStep(walk, span, index, position, last),
  ]);
  const [first = [], ...others] = own;
  const [earlier, rest] = [done.slice(0, -1), others.map((phases) => ({ before: [span.meet], phases }))];
  if (previous === undefined) return [{ before: span.begins, phases: first }, ...rest];
  if (part.from.through === "registers" && last !== undefined)
    return [...earlier, { ...previous, phases: [...previous.phases.slice(0, -1), inOne(last, at(first, 0))] }, ...rest];
  if (isBetween(parts[index - 1], part))
    return [...earlier, { ...previous, phases: [...previous.phases, ...first] }, ...rest];
  return [...done, { before: part.from.through === "cluster" ? span.crossed : [span.meet], phases: first }, ...rest];
}

/** `before`: the step of the phase before it. */
function phaseStep(
  { parts, contexts, handovers, outer }: Walk,
  { groupThreads }: RoleSpan,
  index: number,
  position: number,
  before: PhaseStep | undefined,
): PhaseStep {
  const part = at(parts, index);
  const { stretch, from, to, exchanges, phases } = part;
  const [isFirst, isLast] = [position === 0, position === phases.length - 1];
  const sends = isLast && to.through === "cluster";
  const places = from.through === "cluster" ? handovers.receivedPlaces : undefined;
  const between = (exchange: number): Side =>
    exchangeSide(handovers.bufferWithin(index), at(exchanges, exchange).store, {
      longestRun: product(stretch.run),
      ...(places === undefined ? {} : { places }),
    });
  const read = isFirst ? readSide(part, handovers.bufferBefore(index), places) : between(position - 1);
  const write = isLast ? writtenSide(part, handovers.bufferBehind(index)) : between(position);
  const meets = overwritesOthers(parts, index, position);
  const work: PhaseWork = {
    phase: at(phases, position),
    position: part.first + position,
    ...bothOf(read, write),
    // In registers it is one with the phase before.
    known: read === undefined ? coordinatesIn(before) : [],
    outer: outer.of(index),
    threads: groupThreads,
    send: sends ? handovers.send : undefined,
    mirrors: sends ? to.mirrors : undefined,
    shares: sends ? to.shares : undefined,
    hasRead: sends ? handovers.hasFetched : isLast && from.through === "cluster" ? handovers.hasReceived : [],
    mayWrite: sends
      ? handovers.maySend
      : meets
        ? [{ kind: "sync-block" }]
        : isFirst && index === 0
          ? handovers.mayWriteBetween
          : [],
    hasWritten: sends ? handovers.hasSent : [],
  };
  return lowerPhase(at(contexts, index), work);
}

/**
 * Whether a phase writes where others have still to read: it reads what lies in the part's tile, and writes it by another map. Exchanges of a part
 * have one map, as those of its way back.
 */
function overwritesOthers(parts: readonly PathPart[], index: number, position: number): boolean {
  const { from, to, phases } = at(parts, index);
  const isLast = position === phases.length - 1;
  if (isLast) return sharesTile(to) && readsTile(parts, index, position);
  return position === 0 && sharesTile(from);
}

function readsTile(parts: readonly PathPart[], index: number, position: number): boolean {
  const { from } = at(parts, index);
  if (position > 0 || sharesTile(from)) return true;
  return from.through === "registers" && readsTile(parts, index - 1, at(parts, index - 1).phases.length - 1);
}

/** What lies before a part; undefined in registers. */
function readSide(
  { stretch, from }: Pick<PathPart, "stretch" | "from">,
  buffer: string,
  places?: Side["places"],
): Side | undefined {
  switch (from.through) {
    case "memory":
      return sourceSide(stretch);
    case "bulk copies":
      return exchangeSide(buffer, from.landing, {}, stretch.reads.indices);
    case "block":
      return handedSide(buffer, inTile(stretch.input, from.pitch), stretch.reads);
    case "cluster":
      return exchangeSide(buffer, from.store, places === undefined ? {} : { places });
    case "registers":
      return undefined;
  }
}

/** What lies behind it; undefined in registers. */
function writtenSide({ stretch, to }: Pick<PathPart, "stretch" | "to">, buffer: string): Side | undefined {
  switch (to.through) {
    case "memory":
      return targetSide(stretch);
    case "block":
      return handedSide(buffer, inTile(stretch.output, to.pitch), stretch.writes);
    case "cluster":
      return sentSide(buffer, to.store, to.rank, to.mirrors === undefined ? [] : [to.mirrors.side]);
    case "registers":
      return undefined;
  }
}

/** Rows follow one another. */
const inTile = (layout: MemoryLayout, pitch: number): MemoryLayout => ({
  ...layout,
  digits: new Map([...layout.digits, [BATCH, pitch]]),
});

/** Elements beside the rows of a part, which nobody waits for who does not have them. */
function besidePhases(
  { parts, contexts, outer }: Walk,
  { groupThreads }: RoleSpan,
  index: number,
): readonly PhaseStep[] {
  const { beside } = at(parts, index);
  if (beside === undefined) return [];
  const { stretch, comment } = beside;
  const context = { ...at(contexts, index), geometry: stretch, products: [] };
  const [read, write] = [readSide(beside, ZEROTH), writtenSide(beside, ZEROTH)];
  return stretch.phases.map((phase, position) => ({
    ...lowerPhase(context, { phase, position, ...bothOf(read, write), outer: outer.of(index), threads: groupThreads }),
    comment,
  }));
}

/** Where one end of a phase is in registers, nothing is moved there. */
function bothOf(read: Side | undefined, write: Side | undefined): Pick<PhaseWork, "read" | "write"> {
  const side = read ?? write;
  invariant(side !== undefined, () => "lower: a phase from registers to registers");
  return { read: read ?? alone(side), write: write ?? alone(side) };
}

function linesPhase({ stretch, to }: PathPart, { groupThreads }: RoleSpan): RoleStep {
  invariant(to.through === "block", () => "lower: lines of what lies nowhere");
  const lineElements = LINE_BYTES / elementTypeBytes(stretch.elements.output);
  return {
    kind: "phase",
    comment: "Store whole cache lines to global memory.",
    workers: undefined,
    registers: 0,
    holds: "held",
    steps: [
      {
        kind: "lines",
        array: ROWS,
        target: TARGET,
        elements: to.pitch,
        members: to.count,
        threads: groupThreads,
        lineElements,
      },
    ],
  };
}
