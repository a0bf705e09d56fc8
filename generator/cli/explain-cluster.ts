// The part of `fftgen explain` about kernels on clusters: which block and group holds which elements, what it fetches and to
// where, how the tile is exchanged across the cluster and what each role does.
import type { Kernel, Role } from "../kernel/program.js";
import { crossing } from "../layout/exchange.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { placeOf, type AddressMap } from "../layout/address-map.js";
import { elementNoun } from "./explain-elements.js";
import { atomRuns, atomsText, runText, type Fact } from "./explain-lines.js";
import { plural, short } from "./terminal.js";

/** Facts before the table of places and after it. */
export function clusterFacts(
  cluster: ClusterPlacement,
  kernel: Kernel,
): { readonly before: readonly Fact[]; readonly after: readonly Fact[] } {
  const { size, rankBefore, group, rankAfter, box, members, landing, conflicts, exchanges, fetchedBy, foldedBy } =
    cluster;
  const undivided = kernel.roles.length === 1;
  const noun = elementNoun(kernel.elements);
  const boxes = box.map(({ box: length, extent, stride }) => `${length} of ${extent} at stride ${stride}`).join(", ");
  const ofBatch = members === 1 ? "" : `, of ${members} members of the batch`;
  const when = undivided ? "the next tile while this one crosses the cluster" : "one tile ahead";
  const isAsked = ({ fetches, origins }: Role): boolean =>
    fetches?.prefetches === true || origins.some(({ prefetches }) => prefetches !== undefined);
  const ahead = kernel.roles.some(isAsked) ? `; the L2 cache fetches ${when}` : "";
  const fetched =
    fetchedBy === "threads"
      ? `its threads load ${foldedBy === "front" ? "columns and their conjugates" : "real and imaginary parts"}, ${cluster.blockElements} ${noun}${ahead}`
      : `each ${undivided || cluster.groups === 1 ? "block" : "group"} a box of ${boxes}${ofBatch}: ${product(box) * members} ${noun}, which land in the order ${atomsText(landing.atoms)}${ahead}`;
  return {
    before: [
      {
        name: "cluster",
        text: `${size} blocks of ${kernel.threads} threads; ${undivided ? "uniform warps: all compute both halves" : teamsText(cluster)}`,
      },
      {
        name: "blocks",
        text: `before the exchange each has a value of ${atomsText(rankBefore)}${undivided || group.length === 0 ? "" : `, each group of it a value of ${atomsText(group)}`}; after it each has a value of ${atomsText(rankAfter)}`,
      },
    ],
    after: [
      {
        name: "fetch",
        text: fetched,
      },
      {
        name: "exchange",
        text: `${undivided ? "one buffer" : plural(receiveBuffers(kernel), "receive buffer")} of ${cluster.blockElements} ${noun} at ${swizzleText(crossing(exchanges).store)}; ${((size - 1) * 100) / size}% of a tile leaves its block`,
      },
      {
        name: "conflicts",
        text:
          conflicts === 1
            ? "none: each access to shared memory takes as few wavefronts as it can"
            : `accesses to shared memory take ${short(conflicts)} times the fewest wavefronts`,
      },
    ],
  };
}

const receiveBuffers = ({ buffers }: Kernel): number =>
  buffers.find(({ copies }) => copies?.by === "buffer")?.copies?.count ?? 1;

const teamsText = ({ groups, groupThreads, backThreads }: ClusterPlacement): string =>
  `in each, a front of ${groups === 1 ? "" : `${groups} groups of `}${groupThreads} threads and a back of ${backThreads}`;

const product = (box: ClusterPlacement["box"]): number => box.reduce((total, { box: length }) => total * length, 1);

/** `x4:16*1 x1:16*16^1`: size, stride, and the bits of the bank that the digit exchanges, from its lightest bit on. */
function swizzleText(map: AddressMap): string {
  const runs = atomRuns(map.atoms, (last, next) => {
    const [before, after] = [placeOf(map, last), placeOf(map, next)];
    return after.stride === before.stride * last.size && after.mask === before.mask * last.size;
  });
  return runs
    .map((run) => {
      const { stride, mask } = placeOf(map, run.first);
      return `${runText(run)}*${stride}${mask === 0 ? "" : `^${mask}`}`;
    })
    .join(" ");
}
