// How the buffers of a kernel on clusters change hands: which barriers there are, who waits for whom, and what is fetched when. Where front and back are different threads, a tile passes from landing
// buffers to receive buffers and both roles work at once; where they are the same threads, one buffer serves for both.
import type { Barrier, Copies, Meeting, SyncStep } from "../kernel/sync.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { MBARRIER_BYTES, WARP } from "../gpu/hardware.js";
import { crossing } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { unitOf } from "../layout/reach.js";
import { elementTypeBytes, landedElement } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { Handovers } from "./handovers.js";
import { IN_PLACE } from "./sides.js";
import { tileRing } from "./tile-ring.js";

/** The first thread fetches the first tile. */
const FIRST_FETCH: readonly SyncStep[] = [{ kind: "first", actions: [{ kind: "fetch", ahead: 0 }] }];

/**
 * All threads of a block fetch, do the first butterflies and send; then all wait for what they are sent and do the rest. While
 * they store that, the next tile is fetched: to the buffer that has been read, or if memory has another format to its own.
 */
export function undividedHandovers(
  { elements, threads }: KernelGeometry,
  { size, bytes, blockElements, exchanges }: ClusterPlacement,
  schedule: Schedule,
): Handovers {
  const prefetch = schedule.prefetch === true;
  const converts = bytes.landing > 0;
  const landing = converts ? "landing" : "part";
  const partBytes = blockElements * elementTypeBytes(elements.exchanged);
  const landedBytes = converts ? bytes.landing : partBytes;
  const barrier = (index: number): Pick<Barrier, "copies" | "offset" | "arrivals"> => ({
    copies: undefined,
    offset: bytes.landing + bytes.receive + MBARRIER_BYTES * index,
    arrivals: 1,
  });
  const blockHasRead: Meeting = { name: undefined, number: 1, by: undefined, threads, note: undefined };
  return {
    cluster: size,
    bufferWithin: () => "part",
    bufferBefore: (part) => (part === 0 ? landing : "part"),
    bufferBehind: () => "part",
    receivedPlaces: IN_PLACE,
    buffers: [
      ...(converts
        ? [
            {
              name: landing,
              copies: undefined,
              pool: undefined,
              offset: 0,
              type: landedElement(elements),
              elements: blockElements,
              note: "destination of the bulk copies",
            },
          ]
        : []),
      {
        name: "part",
        copies: undefined,
        pool: undefined,
        offset: bytes.landing,
        type: elements.exchanged,
        elements: crossing(exchanges).store.elements,
        note: "this block's part of the tile",
      },
    ],
    barriers: [
      { ...barrier(0), name: "landed", firstBytes: undefined, notes: { says: "the bulk copy has arrived" } },
      {
        ...barrier(1),
        name: "full",
        firstBytes: partBytes,
        notes: { says: "all data sent by the cluster has arrived" },
      },
    ],
    order: "static",
    ring: undefined,
    fetch: { buffer: landing, barrier: "landed", bytes: landedBytes, prefetches: prefetch },
    prefetchedElements: undefined,
    send: { barrier: "full", keepsOwn: false },
    mayWriteBetween: [],
    hasFetched: [{ kind: "arrive-cluster", note: "this warp has read the fetched data" }],
    maySend: [{ kind: "wait-cluster", note: "all warps of the cluster have: the buffer can be overwritten" }],
    hasSent: [],
    hasReceived: [
      {
        kind: "handover",
        meeting: blockHasRead,
        comment:
          "Once the whole block has read the data that it received, its first thread fetches its part of the next tile.",
        fence: true,
        actions: [{ kind: "fetch", ahead: 1 }],
        arriveAt: undefined,
      },
    ],
    roles: [
      {
        name: "block",
        parts: [0, 1],
        groups: 1,
        groupThreads: threads,
        meetings: [],
        deals: false,
        beforeTiles: FIRST_FETCH,
        begins: [{ kind: "wait", barrier: "landed", use: "this", note: undefined }],
        behindFirst: [],
        meet: { kind: "sync-block" },
        crossed: [
          ...(prefetch ? [{ kind: "first", actions: [{ kind: "prefetch", ahead: 1 }] } as const] : []),
          { kind: "wait", barrier: "full", use: "this", note: undefined },
          {
            kind: "first",
            actions: [{ kind: "expect", barrier: "full", bytes: partBytes, note: "for the next tile" }],
          },
        ],
      },
    ],
  };
}

/**
 * The front fetches its part of a tile, does the first butterflies and sends; the back receives and does the rest, one tile
 * behind. Each group of the front has a landing buffer, and if memory has another format one for what lies between its phases;
 * receive buffers are used in turn, and given back to the cluster.
 */
export function pipelinedHandovers(
  { elements, reads }: KernelGeometry,
  cluster: ClusterPlacement,
  schedule: Schedule,
): Handovers {
  const prefetch = schedule.prefetch === true;
  const { size, order, ahead, groups, groupThreads, backThreads, blockElements, buffers, bytes } = cluster;
  const frontWarps = (groups * groupThreads) / WARP;
  const sentBytes = (blockElements / size) * (size - 1) * elementTypeBytes(elements.exchanged);
  const loads = cluster.fetchedBy === "threads";
  const ofGroups: Copies | undefined = groups === 1 ? undefined : { by: "group", count: groups };
  const ofBuffers: Copies = { by: "buffer", count: buffers };
  const inboxAt = bytes.landing + bytes.between;
  const barriersAt = inboxAt + buffers * bytes.receive;
  const ofGroup = {
    copies: ofGroups,
    pool: undefined,
    elements: blockElements / groups,
    note: undefined,
  };
  const meetings = meetingsOf(cluster);
  const tickets =
    order === "ticket" ? tileRing(ahead, buffers, barriersAt + MBARRIER_BYTES * (groups + 2 * buffers)) : undefined;
  return {
    cluster: size,
    bufferWithin: (part) => (part > 0 ? "inbox" : bytes.between > 0 ? "between" : "landing"),
    bufferBefore: (part) => (part === 0 ? "landing" : "inbox"),
    bufferBehind: () => "inbox",
    receivedPlaces: IN_PLACE,
    buffers: [
      ...(loads ? [] : [{ ...ofGroup, name: "landing", offset: 0, type: landedElement(elements) }]),
      ...(bytes.between > 0 ? [{ ...ofGroup, name: "between", offset: bytes.landing, type: elements.exchanged }] : []),
      {
        name: "inbox",
        copies: ofBuffers,
        pool: "receive",
        offset: inboxAt,
        type: elements.exchanged,
        elements: crossing(cluster.exchanges).store.elements,
        note: loads ? `${buffers} buffers` : `${buffers} buffers, behind the destination of the bulk copies`,
      },
    ],
    barriers: [
      ...(loads
        ? []
        : [
            {
              name: "landed",
              copies: ofGroups,
              offset: barriersAt,
              arrivals: 1,
              firstBytes: undefined,
              notes: {
                says:
                  groups === 1
                    ? "the block's part of the tile has arrived"
                    : "per group: its part of the tile has arrived",
              },
            },
          ]),
      {
        name: "full",
        copies: ofBuffers,
        offset: barriersAt + MBARRIER_BYTES * groups,
        arrivals: 1 + frontWarps,
        firstBytes: sentBytes,
        notes: {
          says: "per buffer: all data sent by the cluster has arrived",
          arrivals: "the back, with the number of bytes that are sent, and each warp of the front",
        },
      },
      {
        name: "empty",
        copies: ofBuffers,
        offset: barriersAt + MBARRIER_BYTES * (groups + buffers),
        arrivals: size,
        firstBytes: undefined,
        notes: { says: "per buffer: all blocks have finished reading theirs", arrivals: "the back of each block" },
      },
      ...(tickets === undefined ? [] : [tickets.barrier]),
    ],
    order,
    ring: tickets?.ring,
    fetch: loads
      ? undefined
      : { buffer: "landing", barrier: "landed", bytes: bytes.landing / groups, prefetches: prefetch },
    prefetchedElements: loads && prefetch ? (2 / unitOf(reads)) * blockElements : undefined,
    send: { barrier: "full", keepsOwn: true },
    // Of the tile before.
    mayWriteBetween: loads ? [{ kind: "sync", meeting: meetings.groupHasRead }] : [],
    hasFetched: loads
      ? []
      : [
          {
            kind: "handover",
            meeting: meetings.groupHasRead,
            comment:
              groups === 1
                ? "Once the front has read its part of the tile, its first thread fetches that of the next tile."
                : "Once the whole group has read its part of the tile, its first thread fetches the group's part of the next tile.",
            fence: true,
            actions: [{ kind: "fetch", ahead: 1 }, ...(prefetch ? [{ kind: "prefetch", ahead: 2 } as const] : [])],
            arriveAt: undefined,
          },
        ],
    maySend: [
      { kind: "wait", barrier: "empty", use: "last", note: "all blocks have read the previous contents of the buffer" },
    ],
    hasSent: [
      {
        kind: "arrive",
        barrier: "full",
        note: "for the data that stays in this block; data sent to others is counted in bytes",
      },
      ...(tickets === undefined ? [] : [{ kind: "deal", ahead } as const]),
    ],
    hasReceived: [
      {
        kind: "handover",
        meeting: meetings.backHasRead,
        comment: "Once the whole back has read the buffer, every block of the cluster can send to it again.",
        fence: false,
        actions: [],
        arriveAt: "empty",
      },
    ],
    roles: [
      {
        name: "front",
        parts: [0],
        groups,
        groupThreads,
        meetings: [
          ...(cluster.front.length > 1 ? [meetings.groupMeets] : []),
          ...(cluster.front.length > 1 || !loads ? [meetings.groupHasRead] : []),
        ],
        deals: tickets !== undefined,
        beforeTiles: loads ? [] : FIRST_FETCH,
        begins: loads
          ? prefetch
            ? [{ kind: "first", actions: [{ kind: "prefetch", ahead: 1 }] } as const]
            : []
          : [{ kind: "wait", barrier: "landed", use: "this", note: undefined } as const],
        behindFirst: [],
        meet: { kind: "sync", meeting: meetings.groupMeets },
        crossed: [],
      },
      {
        name: "back",
        parts: [1],
        groups: 1,
        groupThreads: backThreads,
        meetings: [...(cluster.back.length > 1 ? [meetings.backMeets] : []), meetings.backHasRead],
        deals: false,
        beforeTiles: [],
        begins: [
          { kind: "wait", barrier: "full", use: "this", note: undefined },
          {
            kind: "first",
            actions: [
              { kind: "expect", barrier: "full", bytes: sentBytes, note: "for the next use of the buffer" },
              ...(tickets === undefined ? [] : [tickets.expectNext]),
            ],
          },
        ],
        behindFirst: [],
        meet: { kind: "sync", meeting: meetings.backMeets },
        crossed: [],
      },
    ],
  };
}

/**
 * Hardware barriers among threads of a block have numbers; 0 is that of all of them. One per group to meet between phases, one
 * per group that has read; then the back's. It has one for each buffer that it has read: threads that only arrive may be at the
 * next buffer before the first warp is done with this.
 */
function meetingsOf({ groups, groupThreads, backThreads }: ClusterPlacement) {
  const ofGroup = { by: groups === 1 ? undefined : "group", threads: groupThreads } as const;
  return {
    groupMeets: {
      ...ofGroup,
      name: "group_meets",
      number: 1,
      note: `named barriers of the ${groups === 1 ? "front" : "group"}`,
    },
    groupHasRead: { ...ofGroup, name: "group_has_read", number: 1 + groups, note: undefined },
    backMeets: {
      name: "back_meets",
      number: 1 + 2 * groups,
      by: undefined,
      threads: backThreads,
      note: "named barriers of the back",
    },
    backHasRead: {
      name: "back_has_read",
      number: 2 + 2 * groups,
      by: "buffer",
      threads: backThreads,
      note: "and one more for each further buffer",
    },
  } as const satisfies Readonly<Record<string, Meeting>>;
}
