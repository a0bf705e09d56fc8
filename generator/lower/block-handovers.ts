// How what lies in shared memory changes hands in a block that works alone, and in a cluster whose blocks have branches of their own
// (layout/branches.ts): all threads do one thing after the other and meet between phases. What blocks of such a cluster send each other they
// put where their own exchanges were, when all of the cluster have read these, and go on when all have put. There is a block, or a
// cluster, for each tile.
import { at, invariant } from "../failure/errors.js";
import { NUMBERS, ROWS, ZEROTH, type Buffer } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import { tileOf } from "../layout/exchange.js";
import { ACCESS_BYTES } from "../layout/runs.js";
import { elementTypeBytes, type ElementType } from "../plan/elements.js";
import type { Handovers } from "./handovers.js";
import { hasOneTile, type Begin, type End, type KernelPath, type PathPart, type Rows } from "./path.js";

const TILES = ["tile", "other_tile"] as const;
const PART = "part";
const PLAIN = { copies: undefined, pool: undefined, note: undefined } as const;
const MEETING = { kind: "sync-block" } as const satisfies SyncStep;

/** Of threads that meet: nothing is fetched, nobody is told. */
const ALONE = {
  barriers: [],
  order: "each",
  ring: undefined,
  fetch: undefined,
  receivedPlaces: undefined,
  mayWriteBetween: [],
  hasFetched: [],
  maySend: [],
  hasSent: [],
  hasReceived: [],
} as const satisfies Partial<Handovers>;

const roleOf = (
  { placed: { threads }, parts }: KernelPath,
  asking: readonly SyncStep[],
  crossed: readonly SyncStep[],
) => [
  {
    name: "block",
    parts: parts.map((_, index) => index),
    groups: 1,
    groupThreads: threads,
    meetings: [],
    deals: false,
    beforeTiles: [],
    begins: [],
    // When all has been asked for that this tile needs.
    behindFirst: asking,
    meet: MEETING,
    crossed,
  },
];

/** `blocks`: those of a cluster, which have a tile together. */
const askingAhead = ({ placed: { prefetched } }: KernelPath, blocks = 1): readonly SyncStep[] =>
  prefetched === undefined
    ? []
    : [{ kind: "first", actions: [{ kind: "prefetch", ahead: Math.ceil(prefetched.blocks / blocks) }] }];

export function blockHandovers(path: KernelPath): Handovers {
  const { parts } = path;
  const { elements, own, handed } = buffersOf(parts);
  const type = at(parts, 0).stretch.elements.exchanged;
  // Where the widest access may begin.
  const behind = (index: number): number =>
    index === 0 ? 0 : Math.ceil((at(elements, 0) * elementTypeBytes(type)) / ACCESS_BYTES) * ACCESS_BYTES;
  const tiles = elements.flatMap((count, index): readonly Buffer[] =>
    count === 0 ? [] : [{ ...PLAIN, name: at(TILES, index), offset: behind(index), type, elements: count }],
  );
  const nameOf = (end: Begin | End, tile: number): string =>
    isRows(end) && end.place !== "own" && end.place !== "other" ? end.place : at(TILES, tile);
  return {
    ...ALONE,
    cluster: 1,
    buffers: [...tiles, ...ofOtherElements(parts, behind(1))],
    prefetchedElements: path.placed.prefetched?.elements,
    send: { keepsOwn: true },
    bufferWithin: (part) => at(TILES, at(own, part)),
    bufferBefore: (part) => nameOf(at(parts, part).from, handed[part - 1] ?? 0),
    bufferBehind: (part) => nameOf(at(parts, part).to, at(handed, part)),
    roles: roleOf(path, askingAhead(path), []),
  };
}

const isRows = (end: Begin | End): end is Rows => end.through === "block";

/**
 * In which of two buffers each part exchanges, and hands on. All exchanges of a part have one map, so that a thread overwrites only what it
 * has read itself. Where the map changes, the other buffer is next, which nobody reads any more; or the same one, if rows are to lie there.
 */
function buffersOf(parts: readonly PathPart[]) {
  const elements = [0, 0];
  const rows = parts.flatMap(({ from, to }) => [from, to].filter(isRows));
  const isOne = hasOneTile(parts);
  invariant(
    !isOne || rows.every(({ place }) => place !== "other"),
    () => "lower: rows in turn and in place of one tile",
  );
  let turn = -1;
  const next = (needed: number): number => {
    turn = isOne ? 0 : (turn + 1) % 2;
    elements[turn] = Math.max(elements[turn] ?? 0, needed);
    return turn;
  };
  const places = parts.map(({ exchanges, from, to }) => {
    const isSame = from.through === "registers";
    const own = exchanges.length === 0 ? 0 : isSame ? turn : next(tileOf(exchanges).elements);
    const isTile = isRows(to) && (to.place === "own" || to.place === "other");
    return { own, handed: isTile ? next(to.pitch * to.count) : 0 };
  });
  return { elements, own: places.map(({ own }) => own), handed: places.map(({ handed }) => handed) };
}

/** Numbers and rows lie where the tile was, which nobody reads any more; DC terms, one of each row, behind it. */
function ofOtherElements(parts: readonly PathPart[], behindTile: number): readonly Buffer[] {
  const ends = parts.flatMap(({ stretch: { elements }, to, beside }) =>
    [to, ...(beside === undefined ? [] : [beside.to])].map((end) => ({ end, elements })),
  );
  const buffers = ends.flatMap(({ end, elements: { held, exchanged } }): readonly Buffer[] => {
    if (!isRows(end)) return [];
    const elements = end.pitch * end.count;
    switch (end.place) {
      case "own":
      case "other":
        return [];
      case NUMBERS:
        return [{ ...PLAIN, name: NUMBERS, offset: 0, type: numberOf(held), elements }];
      case ROWS:
        return [{ ...PLAIN, name: ROWS, offset: 0, type: held, elements }];
      case ZEROTH:
        return [{ ...PLAIN, name: ZEROTH, offset: behindTile, type: exchanged, elements }];
    }
  });
  return buffers.filter(({ name }, index) => buffers.findIndex((other) => other.name === name) === index);
}

const numberOf = ({ storage }: ElementType): ElementType => ({ field: "real", storage, width: 1 });

/** Of blocks on branches, all in one buffer. */
export function branchHandovers(path: KernelPath, size: number): Handovers {
  const {
    parts,
    placed: { prefetched },
  } = path;
  const type = at(parts, 0).stretch.elements.exchanged;
  const sent = parts.flatMap(({ to }) => (to.through === "cluster" ? [to.store.elements] : []));
  const exchanged = parts.flatMap(({ exchanges }) => exchanges.map(({ store }) => store.elements));
  return {
    ...ALONE,
    cluster: size,
    buffers: [
      {
        ...PLAIN,
        name: PART,
        offset: 0,
        type,
        elements: Math.max(...sent, ...exchanged),
        note: "this block's part of the longer transform",
      },
    ],
    // All load all: each asks for a part.
    prefetchedElements: prefetched && Math.floor(prefetched.elements / size),
    send: { keepsOwn: true },
    bufferWithin: () => PART,
    bufferBefore: () => PART,
    bufferBehind: () => PART,
    hasFetched: [{ kind: "arrive-cluster", note: "this warp has read its part" }],
    maySend: [{ kind: "wait-cluster", note: "all warps of the cluster have: the buffer can be overwritten" }],
    hasSent: [{ kind: "arrive-cluster", note: "this warp has written its part to the blocks that store it" }],
    roles: roleOf(path, askingAhead(path, size), [
      { kind: "wait-cluster", note: "all warps of the cluster have: this block can store its part" },
    ]),
  };
}
