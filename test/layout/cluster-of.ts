// What of a kernel its cluster has.
import type { ClusterPlacement } from "../../generator/layout/cluster.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";

/** Undefined where blocks work alone, or each on a branch of its own. */
export const clusterOf = ({ team }: Pick<KernelGeometry, "team">): ClusterPlacement | undefined =>
  team.kind === "cluster" ? team : undefined;
