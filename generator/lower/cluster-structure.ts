// A kernel on clusters, whose blocks exchange a tile through distributed shared memory, tile after tile. What stands between
// front and back, how the buffers change hands, is in handovers.ts; here is what each role's threads do.
import { at } from "../failure/errors.js";
import type { BoxExtent, Fetch, RoleStep } from "../kernel/program.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { product } from "../layout/digits.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { tilesWithin } from "../layout/present-tiles.js";
import { denseUse, fieldsOf, sumOf, type Field } from "./fields.js";
import { handoversOf, type Handovers } from "./handovers.js";
import type { Structure } from "./kernel-head.js";
import { countOf, presentFields } from "./present-fields.js";
import { lowerPhase, transformedBefore, type PhaseContext } from "./lower-phase.js";
import { baseOf, batchUse, landingSide, placeUses, receiveSide, targetSide, type Side } from "./sides.js";
import { exponentUse } from "../layout/twiddle-exponents.js";

export function clusterStructure(context: PhaseContext, cluster: ClusterPlacement): Structure {
  const { set, geometry, schedule, exponents } = context;
  const handovers = handoversOf(geometry, cluster, schedule);
  const exponentUses = [...exponents.values()].map(exponentUse);
  const output = placeUses(geometry.output, geometry.writes);
  // The places of atoms along the dimensions of the array that bulk copies read.
  const starts = cluster.box.map(({ atoms }) => denseUse(atoms));
  const before = transformedBefore(geometry, 0);
  const afterFront = transformedBefore(geometry, cluster.front.length);
  const send = receiveSide(handovers.receive, cluster, "cluster");
  const frontUses = [...starts, batchUse, ...send.uses, ...exponentUses];

  const tiles = fieldsOf(set, geometry.tile.grid, "tile", [...starts, ...output, ...exponentUses], before);
  const within = tilesWithin(geometry.writes, geometry.tile);
  const tile = presentFields(tiles, within);
  const rankBefore = fieldsOf(set, cluster.rankBefore, "rank", frontUses, before, tile);
  const group = fieldsOf(set, cluster.group, "group", frontUses, before, [...tile, ...rankBefore]);
  // An undivided block knows both its places at once.
  const known = handovers.undivided ? [...tile, ...rankBefore] : tile;
  const rankAfter = fieldsOf(set, cluster.rankAfter, "rank", [...output, ...exponentUses], afterFront, known);

  const fetching = [...tile, ...rankBefore, ...group];
  const storing = [...tile, ...rankAfter];
  const fetches: Fetch = {
    coordinates: [...rankBefore, ...group].map(({ coordinate }) => coordinate),
    box: cluster.box.map(({ atoms, extent, stride, box }, index): BoxExtent => {
      return { extent, whole: product(atoms), stride, box, start: sumOf(fetching, at(starts, index)) };
    }),
    members: { box: cluster.members, start: sumOf(fetching, batchUse) },
    ...handovers.fetch,
  };
  const front = cluster.front.map((phase, index) => frontPhase(context, cluster, handovers, phase, index, fetching));
  const back = cluster.back.map((phase, index) => backPhase(context, cluster, handovers, phase, index, storing));
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
        stores: {
          coordinates: rankAfter.map(({ coordinate }) => coordinate),
          base: baseOf(storing, geometry.output, geometry.writes),
        },
      },
      front,
      back,
    ),
  };
}

function frontPhase(
  context: PhaseContext,
  cluster: ClusterPlacement,
  { landing, between, receive, send, hasFetched, maySend, hasSent }: Handovers,
  phase: Phase,
  index: number,
  outer: readonly Field[],
): RoleStep {
  const isLast = index === cluster.front.length - 1;
  const read = landingSide(index === 0 ? landing : between, cluster.landing);
  return lowerPhase(context, {
    phase,
    position: index,
    read,
    write: isLast ? receiveSide(receive, cluster, "cluster") : landingSide(between, cluster.landing),
    send: isLast ? send : undefined,
    outer,
    where: isLast ? "; to the cluster" : "",
    activeThreads: threadsWithWork(phase, cluster.groupThreads),
    hasRead: isLast ? hasFetched : [],
    mayWrite: isLast ? maySend : [],
    hasWritten: isLast ? hasSent : [],
  });
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
  const read: Side = receiveSide(receive, cluster, "block");
  return lowerPhase(context, {
    phase,
    position: cluster.front.length + index,
    read,
    write: isLast ? targetSide(context.geometry) : read,
    send: undefined,
    outer,
    where: isLast ? "; to global memory" : "",
    activeThreads: threadsWithWork(phase, cluster.backThreads),
    hasRead: isLast ? hasReceived : [],
    mayWrite: [],
    hasWritten: [],
  });
}

/** Undefined where all have some. */
const threadsWithWork = (phase: Phase, threads: number): number | undefined =>
  activeThreads(phase) < threads ? activeThreads(phase) : undefined;
