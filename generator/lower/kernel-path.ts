// The path of a kernel of a plan as it is placed. A block that works alone has one part, and a second where it puts numbers in order before it
// stores them; a cluster has two, before and behind what its blocks send each other.
import { ROWS } from "../kernel/program.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { crossing } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { partsInOrder } from "./lower-stored.js";
import { seatedBlock, seatedCluster } from "./mirrored.js";
import { MEMORY, partOf, sentTo, type Begin, type KernelPath, type PathPart } from "./path.js";

/** What the geometry of a kernel does not say of it. */
export type Told = Pick<PathPart, "schedule" | "texts" | "products">;

/** A kernel of a plan as it is placed, and what its geometry does not say. */
export interface PlacedKernel {
  readonly placed: KernelGeometry;
  readonly told: Told;
}

export const kernelPath = ({ placed, told }: PlacedKernel): KernelPath => ({
  placed,
  parts: placed.team.kind === "cluster" ? clusterParts(placed, placed.team, told) : blockParts(placed, told),
});

function blockParts(placed: KernelGeometry, told: Told): readonly PathPart[] {
  const { exit, columns, tile } = placed;
  const plain = partOf(placed, { ...told, from: MEMORY, to: MEMORY });
  const part = columns.kind === "none" ? plain : seatedBlock(plain, columns);
  if (exit?.through !== "block") return [part];
  switch (exit.order) {
    case "numbers":
      return partsInOrder(part, exit);
    case "lines":
      return [{ ...part, to: { through: "block", place: ROWS, pitch: exit.pitch, count: tile.batchTile } }];
  }
}

function clusterParts(placed: KernelGeometry, cluster: ClusterPlacement, told: Told): readonly PathPart[] {
  const { columns } = placed;
  const { front, back, exchanges, landing, box, members, rankBefore, rankAfter, group, foldedBy } = cluster;
  const { store } = crossing(exchanges);
  const crossingAt = front.length - 1;
  const from: Begin = cluster.fetchedBy === "threads" ? MEMORY : { through: "bulk copies", landing, box, members };
  const sent = sentTo(store, rankAfter);
  const parts = [
    partOf(placed, {
      ...told,
      ...{ phases: front, exchanges: exchanges.slice(0, crossingAt), from, to: sent, rank: rankBefore, group },
    }),
    partOf(placed, {
      ...told,
      ...{ phases: back, first: front.length, exchanges: exchanges.slice(crossingAt + 1) },
      ...{ from: { through: "cluster", store }, to: MEMORY, rank: rankAfter },
    }),
  ] as const;
  return columns.kind === "none" ? parts : seatedCluster(parts, columns, foldedBy);
}
