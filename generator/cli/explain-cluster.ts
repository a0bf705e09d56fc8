// The part of `fftgen explain` that is about kernels on clusters: which block and group holds what, what it fetches, where that
// lands, how the tile crosses the cluster and what each role does.
import { at } from "../failure/errors.js";
import type { Kernel } from "../kernel/program.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import type { Phase } from "../layout/phases.js";
import type { SwizzledMap } from "../layout/swizzle.js";
import { elementNoun } from "./explain-elements.js";
import { atomRuns, atomsText, beside, fact, label, listed, runText, stepNames } from "./explain-lines.js";
import { table } from "./table.js";
import { plural, print, short } from "./terminal.js";

export function explainCluster(cluster: ClusterPlacement, kernel: Kernel): void {
  const { size, rankBefore, group, rankAfter, box, landing, conflicts } = cluster;
  const undivided = kernel.roles.length === 1;
  fact(
    "cluster",
    `${size} blocks of ${kernel.threads} threads; ${undivided ? "undivided: all are the front, then the back" : teamsText(cluster)}`,
  );
  fact(
    "blocks",
    `before the exchange each has a value of ${atomsText(rankBefore)}${undivided ? "" : `, each group of it a value of ${atomsText(group)}`}; after it each has a value of ${atomsText(rankAfter)}`,
  );
  const rows = (role: string, phases: readonly Phase[]): readonly (readonly string[])[] =>
    phases.map(({ digit, registers, threads }) => [
      role,
      `butterfly ${digit?.name.toLowerCase() ?? ""}`,
      atomsText(registers),
      atomsText(threads),
    ]);
  const places = table(
    [{ title: "role" }, { title: "phase" }, { title: "registers" }, { title: "threads, lanes first" }],
    [...rows("front", cluster.front), ...rows("back", cluster.back)],
  );
  print(label("places") + beside(places));
  const boxes = box.map(({ box: length, extent, stride }) => `${length} of ${extent} at stride ${stride}`).join(", ");
  const when = undivided ? "the next tile while this one crosses the cluster" : "one tile ahead";
  const ahead = kernel.roles.some(({ fetches }) => fetches?.prefetches) ? `; the L2 cache fetches ${when}` : "";
  fact(
    "fetch",
    `each ${undivided ? "block" : "group"} a box of ${boxes}: ${product(box)} ${elementNoun(kernel.elements)}, which land in the order ${atomsText(landing)}${ahead}`,
  );
  const { receive } = cluster;
  fact(
    "exchange",
    `${undivided ? "one buffer" : plural(receiveBuffers(kernel), "receive buffer")} of ${cluster.blockElements} ${elementNoun(kernel.elements)} at ${swizzleText(receive)}; ${((size - 1) * 100) / size}% of a tile leaves its block`,
  );
  fact(
    "conflicts",
    conflicts === 1
      ? "none: each access to shared memory takes as few wavefronts as it can"
      : `accesses to shared memory take ${short(conflicts)} times the fewest wavefronts`,
  );
  for (const { name, steps } of kernel.roles) listed(name, stepNames(steps));
}

const receiveBuffers = ({ buffers }: Kernel): number =>
  buffers.find(({ copies }) => copies?.by === "buffer")?.copies?.count ?? 1;

const teamsText = ({ groups, groupThreads, backThreads }: ClusterPlacement): string =>
  `in each, a front of ${groups} groups of ${groupThreads} threads and a back of ${backThreads}`;

const product = (box: ClusterPlacement["box"]): number => box.reduce((total, { box: length }) => total * length, 1);

/** `x4:16*1 x1:16*16^1`: size, stride, and the bits of the bank that the digit exchanges, from its lightest bit on. */
function swizzleText(map: SwizzledMap): string {
  const maskOf = (atom: SwizzledMap["atoms"][number]): number => at(map.masks, map.atoms.indexOf(atom));
  const runs = atomRuns(map.atoms, (last, next) => maskOf(next) === maskOf(last) * last.size);
  return runs
    .map((run) => {
      const stride = at(map.strides, map.atoms.indexOf(run.first));
      const mask = maskOf(run.first);
      return `${runText(run)}*${stride}${mask === 0 ? "" : `^${mask}`}`;
    })
    .join(" ");
}
