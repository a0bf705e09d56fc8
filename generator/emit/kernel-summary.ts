// One sentence or two on the blocks and threads of a kernel, for the comment above it.
import { fetchOf, isOnClusters, isPersistent, type Kernel } from "../kernel/program.js";

export function kernelSummary(kernel: Kernel): string {
  if (!isOnClusters(kernel)) return blockSummary(kernel);
  const { cluster, threads, sharedBytes, tiles } = kernel;
  const count = tiles.perGroup === 1 ? "one tile" : `${tiles.perGroup} tiles`;
  const order =
    tiles.order === "ticket"
      ? " Each cluster begins with the tile of its own number; a counter, 0 at first, deals out the others."
      : "";
  const share = isPersistent(kernel) ? `, as many as the GPU holds at once; ${count}` : ", one";
  return `Clusters of ${cluster} blocks of ${threads} threads${share} for ${membersText(kernel)}; ${sharedBytes} bytes of shared memory. ${clusterWork(kernel)}${order}`;
}

/** What the blocks of a cluster do for a tile. */
function clusterWork(kernel: Kernel): string {
  const isFetched = fetchOf(kernel) !== undefined;
  if (kernel.roles.length > 1)
    return `Of each block, the front ${isFetched ? "fetches its part of a tile by bulk copies" : "loads its part of a tile"}, does the first butterflies and sends what comes out to the blocks that need it; the back receives and does the rest, one tile behind.`;
  return isFetched
    ? "Each block fetches its part of a tile by a bulk copy, does the first butterflies, sends what comes out to the blocks that need it, and does the rest with what it is sent; while it stores that, its part of the next tile comes."
    : "Each block has a part of the frequencies of the longer transform and goes there and back with these alone; then blocks send each other what each is to store.";
}

function blockSummary({ buffers, sharedBytes, tiles, threads }: Kernel): string {
  const shared = buffers.length === 0 ? "no shared memory" : `${sharedBytes} bytes of shared memory`;
  const blocks = tiles.perGroup === 1 ? "One block" : `${tiles.perGroup} blocks`;
  return `${blocks} of ${threads} threads for ${membersText({ tiles })}; ${shared}.`;
}

const membersText = ({ tiles: { batch } }: Pick<Kernel, "tiles">): string =>
  batch === 1 ? "each transform of the batch" : `${batch} transforms of the batch`;
