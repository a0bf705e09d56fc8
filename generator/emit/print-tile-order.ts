// Prints the assignment of tiles to the clusters of a kernel: each takes a static share, or the next tile from the queue. Then
// the first thread of the cluster takes numbers from a counter and sends them into a ring in every block, where all threads read
// them. Decides nothing.
import { invariant } from "../failure/errors.js";
import { asksAhead, isPersistent, type Kernel, type Ring, type Tiles } from "../kernel/program.js";
import type { Action } from "../kernel/sync.js";
import { block, comment } from "./lines.js";
import { unsignedLiteral } from "./literals.js";

/** An action for the tile of a later round. */
export type TileAction = Extract<Action, { readonly kind: "fetch" | "prefetch" }>;

const place = ({ places }: Ring): string => `round % ${unsignedLiteral(places.count)}`;

/** The kernel's parameters for tiles. */
export const tileParameters = ({ tiles }: Kernel): readonly string[] => [
  "unsigned tiles",
  ...(tiles.batch === 1 ? [] : ["unsigned batch"]),
  ...(tiles.ring === undefined ? [] : ["unsigned* counter"]),
];

/** The first transform of the batch in a tile. */
export const firstOfTile = ({ perGroup, batch }: Tiles): string => {
  const group = perGroup === 1 ? "tile" : `tile / ${unsignedLiteral(perGroup)}`;
  return batch === 1 ? group : `${unsignedLiteral(batch)} * ${group.includes(" ") ? `(${group})` : group}`;
};

/** The number of members of the batch in a tile, where there may be fewer than in a full one. */
export function presentLines(tiles: Tiles): readonly string[] {
  const room = unsignedLiteral(tiles.batch);
  const left = `batch - ${firstOfTile(tiles)}`;
  return tiles.batch === 1 ? [] : [`const unsigned present = ${left} < ${room} ? ${left} : ${room};`];
}

/** The ring in shared memory, after the barriers of its places. */
export const ringMemory = ({ ring }: Tiles): readonly string[] =>
  ring === undefined
    ? []
    : [
        `const auto ring = shared_part<unsigned>(${unsignedLiteral(ring.offset)});  // indices of the cluster's tiles, round by round`,
      ];

/** The function by which all threads read the number of a tile. */
export const ringFunction = ({ tiles: { ring } }: Kernel): readonly string[] =>
  ring === undefined
    ? []
    : lambda("const auto dealt_tile = [&](unsigned round) -> unsigned", [
        `wait(${ring.barrier}[${place(ring)}], round / ${unsignedLiteral(ring.places.count)} % 2u);`,
        `return ring[${place(ring)}];`,
      ]);

/** The functions by which the role takes tiles from the queue, and those of the first rounds. */
export function dealingFunctions({ tiles: { ring }, cluster }: Kernel): readonly string[] {
  if (ring === undefined) return [];
  const first = Array.from({ length: ring.ahead - 1 }, (_, index) => `deal(${unsignedLiteral(index + 1)});`);
  return [
    ...comment(
      `The first thread of the cluster is the tile scheduler: it sends the tile index of a round to all blocks, ${ring.ahead} rounds ahead. It holds the index for the next round already, so that it does not wait for the counter. The first index past the last tile ends all loops; none is sent after it.`,
    ),
    "const bool deals = rank == 0 && threadIdx.x == 0;",
    "const unsigned nothing = ~0u;",
    "unsigned held = nothing;",
    "const auto take = [&] { return cluster_count() + take_number(counter); };",
    ...lambda("const auto deal = [&](unsigned round)", [
      "if (held == nothing) return;",
      `for (unsigned block = 0; block < ${cluster}; ++block) send(peers[block], ring + ${place(ring)}, held, ${ring.barrier}[${place(ring)}]);`,
      "held = held < tiles ? take() : nothing;",
    ]),
    ...block("if (deals)", ["held = take();", ...first]),
    "__syncwarp();",
  ];
}

/** The loop of a role over the tiles of the cluster, or its one tile. */
export function tileLoop(kernel: Kernel, body: readonly string[]): readonly string[] {
  if (!isPersistent(kernel))
    return [
      "const unsigned tile = cluster_index();",
      ...(asksAhead(kernel) ? [] : ["static_cast<void>(tiles);  // one cluster per tile"]),
      ...body,
    ];
  return [
    "unsigned round = 0;",
    ...block(
      kernel.tiles.ring === undefined
        ? "for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round)"
        : "for (unsigned tile = cluster_index(); tile < tiles; tile = dealt_tile(++round))",
      body,
    ),
  ];
}

/** The first thread fetches its part of a later tile, and prefetches that of another. */
export function fetchLines(kernel: Kernel, actions: readonly TileAction[], thread: string): readonly string[] {
  const { ring } = kernel.tiles;
  if (ring === undefined || actions.every(({ ahead }) => ahead === 0))
    return actions.map(({ kind, ahead }) => {
      const tile = isPersistent(kernel) ? tileAhead(ahead) : `tile + ${unsignedLiteral(ahead)}`;
      return `if (${thread} == 0 && ${tile} < tiles) ${kind}(${tile});`;
    });
  const [next, later] = actions;
  invariant(next?.ahead === 1 && later?.ahead !== 1, () => "print: a dealt tile is fetched one round ahead");
  const fetch = ["const unsigned next = dealt_tile(round + 1u);", `if (next < tiles) ${next.kind}(next);`];
  if (later === undefined) return block(`if (${thread} == 0)`, fetch);
  return block(`if (${thread} == 0)`, [
    ...fetch,
    `const unsigned later = next < tiles ? dealt_tile(round + ${unsignedLiteral(later.ahead)}) : next;`,
    `if (later < tiles) ${later.kind}(later);`,
  ]);
}

/** The cluster's tile so many rounds later, with static assignment. */
function tileAhead(rounds: number): string {
  if (rounds === 0) return "cluster_index()";
  return rounds === 1 ? "tile + cluster_count()" : `tile + ${rounds} * cluster_count()`;
}

/** Sends the number of a later round's tile. */
export const dealLine = (ahead: number): string =>
  `if (deals) deal(round + ${unsignedLiteral(ahead)});  // into the slot of an earlier tile, whose index all blocks have read`;

const lambda = (head: string, body: readonly string[]): readonly string[] => [...block(head, body).slice(0, -1), "};"];
