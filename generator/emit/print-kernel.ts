// Prints a kernel program as a CUDA kernel: its head, the shared memory and barriers of a block, then each role with its steps
// for a tile, or with a loop over tiles. One walk over the program; it decides nothing.
import type { Sum } from "../kernel/coordinates.js";
import {
  fetchOf,
  isOnClusters,
  isPersistent,
  type Buffer,
  type GlobalArray,
  type Kernel,
  type Role,
} from "../kernel/program.js";
import { argumentInKernel, argumentType, kernelArguments } from "./argument-types.js";
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import type { Barrier, Copies } from "../kernel/sync.js";
import { MBARRIER_BYTES, WARP } from "../gpu/hardware.js";
import { elementTypeBytes } from "../plan/elements.js";
import { elementText, numberType } from "./element-text.js";
import { kernelSummary } from "./kernel-summary.js";
import { usedNames } from "../kernel/live-names.js";
import { block, comment } from "./lines.js";
import { askingFunctions } from "./print-asking.js";
import { fetchFunctions } from "./print-box.js";
import { printDefinition } from "./print-definition.js";
import { bracketed, coordinateLine, sumText, unguarded, type IndexNames } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { matrixLoads } from "./print-matrix.js";
import { firstMember, membersThere } from "./print-own-tile.js";
import { waitForPrevious } from "./print-overlap.js";
import { phaseLines } from "./print-phase.js";
import { distanceText, pointerText } from "./signature.js";
import { copiesLines, meetingLine, syncLines } from "./print-sync.js";
import {
  dealingFunctions,
  firstOfTile,
  ringFunction,
  ringMemory,
  presentLines,
  tileLoop,
  tileParameters,
} from "./print-tile-order.js";

/** The kernel's definition, from its comment to its closing brace. */
export const printKernel = (kernel: Kernel): string =>
  printDefinition(kernel, kernelSummary(kernel), head(kernel), [
    ...sharedMemory(kernel),
    ...(isOnClusters(kernel) ? clusterBegins(kernel) : []),
    ...(isOnClusters(kernel) ? [] : ownTile(kernel)),
    ...matrixLoads(kernel.matrices),
    ...waitForPrevious(kernel),
    ...ringFunction(kernel),
    ...roles(kernel),
    ...(isPersistent(kernel) ? ["sync_cluster();  // no block exits while others may still send to it"] : []),
  ]);

function head(kernel: Kernel): string {
  const fetched = fetchOf(kernel)?.array;
  const all = [
    ...kernel.arrays.map(
      (array) =>
        `${array.name === fetched ? "const __grid_constant__ TensorMap" : pointerText(array)} ${array.parameter}`,
    ),
    ...(isOnClusters(kernel) ? tileParameters(kernel) : ["std::size_t batch"]),
    ...kernel.parameters.map((name) => `std::size_t ${name}`),
    ...(kernel.takesFactor ? [`${numberType(kernel.precision)} ${CALLED_FACTOR}`] : []),
    ...kernelArguments(kernel).map((one) => `${argumentType(one, kernel.precision)} ${argumentInKernel(one)}`),
  ];
  return `__global__ void __launch_bounds__(${launchBounds(kernel)}) ${kernel.name}(${all.join(", ")})`;
}

/** Threads that a multiprocessor of any architecture since compute capability 7.0 can hold. */
const THREADS_OF_EVERY_SM = 1024;

/** The bounds as numbers where every architecture can hold them; else the device header limits them to those of the target. */
const launchBounds = ({ threads, blocksPerSm }: Kernel): string =>
  Math.ceil(threads / WARP) * WARP * blocksPerSm <= THREADS_OF_EVERY_SM
    ? `${threads}, ${blocksPerSm}`
    : `${threads}, blocks_per_sm(${threads}, ${blocksPerSm})`;

/** Buffers and barriers of a block. The role of a group defines the group's own buffers. */
function sharedMemory(kernel: Kernel): readonly string[] {
  const { buffers, barriers, tiles } = kernel;
  if (!isOnClusters(kernel))
    return buffers.map(({ name, type, offset }) => {
      const behind = offset / elementTypeBytes(type);
      return `auto ${name} = dynamic_shared<${elementText(type)}>()${behind === 0 ? "" : ` + ${unsignedLiteral(behind)}`};`;
    });
  return [
    ...buffers
      .filter(({ copies }) => copies?.by !== "group")
      .map(
        ({ name, pool = name, offset, type, note }) =>
          `const auto ${pool} = shared_part<${elementText(type)}>(${unsignedLiteral(offset)});${note === undefined ? "" : `  // ${note}`}`,
      ),
    ...barriers.map((barrier) => barrierLine(barrier, barriers)),
    ...ringMemory(tiles),
  ];
}

function barrierLine({ name, copies, offset, notes }: Barrier, all: readonly Barrier[]): string {
  const first = Math.min(...all.map((barrier) => barrier.offset));
  const place =
    copies === undefined
      ? `shared_barriers(${unsignedLiteral(first)})[${(offset - first) / MBARRIER_BYTES}]`
      : `shared_barriers(${unsignedLiteral(offset)})`;
  return `const auto ${name} = ${place};  // ${notes.says}`;
}

/** The start of a cluster: its first thread initialises the barriers, if there are any, and all threads wait for that. */
function clusterBegins({ barriers }: Kernel): readonly string[] {
  const loops = [...new Set(barriers.map(({ copies }) => copies?.by))].map((by) =>
    barriers.filter(({ copies }) => copies?.by === by),
  );
  const places = ["const unsigned rank = cluster_rank();", "const Peers peers = cluster_peers();"];
  if (barriers.length === 0) return places;
  return [
    ...places,
    ...block("if (threadIdx.x == 0)", [
      ...loops.flatMap((some) => eachCopy(some[0]?.copies, some.flatMap(initialisation))),
      "publish_barriers();",
    ]),
    "sync_cluster();",
  ];
}

function eachCopy(copies: Copies | undefined, lines: readonly string[]): readonly string[] {
  if (copies === undefined) return lines;
  const loop = `for (unsigned ${copies.by} = 0; ${copies.by} < ${copies.count}; ++${copies.by})`;
  return lines.length === 1 ? [`${loop} ${lines.join("")}`] : block(loop, lines);
}

function initialisation({ name, copies, arrivals, firstBytes, notes }: Barrier): readonly string[] {
  const own = copies === undefined ? name : `${name}[${copies.by}]`;
  const noted = (note: string | undefined): string => (note === undefined ? "" : `  // ${note}`);
  // No bytes arrive at the first place of a ring.
  const bytes = firstBytes === undefined ? "" : unsignedLiteral(firstBytes);
  const expected = copies?.by === "place" ? `place == 0 ? 0u : ${bytes}` : bytes;
  return [
    `initialise(${own}, ${unsignedLiteral(arrivals)});${noted(notes.arrivals)}`,
    ...(firstBytes === undefined ? [] : [`expect_bytes(${own}, ${expected});${noted(notes.firstBytes)}`]),
  ];
}

/** The names of indices: those of CUDA where all threads have one role, else the role's. */
const indexNames =
  ({ roles: all }: Kernel): IndexNames =>
  (source) =>
    source === "block"
      ? "blockIdx.x"
      : source === "thread" && all.length === 1 && all[0]?.forgets !== true
        ? "threadIdx.x"
        : source;

/** A block's one tile: its place in the batch, in the input and in the output. */
function ownTile(kernel: Kernel): readonly string[] {
  const { tiles, wideOffsets, roles: all } = kernel;
  const base = (array: GlobalArray, sum: Sum): string =>
    `first * ${distanceText(array, unsignedLiteral)}${sum.length === 0 ? "" : ` + (${sumText(sum)})`}`;
  return [
    `const std::size_t first = ${firstMember(tiles, "blockIdx.x")};  // first transform of the batch in this block`,
    tiles.batch === 1
      ? "static_cast<void>(batch);  // not needed: no block holds several transforms"
      : `const unsigned present = ${membersThere(tiles, "first")};`,
    ...tiles.coordinates.map((coordinate) => coordinateLine(coordinate, wideOffsets, indexNames(kernel))),
    ...(tiles.guards.length === 0 ? [] : [unguarded(tiles.guards, "return;  // the whole tile is out of range")]),
    ...all.flatMap((role) => originLines(kernel, role, base)),
  ];
}

/** The pointers to the beginning of a role's tile. */
const originLines = (
  { arrays }: Kernel,
  { origins }: Role,
  place: (array: GlobalArray, base: Sum) => string,
): readonly string[] =>
  arrays.flatMap((array) => {
    const { name, parameter } = array;
    const origin = origins.find((one) => one.array === name);
    return origin === undefined
      ? []
      : [`${pointerText(array)} const ${name} = ${parameter} + ${place(array, origin.base)};`];
  });

function roles(kernel: Kernel): readonly string[] {
  const { roles: all } = kernel;
  if (all.length === 1) return all.flatMap((role) => roleLines(kernel, role, 0));
  const threadsOf = (some: readonly Role[]): number =>
    some.reduce((threads, { groups, groupThreads }) => threads + groups * groupThreads, 0);
  const branches = all.flatMap((role, index) => {
    const below = unsignedLiteral(threadsOf(all.slice(0, index + 1)));
    const isLast = index === all.length - 1;
    const head = `${index === 0 ? "" : "} else"}${isLast ? "" : ` if (threadIdx.x < ${below})`}`;
    return block(head.trimStart(), roleLines(kernel, role, threadsOf(all.slice(0, index)))).slice(0, -1);
  });
  return ["", ...branches, "}"];
}

/** `before`: threads of the block with other roles. */
function roleLines(kernel: Kernel, role: Role, before: number): readonly string[] {
  const names = indexNames(kernel);
  const steps = role.steps.flatMap((step) =>
    step.kind === "phase" ? phaseLines(kernel, step, names) : syncLines(kernel, step, names),
  );
  if (!isOnClusters(kernel)) return steps;
  const { fetches, origins, meetings, deals } = role;
  const ofRank = origins.flatMap(({ coordinates }) => coordinates);
  return [
    ...(kernel.roles.length === 1 ? [] : placeInBlock(role, before)),
    ...meetings.map(meetingLine),
    ...kernel.buffers.filter(({ copies }) => copies?.by === "group" && fetches !== undefined).map(groupBuffer),
    ...(fetches?.coordinates ?? []).map((coordinate) => coordinateLine(coordinate, false, names)),
    ...ofRank.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, names)),
    ...(fetches === undefined ? [] : fetchFunctions(kernel, fetches)),
    ...origins.flatMap((origin) => askingFunctions(kernel, origin)),
    ...role.before.flatMap((step) => syncLines(kernel, step, names)),
    ...(deals ? dealingFunctions(kernel) : []),
    ...tileLoop(kernel, [...numberAnew(role), ...copiesLines(kernel), ...tilePlace(kernel, role, names), ...steps]),
  ];
}

/** The number of the thread, hidden from the compiler, which otherwise would keep values derived from it. */
const numberAnew = ({ forgets }: Role): readonly string[] =>
  forgets === true
    ? [
        "const unsigned thread = thread_number();  // read again for each tile: values derived from it are recomputed, not spilled",
      ]
    : [];

/** The threads of the role, and the index of this one among them. */
function placeInBlock({ name, groups, groupThreads }: Role, before: number): readonly string[] {
  const threads = unsignedLiteral(groupThreads);
  return groups === 1
    ? [
        ...comment(`The ${name}: ${groupThreads} threads.`),
        `const unsigned thread = threadIdx.x${before === 0 ? "" : ` - ${unsignedLiteral(before)}`};`,
      ]
    : [
        ...comment(
          `The ${name}: ${groups} groups of ${groupThreads} threads, each of which handles its share of the block's part of the tile.`,
        ),
        `const unsigned group = threadIdx.x / ${threads};`,
        `const unsigned thread = threadIdx.x % ${threads};`,
      ];
}

function groupBuffer({ name, offset, type, elements }: Buffer): string {
  const first = offset === 0 ? "" : `${unsignedLiteral(offset)} + `;
  const bytes = unsignedLiteral(elements * elementTypeBytes(type));
  return `const auto ${name} = shared_part<${elementText(type)}>(${first}${bytes} * group);`;
}

/** The coordinates of a round's tile that the role uses, and the places of its loads and stores. */
function tilePlace(kernel: Kernel, role: Role, names: IndexNames): readonly string[] {
  const { tiles, wideOffsets } = kernel;
  const isAtMemory = role.origins.length > 0;
  const used = usedNames(role.steps);
  const coordinates = tiles.coordinates.filter(({ name }) => isAtMemory || used.has(name));
  const place = (array: GlobalArray, base: Sum): string =>
    `std::size_t{${firstOfTile(tiles)}} * ${distanceText(array, unsignedLiteral)}${base.length === 0 ? "" : ` + ${bracketed(sumText(base))}`}`;
  return [
    ...coordinates.map((coordinate) => coordinateLine(coordinate, isAtMemory && wideOffsets, names)),
    ...(isAtMemory ? presentLines(tiles) : []),
    ...originLines(kernel, role, place),
  ];
}
