// One sentence or two on the blocks and threads of a kernel, for the comment above it.
import { fetchOf, isOnClusters, isPersistent, type Kernel } from "../kernel/program.js";

export function kernelSummary(kernel: Kernel): string {
  if (!isOnClusters(kernel)) return blockSummary(kernel);
  const { cluster, threads, sharedBytes, tiles } = kernel;
  const count = tiles.perGroup === 1 ? "one tile" : `${tiles.perGroup} tiles`;
  const order =
    tiles.order === "ticket"
      ? " Dynamic tile scheduling: each cluster begins with the tile of its own index and takes the next ones from a counter, which starts at 0."
      : "";
  const share = isPersistent(kernel) ? `, as many as the GPU holds at once; ${count}` : ", one";
  return `Clusters of ${cluster} blocks of ${threads} threads${share} for ${membersText(kernel)}; ${sharedBytes} bytes of shared memory per block. ${clusterWork(kernel)}${order}`;
}

/** The work of the blocks of a cluster on a tile. */
function clusterWork(kernel: Kernel): string {
  const isFetched = fetchOf(kernel) !== undefined;
  if (kernel.roles.length > 1)
    return `Warp-specialised: in each block, the front (producer warps) ${isFetched ? "fetches the block's part of a tile by bulk copies" : "loads the block's part of a tile"}, computes the first butterflies and sends the results to the blocks that need them; the back (consumer warps) receives them and computes the remaining butterflies, one tile behind.`;
  return isFetched
    ? "Each block fetches its part of a tile by a bulk copy, computes the first butterflies, sends the results to the blocks that need them, and computes the remaining butterflies from what it receives. The bulk copy of the next tile overlaps with the stores."
    : "Each block computes the convolution (transform, pointwise product, inverse transform) on its own part of the frequencies of the longer transform; the blocks then exchange the results, so that each holds what it stores.";
}

function blockSummary({ buffers, sharedBytes, tiles, threads }: Kernel): string {
  const shared = buffers.length === 0 ? "no shared memory" : `${sharedBytes} bytes of shared memory`;
  const blocks = tiles.perGroup === 1 ? "One block" : `${tiles.perGroup} blocks`;
  return `${blocks} of ${threads} threads for ${membersText({ tiles })}; ${shared}.`;
}

const membersText = ({ tiles: { batch } }: Pick<Kernel, "tiles">): string =>
  batch === 1 ? "each transform of the batch" : `${batch} transforms of the batch`;
