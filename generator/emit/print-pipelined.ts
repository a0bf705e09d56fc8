// Prints a pipelined kernel: shared memory and barriers, then the two roles with their loops over tiles. The buffers change
// hands in lines of their own, each with a comment that says who waits for whom. Decides nothing.
import { unreachable } from "../failure/errors.js";
import type { PipelinedKernel, PipelineStep, RoleStep } from "../kernel/program.js";
import { elementTypeBytes } from "../plan/elements.js";
import { asExchanged, elementText, fromExchanged } from "./element-text.js";
import { printDefinition } from "./print-definition.js";
import { boxFunctions } from "./print-box.js";
import { block, comment } from "./lines.js";
import { coordinateLine, pipelineIndices, sumText, unsignedLiteral } from "./print-index.js";
import { letNextStart, waitForPrevious } from "./print-overlap.js";
import { isPipelineStep, printThreadStep, sharedSlots } from "./print-thread.js";
import { bracketed, sendLoops, swizzledLoops, swizzledText } from "./print-swizzled.js";
import {
  dealingFunctions,
  dealTile,
  expectNumber,
  fetchNextTile,
  initialiseRing,
  ringFunction,
  ringMemory,
  tileLoop,
  tileOrderSummary,
  tileParameters,
} from "./print-tile-order.js";

const BARRIER = 8;
const WARP = 32;

/** Sizes that the text mentions in several places. */
interface Sizes {
  /** Elements as they lie in shared memory. */
  readonly type: string;
  readonly frontThreads: number;
  readonly frontWarps: number;
  /** Bytes of one group's part of the tile. */
  readonly groupBytes: number;
  readonly blockBytes: number;
  /** Bytes that the other blocks of the cluster send to one. */
  readonly sentBytes: number;
}

function sizesOf(kernel: PipelinedKernel): Sizes {
  const blockBytes = kernel.blockElements * elementTypeBytes(kernel.elements.exchanged);
  const frontThreads = kernel.groups * kernel.groupThreads;
  return {
    type: elementText(kernel.elements.exchanged),
    frontThreads,
    frontWarps: frontThreads / WARP,
    groupBytes: blockBytes / kernel.groups,
    blockBytes,
    sentBytes: (blockBytes / kernel.cluster) * (kernel.cluster - 1),
  };
}

/** The kernel's definition, from its comment to its closing brace. */
export function printPipelinedKernel(kernel: PipelinedKernel): string {
  const sizes = sizesOf(kernel);
  const head = `__global__ void __launch_bounds__(${kernel.threads}, ${kernel.blocksPerSm}) ${kernel.name}(const __grid_constant__ TensorMap in, ${elementText(kernel.elements.output)}* out, ${tileParameters(kernel)})`;
  const body = [
    ...sharedMemory(kernel, sizes),
    "",
    ...block(`if (threadIdx.x < ${unsignedLiteral(sizes.frontThreads)})`, front(kernel, sizes)).slice(0, -1),
    ...block("} else", back(kernel, sizes)),
    "sync_cluster();  // no block leaves while others send to it",
  ];
  return printDefinition(kernel, summary(kernel), head, body);
}

function summary(kernel: PipelinedKernel): string {
  const tiles = kernel.tilesPerTransform === 1 ? "one tile" : `${kernel.tilesPerTransform} tiles`;
  return `Clusters of ${kernel.cluster} blocks of ${kernel.threads} threads, as many as the GPU holds at once; ${tiles} for each transform of the batch; ${kernel.sharedBytes} bytes of shared memory. Of each block, the front fetches its part of a tile by bulk copies, does the first butterflies and sends what comes out to the blocks that need it; the back receives and does the rest, one tile behind.${tileOrderSummary(kernel)}`;
}

function sharedMemory(kernel: PipelinedKernel, sizes: Sizes): readonly string[] {
  const { type, blockBytes, frontWarps, sentBytes } = sizes;
  const { groups, receiveBuffers, cluster } = kernel;
  const barriers = (1 + receiveBuffers) * blockBytes;
  return [
    `const auto receive = shared_part<${type}>(${unsignedLiteral(blockBytes)});  // ${receiveBuffers} buffers, behind where the bulk copies land`,
    `const auto landed = shared_barriers(${unsignedLiteral(barriers)});  // of each group: its part of the tile has come`,
    `const auto full = shared_barriers(${unsignedLiteral(barriers + BARRIER * groups)});  // of each buffer: all that the cluster sends has come`,
    `const auto empty = shared_barriers(${unsignedLiteral(barriers + BARRIER * (groups + receiveBuffers))});  // of each buffer: no block reads its own any more`,
    ...ringMemory(kernel, barriers + BARRIER * (groups + 2 * receiveBuffers)),
    "const unsigned rank = cluster_rank();",
    "const Peers peers = cluster_peers();",
    ...block("if (threadIdx.x == 0)", [
      `for (unsigned group = 0; group < ${groups}; ++group) initialise(landed[group], 1u);`,
      ...block(`for (unsigned buffer = 0; buffer < ${receiveBuffers}; ++buffer)`, [
        `initialise(full[buffer], ${unsignedLiteral(1 + frontWarps)});  // the back, which says how much is sent, and each warp of the front`,
        `expect_bytes(full[buffer], ${unsignedLiteral(sentBytes)});`,
        `initialise(empty[buffer], ${unsignedLiteral(cluster)});  // the back of each block`,
      ]),
      ...initialiseRing(kernel),
      "publish_barriers();",
    ]),
    "sync_cluster();",
    ...waitForPrevious(kernel),
    ...ringFunction(kernel),
  ];
}

function front(kernel: PipelinedKernel, sizes: Sizes): readonly string[] {
  const { type, groupBytes } = sizes;
  const { groups, groupThreads } = kernel;
  return [
    ...comment(
      `The front: ${groups} groups of ${groupThreads} threads, each with a part of the block's part of the tile.`,
    ),
    `const unsigned group = threadIdx.x / ${unsignedLiteral(groupThreads)};`,
    `const unsigned thread = threadIdx.x % ${unsignedLiteral(groupThreads)};`,
    ...groupBarriers(kernel),
    `const auto landing = shared_part<${type}>(${unsignedLiteral(groupBytes)} * group);`,
    ...kernel.frontCoordinates.map((coordinate) => coordinateLine(coordinate, false, pipelineIndices)),
    ...boxFunctions(kernel, { type, bytes: groupBytes, landing: "landing", landed: "landed[group]" }),
    "if (thread == 0 && cluster_index() < tiles) fetch(cluster_index());",
    "__syncwarp();",
    ...letNextStart(kernel),
    ...dealingFunctions(kernel),
    ...tileLoop(kernel, [
      ...receiveBuffer(kernel),
      ...tileCoordinates(kernel, kernel.front),
      ...kernel.front.flatMap((step) => frontStep(kernel, step)),
    ]),
  ];
}

/** The receive buffer of a round, and what tells its uses apart. */
const receiveBuffer = ({ receiveBuffers, blockElements }: PipelinedKernel): readonly string[] => [
  `const unsigned buffer = round % ${unsignedLiteral(receiveBuffers)};`,
  `const unsigned lap = round / ${unsignedLiteral(receiveBuffers)};  // uses of this buffer before`,
  `const auto inbox = receive + ${unsignedLiteral(blockElements)} * buffer;`,
];

/** The coordinates of the tile, where the butterflies of a role need them. */
function tileCoordinates(kernel: PipelinedKernel, role: readonly RoleStep[]): readonly string[] {
  const used = new Set(
    role.flatMap((step) =>
      step.kind !== "phase"
        ? []
        : step.steps.flatMap((inner) =>
            inner.kind === "butterfly" ? (inner.twiddle?.exponent ?? []).map((term) => term.coordinate) : [],
          ),
    ),
  );
  return kernel.tileCoordinates
    .filter(({ name }) => used.has(name))
    .map((coordinate) => coordinateLine(coordinate, false, pipelineIndices));
}

function frontStep(kernel: PipelinedKernel, step: RoleStep): readonly string[] {
  switch (step.kind) {
    case "await":
      return ["wait(landed[group], round % 2u);"];
    case "sync":
      return [`sync_group(group_meets, ${unsignedLiteral(kernel.groupThreads)});`];
    case "phase":
      return phaseLines(kernel, step);
    default:
      return unreachable(step);
  }
}

/**
 * Barriers among threads of a block have numbers: one per group for `sync`, one per group for `fetch-next`, then the back's. It
 * has one for each buffer to `release`: threads that only arrive may be at the next buffer before the first warp is done with
 * this. The text gives names to those that it uses.
 */
const groupBarriers = ({ groups, front }: PipelinedKernel): readonly string[] => [
  ...(hasSync(front) ? ["const unsigned group_meets = 1u + group;  // barriers among the threads of the group"] : []),
  `const unsigned group_has_read = ${unsignedLiteral(1 + groups)} + group;`,
];
const backBarriers = ({ groups, back }: PipelinedKernel): readonly string[] => [
  ...(hasSync(back)
    ? [`const unsigned back_meets = ${unsignedLiteral(1 + 2 * groups)};  // barriers among the threads of the back`]
    : []),
  `const unsigned back_has_read = ${unsignedLiteral(2 + 2 * groups)};  // and one more for each further buffer`,
];
const hasSync = (role: readonly RoleStep[]): boolean => role.some(({ kind }) => kind === "sync");

function back(kernel: PipelinedKernel, sizes: Sizes): readonly string[] {
  const { frontThreads } = sizes;
  const type = elementText(kernel.elements.output);
  const first = kernel.tilesPerTransform === 1 ? "tile" : `tile / ${unsignedLiteral(kernel.tilesPerTransform)}`;
  const offset = kernel.output.length === 0 ? "" : ` + ${bracketed(sumText(kernel.output))}`;
  return [
    ...comment(`The back: ${kernel.backThreads} threads.`),
    `const unsigned thread = threadIdx.x - ${unsignedLiteral(frontThreads)};`,
    ...backBarriers(kernel),
    ...kernel.backCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, pipelineIndices)),
    ...tileLoop(kernel, [
      ...receiveBuffer(kernel),
      ...kernel.tileCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, pipelineIndices)),
      `${type}* const target = out + std::size_t{${first}} * ${unsignedLiteral(kernel.batchStride)}${offset};`,
      ...kernel.back.flatMap((step) => backStep(kernel, sizes, step)),
    ]),
  ];
}

function backStep(kernel: PipelinedKernel, sizes: Sizes, step: RoleStep): readonly string[] {
  switch (step.kind) {
    case "await":
      return [
        "wait(full[buffer], lap % 2u);",
        `if (thread == 0) expect_bytes(full[buffer], ${unsignedLiteral(sizes.sentBytes)});  // of the next lap`,
        ...expectNumber(kernel),
        "__syncwarp();",
      ];
    case "sync":
      return [`sync_group(back_meets, ${unsignedLiteral(kernel.backThreads)});`];
    case "phase":
      return phaseLines(kernel, step);
    default:
      return unreachable(step);
  }
}

function phaseLines(kernel: PipelinedKernel, phase: Extract<RoleStep, { readonly kind: "phase" }>): readonly string[] {
  return [
    "",
    ...comment(phase.comment),
    ...block("", [
      `${elementText(kernel.elements.held)} v[${phase.registers}];`,
      ...phase.steps.flatMap((step) =>
        isPipelineStep(step)
          ? pipelineStep(kernel, step)
          : printThreadStep(kernel, step, sharedSlots(phase.steps), pipelineIndices),
      ),
    ]),
  ];
}

function pipelineStep(kernel: PipelinedKernel, step: PipelineStep): readonly string[] {
  switch (step.kind) {
    case "receive-read":
      return [
        `const unsigned slot = ${swizzledText(step.address)};`,
        ...swizzledLoops(step.axes, (register, index) => [
          `v[${register}] = ${fromExchanged(kernel.elements, `inbox[${index}]`)};`,
        ]),
      ];
    case "receive-write":
      return swizzledLoops(step.axes, (register, index) => [
        `inbox[${index}] = ${asExchanged(kernel.elements, `v[${register}]`)};`,
      ]);
    case "send":
      return [
        `const unsigned put = ${swizzledText(step.address)};`,
        // To the block's own buffer by plain stores, to the others' by asynchronous ones.
        ...sendLoops(step.axes, (register, index, owner) => [
          `if (${owner} == rank)`,
          `  inbox[${index}] = ${asExchanged(kernel.elements, `v[${register}]`)};`,
          "else",
          `  send(peers[${owner}], inbox + (${index}), ${asExchanged(kernel.elements, `v[${register}]`)}, full[buffer]);`,
        ]),
        "__syncwarp();",
        `if (thread % ${WARP}u == 0) arrive(full[buffer]);  // for what this warp kept here; what is sent counts by its bytes`,
      ];
    case "fetch-next":
      return [
        ...comment("When the whole group has read its part, its first thread fetches that of the next tile."),
        "fence_async_proxy();",
        ...handover(`group_has_read, ${unsignedLiteral(kernel.groupThreads)}`, [...fetchNextTile(kernel)]),
      ];
    case "claim":
      return [`wait(empty[buffer], (lap + 1u) % 2u);  // all blocks have read what the last lap brought`];
    case "deal":
      return dealTile();
    case "release":
      return [
        ...comment("When the whole back has read the buffer, every block of the cluster may send to it again."),
        ...handover(`back_has_read + buffer, ${unsignedLiteral(kernel.backThreads)}`, [
          `if (thread < ${unsignedLiteral(kernel.cluster)}) arrive(empty[buffer], peers[thread]);`,
        ]),
      ];
    default:
      return unreachable(step);
  }
}

/** The first warp waits for the others, which go on, and then does something for all of them. */
const handover = (barrier: string, then: readonly string[]): readonly string[] => [
  ...block(`if (thread < ${WARP}u)`, [`sync_group(${barrier});`, ...then, "__syncwarp();"]).slice(0, -1),
  ...block("} else", [`arrive_group(${barrier});`]),
];
