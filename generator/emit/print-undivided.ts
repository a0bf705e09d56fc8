// Prints a kernel on clusters whose blocks are undivided: all threads do the first butterflies, then all do the rest, in one
// buffer per block. The buffer changes hands in lines of their own, each with a comment that says who waits for whom. Decides
// nothing.
import { invariant, unreachable } from "../failure/errors.js";
import type { PipelineStep, RoleStep, UndividedKernel } from "../kernel/program.js";
import { elementTypeBytes } from "../plan/elements.js";
import { asExchanged, elementText, fromExchanged } from "./element-text.js";
import { block, comment } from "./lines.js";
import { printDefinition } from "./print-definition.js";
import { boxFunctions } from "./print-box.js";
import { coordinateLine, pipelineIndices, sumText, unsignedLiteral, type IndexNames } from "./print-index.js";
import { letNextStart, waitForPrevious } from "./print-overlap.js";
import { bracketed, sendLoops, swizzledLoops, swizzledText } from "./print-swizzled.js";
import { isPipelineStep, printThreadStep, sharedSlots } from "./print-thread.js";

const WARP = 32;
/** Barriers among threads of a block have numbers; 0 is that of all of them. */
const BLOCK_HAS_READ = 1;

const undividedIndices: IndexNames = (source) => (source === "thread" ? "threadIdx.x" : pipelineIndices(source));

/** The kernel's definition, from its comment to its closing brace. */
export function printUndividedKernel(kernel: UndividedKernel): string {
  const type = elementText(kernel.elements.output);
  const head = `__global__ void __launch_bounds__(${kernel.threads}, ${kernel.blocksPerSm}) ${kernel.name}(const __grid_constant__ TensorMap in, ${type}* out, unsigned tiles)`;
  return printDefinition(kernel, summary(kernel), head, body(kernel));
}

function summary(kernel: UndividedKernel): string {
  const tiles = kernel.tilesPerTransform === 1 ? "one tile" : `${kernel.tilesPerTransform} tiles`;
  return `Clusters of ${kernel.cluster} blocks of ${kernel.threads} threads, as many as the GPU holds at once; ${tiles} for each transform of the batch; ${kernel.sharedBytes} bytes of shared memory. Each block fetches its part of a tile by a bulk copy, does the first butterflies, sends what comes out to the blocks that need it, and does the rest with what it is sent; while it stores that, its part of the next tile comes.`;
}

function body(kernel: UndividedKernel): readonly string[] {
  const type = elementText(kernel.elements.exchanged);
  const bytes = kernel.blockElements * elementTypeBytes(kernel.elements.exchanged);
  const barriers = (index: number): string => `shared_barriers(${unsignedLiteral(bytes)})[${index}]`;
  const transform = kernel.tilesPerTransform === 1 ? "tile" : `tile / ${unsignedLiteral(kernel.tilesPerTransform)}`;
  const offset = kernel.output.length === 0 ? "" : ` + ${bracketed(sumText(kernel.output))}`;
  const expect = `expect_bytes(full, ${unsignedLiteral(bytes)});`;
  return [
    `const auto part = shared_part<${type}>(0u);  // of the tile, this block's`,
    `const auto landed = ${barriers(0)};  // it has come from global memory`,
    `const auto full = ${barriers(1)};  // all that the cluster sends has come`,
    "const unsigned rank = cluster_rank();",
    "const Peers peers = cluster_peers();",
    ...block("if (threadIdx.x == 0)", [
      "initialise(landed, 1u);",
      "initialise(full, 1u);",
      expect,
      "publish_barriers();",
    ]),
    "sync_cluster();",
    ...waitForPrevious(kernel),
    ...kernel.frontCoordinates.map((coordinate) => coordinateLine(coordinate, false, undividedIndices)),
    ...kernel.backCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, undividedIndices)),
    ...boxFunctions(kernel, { type, bytes, landing: "part", landed: "landed" }),
    "if (threadIdx.x == 0 && cluster_index() < tiles) fetch(cluster_index());",
    "__syncwarp();",
    ...letNextStart(kernel),
    "unsigned round = 0;",
    ...block("for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round)", [
      ...kernel.tileCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, undividedIndices)),
      `${elementText(kernel.elements.output)}* const target = out + std::size_t{${transform}} * ${unsignedLiteral(kernel.batchStride)}${offset};`,
      ...kernel.front.flatMap((step) => roleStep(kernel, step, ["wait(landed, round % 2u);"])),
      ...kernel.back.flatMap((step) =>
        roleStep(kernel, step, [
          ...(kernel.prefetch
            ? [
                "if (threadIdx.x == 0 && tile + cluster_count() < tiles) prefetch(tile + cluster_count());",
                "__syncwarp();",
              ]
            : []),
          "wait(full, round % 2u);",
          `if (threadIdx.x == 0) ${expect}  // of the next tile`,
          "__syncwarp();",
        ]),
      ),
    ]),
    "sync_cluster();  // no block leaves while others send to it",
  ];
}

function roleStep(kernel: UndividedKernel, step: RoleStep, wait: readonly string[]): readonly string[] {
  switch (step.kind) {
    case "await":
      return wait;
    case "sync":
      return ["__syncthreads();"];
    case "phase":
      return [
        "",
        ...comment(step.comment),
        ...block("", [
          `${elementText(kernel.elements.held)} v[${step.registers}];`,
          ...step.steps.flatMap((inner) =>
            isPipelineStep(inner)
              ? pipelineStep(kernel, inner)
              : printThreadStep(kernel, inner, sharedSlots(step.steps), undividedIndices),
          ),
        ]),
      ];
    default:
      return unreachable(step);
  }
}

function pipelineStep(kernel: UndividedKernel, step: PipelineStep): readonly string[] {
  switch (step.kind) {
    case "receive-read":
      return [
        `const unsigned slot = ${swizzledText(step.address)};`,
        ...swizzledLoops(step.axes, (register, index) => [
          `v[${register}] = ${fromExchanged(kernel.elements, `part[${index}]`)};`,
        ]),
      ];
    case "receive-write":
      return swizzledLoops(step.axes, (register, index) => [
        `part[${index}] = ${asExchanged(kernel.elements, `v[${register}]`)};`,
      ]);
    case "release":
      return ["arrive_cluster();  // this warp has read what was fetched"];
    case "claim":
      return ["wait_cluster();  // all of the cluster have: it may be overwritten"];
    case "send":
      return [
        `const unsigned put = ${swizzledText(step.address)};`,
        ...sendLoops(step.axes, (register, index, owner) => [
          `send(peers[${owner}], part + (${index}), ${asExchanged(kernel.elements, `v[${register}]`)}, full);`,
        ]),
      ];
    case "fetch-next":
      return [
        ...comment(
          "When the whole block has read what it was sent, its first thread fetches its part of the next tile.",
        ),
        "fence_async_proxy();",
        ...handover(kernel, ["if (threadIdx.x == 0 && tile + cluster_count() < tiles) fetch(tile + cluster_count());"]),
      ];
    case "deal":
      invariant(false, () => "print: undivided blocks do not deal out tiles");
      return [];
    default:
      return unreachable(step);
  }
}

/** The first warp waits for the others, which go on, and then does something for all of them. */
const handover = ({ threads }: UndividedKernel, then: readonly string[]): readonly string[] => [
  ...block(`if (threadIdx.x < ${WARP}u)`, [
    `sync_group(${BLOCK_HAS_READ}u, ${unsignedLiteral(threads)});`,
    ...then,
    "__syncwarp();",
  ]).slice(0, -1),
  ...block("} else", [`arrive_group(${BLOCK_HAS_READ}u, ${unsignedLiteral(threads)});`]),
];
