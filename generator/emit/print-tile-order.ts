// Prints how the clusters of a pipelined kernel share out the tiles: each takes its share, known from the start, or the tiles
// are dealt out. Then the first thread of the cluster takes numbers from a counter and sends them into a ring in every block,
// where all threads read them. Decides nothing.
//
// A place of the ring is free again when all have read it. The receive buffers tell: the fronts send, and the backs read,
// only after they have read the number of the tile, so a buffer that all blocks have given back brings its number's place
// with it. Numbers come a few rounds ahead, hence the ring has as many places as that and the receive buffers together.
import type { PipelinedKernel } from "../kernel/program.js";
import { block, comment } from "./lines.js";
import { unsignedLiteral } from "./print-index.js";

const BARRIER = 8;
const NUMBER = 4;

const isDealt = ({ order }: PipelinedKernel): boolean => order === "ticket";

/**
 * Rounds from the one that deals out a tile to the one that does it. It is fetched one round before, asked for two rounds
 * before. Without asking ahead two would do, but on an H200 three took 4 % less time at 2^14 in f32, if 1 % more at 2^13 in
 * f64; four, with asking ahead, saved nothing more.
 */
const ROUNDS_AHEAD = 3;
const placesOf = ({ receiveBuffers }: PipelinedKernel): number => ROUNDS_AHEAD + receiveBuffers;
const place = (kernel: PipelinedKernel): string => `round % ${unsignedLiteral(placesOf(kernel))}`;

/** The kernel's parameters for tiles. */
export const tileParameters = (kernel: PipelinedKernel): string =>
  isDealt(kernel) ? "unsigned tiles, unsigned* counter" : "unsigned tiles";

export const tileOrderSummary = (kernel: PipelinedKernel): string =>
  isDealt(kernel)
    ? " Each cluster begins with the tile of its own number; a counter, 0 at first, deals out the others."
    : "";

/** The ring in shared memory, from `offset` bytes on. */
export function ringMemory(kernel: PipelinedKernel, offset: number): readonly string[] {
  if (!isDealt(kernel)) return [];
  const numbers = offset + BARRIER * placesOf(kernel);
  return [
    `const auto dealt = shared_barriers(${unsignedLiteral(offset)});  // of each place of the ring: its number has come`,
    `const auto ring = shared_part<unsigned>(${unsignedLiteral(numbers)});  // numbers of the tiles that the cluster does, round by round`,
  ];
}

/** What the block's first thread does for the ring. */
export const initialiseRing = (kernel: PipelinedKernel): readonly string[] =>
  isDealt(kernel)
    ? block(`for (unsigned place = 0; place < ${placesOf(kernel)}; ++place)`, [
        "initialise(dealt[place], 1u);  // the back, which says that a number is to come",
        `expect_bytes(dealt[place], place == 0 ? 0u : ${unsignedLiteral(NUMBER)});  // nobody deals out the tile of round 0`,
      ])
    : [];

/** How all threads learn of a tile. */
export const ringFunction = (kernel: PipelinedKernel): readonly string[] =>
  isDealt(kernel)
    ? lambda("const auto dealt_tile = [&](unsigned round) -> unsigned", [
        `wait(dealt[${place(kernel)}], round / ${unsignedLiteral(placesOf(kernel))} % 2u);`,
        `return ring[${place(kernel)}];`,
      ])
    : [];

/** How the front deals out tiles, and those of the first rounds. */
export function dealingFunctions(kernel: PipelinedKernel): readonly string[] {
  if (!isDealt(kernel)) return [];
  const first = Array.from({ length: ROUNDS_AHEAD - 1 }, (_, index) => `deal(${unsignedLiteral(index + 1)});`);
  return [
    ...comment(
      `The first thread of the cluster deals: it tells all blocks the tile of a round, ${ROUNDS_AHEAD} rounds ahead, and holds the number for the next, so that it need not wait for the counter. The first number that is no tile ends the loops of all; nothing comes after it.`,
    ),
    "const bool deals = rank == 0 && threadIdx.x == 0;",
    "const unsigned nothing = ~0u;",
    "unsigned held = nothing;",
    "const auto take = [&] { return cluster_count() + take_number(counter); };",
    ...lambda("const auto deal = [&](unsigned round)", [
      "if (held == nothing) return;",
      `for (unsigned block = 0; block < ${kernel.cluster}; ++block) send(peers[block], ring + ${place(kernel)}, held, dealt[${place(kernel)}]);`,
      "held = held < tiles ? take() : nothing;",
    ]),
    ...block("if (deals)", ["held = take();", ...first]),
    "__syncwarp();",
  ];
}

/** The loop of a role over the tiles of the cluster. */
export const tileLoop = (kernel: PipelinedKernel, body: readonly string[]): readonly string[] => [
  "unsigned round = 0;",
  ...block(
    isDealt(kernel)
      ? "for (unsigned tile = cluster_index(); tile < tiles; tile = dealt_tile(++round))"
      : "for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round)",
    body,
  ),
];

/** The first thread of a group fetches its part of the next tile, and asks for that of the one after. */
export function fetchNextTile(kernel: PipelinedKernel): readonly string[] {
  if (!isDealt(kernel)) {
    return [
      "if (thread == 0 && tile + cluster_count() < tiles) fetch(tile + cluster_count());",
      ...(kernel.prefetch
        ? ["if (thread == 0 && tile + 2 * cluster_count() < tiles) prefetch(tile + 2 * cluster_count());"]
        : []),
    ];
  }
  const next = "const unsigned next = dealt_tile(round + 1u);";
  if (!kernel.prefetch) return block("if (thread == 0)", [next, "if (next < tiles) fetch(next);"]);
  return block("if (thread == 0)", [
    next,
    "if (next < tiles) fetch(next);",
    `const unsigned later = next < tiles ? dealt_tile(round + 2u) : next;`,
    "if (later < tiles) prefetch(later);",
  ]);
}

/** After `claim`: the tile of a round to come. */
export const dealTile = (): readonly string[] => [
  `if (deals) deal(round + ${unsignedLiteral(ROUNDS_AHEAD)});  // to the place of the last lap's tile, whose number all have read`,
];

/** What the back expects in the place of this round's number. */
export const expectNumber = (kernel: PipelinedKernel): readonly string[] =>
  isDealt(kernel)
    ? [
        `if (thread == 0) expect_bytes(dealt[${place(kernel)}], ${unsignedLiteral(NUMBER)});  // of the round ${placesOf(kernel)} rounds on`,
      ]
    : [];

const lambda = (head: string, body: readonly string[]): readonly string[] => [...block(head, body).slice(0, -1), "};"];
