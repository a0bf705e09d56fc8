// A kernel on clusters, whose blocks exchange a tile through distributed shared memory, tile after tile. What stands between
// front and back, how the buffers change hands, is in handovers.ts; here is what each role's threads do.
import { at } from "../failure/errors.js";
import type { BoxExtent, Fetch, RoleStep } from "../kernel/program.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { crossing } from "../layout/exchange.js";
import { product } from "../layout/digits.js";
import { sharesRows } from "../layout/mirrored.js";
import type { Phase } from "../layout/phases.js";
import { unitOf } from "../layout/reach.js";
import { tilesWithin } from "../layout/present-tiles.js";
import { denseUse, fieldsOf, sumOf, type Field } from "./fields.js";
import { handoversOf, type Handovers } from "./handovers.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import type { Structure } from "./kernel-head.js";
import { countOf, presentFields } from "./present-fields.js";
import { rowUses, seatUse, withRowPlaces } from "./mirrored.js";
import { lowerPhase, transformedBefore, type PhaseContext } from "./lower-phase.js";
import {
  baseOf,
  batchUse,
  exchangeSide,
  IN_PLACE,
  placeUses,
  sentSide,
  sourceSide,
  targetSide,
  type Side,
} from "./sides.js";
import { exponentUse } from "../layout/twiddle-exponents.js";

export function clusterStructure(context: PhaseContext, cluster: ClusterPlacement): Structure {
  const { set, geometry, schedule, exponents } = context;
  // Where there are columns, they have seats on one side of the exchange.
  const ofColumns = geometry.cluster ?? cluster;
  const { mirrored } = geometry;
  const shared = mirrored !== undefined && sharesRows(mirrored);
  const seated = shared ? withRowPlaces(ofColumns, mirrored) : ofColumns;
  const loads = cluster.fetchedBy === "threads";
  const handovers = handoversOf(geometry, cluster, schedule);
  const exponentUses = [...exponents.values()].map(exponentUse);
  const output = placeUses(geometry.output, geometry.writes);
  // The places of atoms along the dimensions of the array that bulk copies read.
  const starts = cluster.box.map(({ atoms }) => denseUse(atoms));
  const before = transformedBefore(geometry, 0);
  const afterFront = transformedBefore(geometry, cluster.front.length);
  // Behind the exchange what is received has seats, and is sent to what digits have.
  const sending = cluster.foldedBy === "front" ? seated : shared ? ofColumns : cluster;
  const send = sentSide(handovers.receive, crossing(sending.exchanges).store, sending.rankAfter);
  const frontUses = [...starts, batchUse, ...send.uses, ...exponentUses];

  const tiles = fieldsOf(set, geometry.tile.grid, "tile", [...starts, ...output, ...exponentUses, seatUse], before);
  const within = tilesWithin(geometry.writes, geometry.tile);
  const tile = presentFields(tiles, within);
  const input = loads ? placeUses(geometry.input, geometry.reads) : [];
  const rankBefore = fieldsOf(
    set,
    seated.rankBefore,
    "rank",
    [...frontUses, ...input, seatUse, rowUses.block],
    before,
    tile,
  );
  const group = fieldsOf(set, cluster.group, "group", frontUses, before, [...tile, ...rankBefore]);
  // An undivided block knows both its places at once.
  const known = handovers.undivided ? [...tile, ...rankBefore] : tile;
  const rankAfter = fieldsOf(
    set,
    seated.rankAfter,
    "rank",
    [...output, ...exponentUses, seatUse, rowUses.block],
    afterFront,
    known,
  );

  const fetching = [...tile, ...rankBefore, ...group];
  const storing = [...tile, ...rankAfter];
  const ofFront = [...rankBefore, ...group].map(({ coordinate }) => coordinate);
  const fetches: Fetch | undefined = handovers.fetch && {
    array: SOURCE,
    coordinates: ofFront,
    box: cluster.box.map(({ atoms, from, extent, stride, box }, index): BoxExtent => {
      return { from, extent, whole: product(atoms), stride, box, start: sumOf(fetching, at(starts, index)) };
    }),
    members: { box: cluster.members, start: sumOf(fetching, batchUse) },
    ...handovers.fetch,
  };
  const front = sending.front.map((phase, index) => frontPhase(context, sending, handovers, phase, index, fetching));
  const back = seated.back.map((phase, index) => backPhase(context, seated, handovers, phase, index, storing));
  return {
    cluster: cluster.size,
    tiles: {
      perGroup: countOf(tile),
      batch: geometry.tile.batchTile,
      guards: [],
      coordinates: tile.map(({ coordinate }) => coordinate),
      order: handovers.order,
      ring: handovers.ring,
    },
    buffers: handovers.buffers,
    barriers: handovers.barriers,
    roles: handovers.roles(
      {
        fetches,
        loads: loads
          ? [
              {
                array: SOURCE,
                coordinates: ofFront,
                base: baseOf(fetching, geometry.input, geometry.reads),
                ...(schedule.prefetch === true
                  ? { prefetches: (2 / unitOf(geometry.reads)) * cluster.blockElements }
                  : {}),
              },
            ]
          : [],
        stores: [
          {
            array: TARGET,
            coordinates: rankAfter.map(({ coordinate }) => coordinate),
            base: baseOf(storing, geometry.output, geometry.writes),
          },
        ],
      },
      front,
      back,
    ),
  };
}

function frontPhase(
  context: PhaseContext,
  cluster: ClusterPlacement,
  { landing, between, receive, send, hasFetched, mayLeave, maySend, hasSent }: Handovers,
  phase: Phase,
  index: number,
  outer: readonly Field[],
): RoleStep {
  const [isFirst, isLast] = [index === 0, index === cluster.front.length - 1];
  const { geometry } = context;
  const loads = cluster.fetchedBy === "threads";
  // Columns that are loaded are there until they are sent; others as they are sent.
  const foldsFirst = cluster.foldedBy === "front";
  const shared = sharesRows(geometry.mirrored) ? geometry.mirrored : undefined;
  const sent = foldsFirst ? undefined : shared === undefined ? geometry.mirrored : undefined;
  const inBlock = (exchange: number): Side => exchangeSide(between, at(cluster.exchanges, exchange).store);
  const read = isFirst ? (loads ? sourceSide(geometry) : exchangeSide(landing, cluster.landing)) : inBlock(index - 1);
  return lowerPhase(
    foldsFirst || shared !== undefined ? context : { ...context, geometry: { ...geometry, mirrored: undefined } },
    {
      phase,
      position: index,
      read,
      mirrors: isLast ? sent : undefined,
      shares: isLast && !foldsFirst ? shared : undefined,
      write: isLast
        ? sentSide(receive, crossing(cluster.exchanges).store, cluster.rankAfter, sent === undefined ? [] : [sent.side])
        : inBlock(index),
      send: isLast ? send : undefined,
      outer,
      threads: cluster.groupThreads,
      hasRead: isLast ? hasFetched : [],
      mayWrite: isLast ? maySend : isFirst ? mayLeave : [],
      hasWritten: isLast ? hasSent : [],
    },
  );
}

function backPhase(
  context: PhaseContext,
  cluster: ClusterPlacement,
  { receive, hasReceived }: Handovers,
  phase: Phase,
  index: number,
  outer: readonly Field[],
): RoleStep {
  const isLast = index === cluster.back.length - 1;
  const read: Side = exchangeSide(receive, crossing(cluster.exchanges).store, { places: IN_PLACE });
  const { geometry } = context;
  const loaded = { ...context, geometry: { ...geometry, mirrored: undefined } };
  return lowerPhase(cluster.foldedBy === "front" && !sharesRows(geometry.mirrored) ? loaded : context, {
    phase,
    position: cluster.front.length + index,
    read,
    write: isLast ? targetSide(geometry) : read,
    outer,
    threads: cluster.backThreads,
    hasRead: isLast ? hasReceived : [],
  });
}
