// A kernel as a path from memory to memory: parts, each of phases with one set of digits, and exchanges between them. Where a part begins and
// where it ends says what lies there: an array of global memory, what bulk copies have brought, the registers of its threads, rows in shared
// memory, or what blocks of a cluster have sent each other. In numbers: the kernel of 101 points loads rows into shared memory; butterflies of
// 100 gather them from there and end in registers, where the way back begins, which scatters rows; and rows are stored. Four parts, and
// between them rows, registers and rows.
import { at, InputError, invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { ZEROTH, type Kernel, type NUMBERS, type ROWS } from "../kernel/program.js";
import type { AddressMap } from "../layout/address-map.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import type { Atom } from "../layout/digits.js";
import type { Exchange } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { staysInPlace } from "../layout/in-place.js";
import { NONE, type Columns, type MirroredColumns } from "../layout/mirrored.js";
import type { Phase } from "../layout/phases.js";
import type { Stretch } from "../layout/stretch.js";
import { elementTypeBytes, sameElements } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { Product } from "./product.js";
import type { KernelTexts } from "./texts.js";

/** What a part reads. */
export type Begin = typeof MEMORY | Landed | typeof REGISTERS | Rows | Received;

/** What it writes. */
export type End = typeof MEMORY | typeof REGISTERS | Rows | Sent;

export const MEMORY = { through: "memory" } as const;

/** One part goes on in the registers that the one before it leaves. */
export const REGISTERS = { through: "registers" } as const;

/** What bulk copies bring: a box of so many members of the batch. */
export interface Landed extends Pick<ClusterPlacement, "box" | "members"> {
  readonly through: "bulk copies";
  readonly landing: AddressMap;
}

/** Rows in shared memory, as their layout and reach at that end of the part say. */
export interface Rows {
  readonly through: "block";
  /** In place of the part's own exchanges; in the other of two buffers that take turns; or in a buffer of other elements. */
  readonly place: "own" | "other" | typeof NUMBERS | typeof ROWS | typeof ZEROTH;
  /** Elements from one row to the next, and rows. */
  readonly pitch: number;
  readonly count: number;
}

/** Whether rows lie where a part has its exchanges. */
export const sharesTile = (end: Begin | End): boolean =>
  end.through === "block" && end.place !== "other" && end.place !== ZEROTH;

/** What blocks of a cluster have sent, as the part that reads it calls its atoms. */
export interface Received {
  readonly through: "cluster";
  readonly store: AddressMap;
}

/** The same as the part calls them that sends it. */
export interface Sent extends Received {
  /** Which block an element goes to. */
  readonly rank: readonly Atom[];
  /** Columns, half of which go to the blocks of their mirrors; columns whose rows blocks share. */
  readonly mirrors: MirroredColumns | undefined;
  readonly shares: MirroredColumns | undefined;
}

/** What blocks send each other, elements one by one. */
export const sentTo = (store: AddressMap, rank: readonly Atom[]): Sent => ({
  through: "cluster",
  store,
  rank,
  mirrors: undefined,
  shares: undefined,
});

export interface PathPart {
  readonly stretch: Stretch;
  /** Those phases of the stretch that it does, from number `first` on, as its threads have them. */
  readonly phases: readonly Phase[];
  readonly first: number;
  /** Between these phases. */
  readonly exchanges: readonly Exchange[];
  readonly from: Begin;
  readonly to: End;
  /** What a block of a cluster has, and a group of its threads. */
  readonly rank: readonly Atom[];
  readonly group: readonly Atom[];
  /** Columns and their mirrors, where its threads have such. */
  readonly columns: Columns;
  readonly schedule: Schedule;
  readonly texts: KernelTexts;
  readonly products: readonly Product[];
  /** What it does on the way with elements beside its rows, phase by phase. */
  readonly beside: Beside | undefined;
}

/** Rader's DC terms, one column beside rows. */
export interface Beside {
  readonly stretch: Stretch;
  readonly from: Begin;
  readonly to: End;
  readonly comment: string;
}

/** A kernel of a plan as it is placed, and the path that it becomes. */
export interface KernelPath {
  readonly placed: KernelGeometry;
  readonly parts: readonly PathPart[];
}

/** A part that does all phases of a stretch, in a block that works alone, unless it is said. */
export const partOf = (
  stretch: Stretch,
  part: Pick<PathPart, "from" | "to" | "schedule" | "texts"> & Partial<PathPart>,
): PathPart => ({
  stretch,
  phases: stretch.phases,
  first: 0,
  exchanges: stretch.exchanges,
  rank: [],
  group: [],
  columns: NONE,
  products: [],
  beside: undefined,
  ...part,
});

/** Whether rows lie where parts have their exchanges, so that a block has one tile and not two that take turns. */
export const hasOneTile = (parts: readonly PathPart[]): boolean =>
  parts.some(({ from, to }) => sharesTile(from) || sharesTile(to));

/** Whether a part does more of what the one before it does: further phases of one stretch, or other elements between the same two exchanges. */
export const goesOn = (before: PathPart | undefined, part: PathPart): boolean =>
  before?.stretch === part.stretch || isBetween(before, part);

/** Whether both are between the same two exchanges, so that neither waits for the other: two ends are one exchange if they are the same object. */
export const isBetween = (before: PathPart | undefined, part: PathPart): boolean =>
  before?.from === part.from &&
  before.to === part.to &&
  [part.from, part.to].some(({ through }) => through === "block");

/** Whether every block writes exactly the elements it reads. */
export function isLocal({ placed, parts }: KernelPath): boolean {
  const [{ stretch: first }, { stretch: last }] = [at(parts, 0), at(parts, parts.length - 1)];
  // A way back that is a kernel of its own is not what was placed.
  const isPlaced = first === last && first.set === placed.set;
  return isPlaced ? placed.blockLocal : staysInPlace(first, last, parts.length > 2);
}

/** A kernel that goes on with what another does, in the blocks that do the one: whole transforms lie in shared memory between them. */
export function joined(before: KernelPath, after: KernelPath): KernelPath {
  const { set, tile } = before.placed;
  const between: Rows = { through: "block", place: "other", pitch: set.elements, count: tile.batchTile };
  const [last, first] = [at(before.parts, before.parts.length - 1), at(after.parts, 0)];
  invariant(last.to === MEMORY && first.from === MEMORY, () => "lower: whole transforms that do not end in an array");
  const parts = [
    ...before.parts.slice(0, -1),
    { ...last, to: between },
    { ...first, from: between },
    ...after.parts.slice(1),
  ];
  return { placed: before.placed, parts };
}

/** @throws InputError where one cannot go on in the block of the other */
export function requireJoinable(name: string, before: KernelPath, after: KernelPath): void {
  const [a, b] = [before.placed, after.placed];
  const reason = [a, b].some(({ team }) => team.kind === "cluster")
    ? "clusters fetch their tiles from global memory"
    : [a, b].some(({ tile }) => tile.grid.length > 0)
      ? "a block holds a part of a transform only: it needs more columns"
      : a.threads !== b.threads
        ? `one has ${a.threads} threads, the other ${b.threads}`
        : a.tile.batchTile !== b.tile.batchTile
          ? `a block of one holds ${a.tile.batchTile} transforms, of the other ${b.tile.batchTile}`
          : !sameElements(a.elements.held, b.elements.held) || !sameElements(a.elements.exchanged, b.elements.exchanged)
            ? "they compute with other elements"
            : elementTypeBytes(a.elements.exchanged) < 4
              ? "elements of 2 bytes share words of shared memory"
              : undefined;
  const [last] = before.parts.slice(-1);
  const [first] = after.parts;
  if (reason !== undefined)
    throw new InputError(
      `${name}: ${first?.texts.notation} cannot go on in the blocks of ${last?.texts.notation}: ${reason}`,
    );
}

/** @throws InputError where blocks of the GPU have less shared memory than the parts together need */
export function requireShared(
  name: string,
  { name: kernel, sharedBytes }: Pick<Kernel, "name" | "sharedBytes">,
  gpu: Gpu,
): void {
  if (sharedBytes > gpu.sharedBytesPerBlock)
    throw new InputError(
      `${name}: ${kernel} hands its tile from part to part in ${sharedBytes} bytes, more than the ${gpu.sharedBytesPerBlock} of shared memory per block`,
    );
}
