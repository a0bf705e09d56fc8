// Prints a plain kernel program as a CUDA kernel. One walk over its steps; it decides nothing.
import { invariant, unreachable } from "../failure/errors.js";
import type { Sum } from "../kernel/coordinates.js";
import type { BlockStep, PlainKernel, ThreadStep } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { WARP } from "../layout/coalescing.js";
import { block, comment } from "./lines.js";
import { printDefinition } from "./print-definition.js";
import { matrixLoads } from "./print-matrix.js";
import { letNextStart, waitForPrevious } from "./print-overlap.js";
import { coordinateLine, plainIndices, sumText, unsignedLiteral, type IndexNames } from "./print-index.js";
import { isPipelineStep, printThreadStep, sharedSlots } from "./print-thread.js";

/** The kernel's definition, from its comment to its closing brace. */
export function printPlainKernel(kernel: PlainKernel): string {
  const { input, output } = kernel.elements;
  const head = `__global__ void __launch_bounds__(${launchBounds(kernel)}) ${kernel.name}(const ${elementText(input)}* in, ${elementText(output)}* out, std::size_t batch)`;
  const body = [
    ...blockPlace(kernel),
    ...matrixLoads(kernel.matrices),
    ...waitForPrevious(kernel),
    ...kernel.body.flatMap((step) => printBlockStep(kernel, step)),
  ];
  return printDefinition(kernel, kernelSummary(kernel), head, body);
}

function kernelSummary(kernel: PlainKernel): string {
  const shared = kernel.sharedElements === 0 ? "no shared memory" : `${kernel.sharedBytes} bytes of shared memory`;
  const batch = kernel.batchTile === 1 ? "" : ` for ${kernel.batchTile} transforms of the batch`;
  const blocks = kernel.blocksPerBatchTile === 1 ? "One block" : `${kernel.blocksPerBatchTile} blocks`;
  return `${blocks} of ${kernel.threads} threads${batch === "" ? " for each transform of the batch" : batch}; ${shared}.`;
}

function usesBatchGuard(kernel: PlainKernel): boolean {
  return kernel.batchTile > 1;
}

function blockPlace(kernel: PlainKernel): readonly string[] {
  const { exchanged, input, output } = kernel.elements;
  const lines: string[] = [];
  if (kernel.sharedElements > 0) lines.push(`auto tile = dynamic_shared<${elementText(exchanged)}>();`);
  const group =
    kernel.blocksPerBatchTile === 1 ? "blockIdx.x" : `blockIdx.x / ${unsignedLiteral(kernel.blocksPerBatchTile)}`;
  const first = kernel.batchTile === 1 ? group : `std::size_t{${group}} * ${unsignedLiteral(kernel.batchTile)}`;
  lines.push(`const std::size_t first = ${first};  // of the batch, in this block`);
  if (usesBatchGuard(kernel)) {
    lines.push(
      `const unsigned present = batch - first < ${unsignedLiteral(kernel.batchTile)} ? static_cast<unsigned>(batch - first) : ${unsignedLiteral(kernel.batchTile)};`,
    );
  } else {
    lines.push("static_cast<void>(batch);  // every block has a whole transform");
  }
  lines.push(
    ...kernel.blockCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, plainIndices)),
  );
  const base = (sum: Sum): string =>
    `first * ${unsignedLiteral(kernel.batchStride)}${sum.length === 0 ? "" : ` + (${sumText(sum)})`}`;
  lines.push(`const ${elementText(input)}* const source = in + ${base(kernel.blockInput)};`);
  lines.push(`${elementText(output)}* const target = out + ${base(kernel.blockOutput)};`);
  return lines;
}

function printBlockStep(kernel: PlainKernel, step: BlockStep): readonly string[] {
  switch (step.kind) {
    case "barrier":
      return ["__syncthreads();"];
    case "phase": {
      const head = step.activeThreads === undefined ? "" : `if (threadIdx.x < ${unsignedLiteral(step.activeThreads)})`;
      const guarded = step.steps.some((inner) => inner.kind === "load" && inner.guard !== undefined);
      return [
        "",
        ...comment(step.comment),
        ...block(head, [
          `${elementText(kernel.elements[step.holds])} v[${step.registers}]${guarded ? " = {}" : ""};`,
          ...phaseLines(kernel, step),
        ]),
      ];
    }
    default:
      return unreachable(step);
  }
}

type PhaseStep = Extract<BlockStep, { readonly kind: "phase" }>;

/**
 * The steps of a phase. Accesses in the order of memory stand in blocks of their own, because there the thread is another one;
 * behind a load, or before a store, lanes exchange what they hold.
 */
function phaseLines(kernel: PlainKernel, phase: PhaseStep): readonly string[] {
  const { steps, holds, registers } = phase;
  const slots = sharedSlots(steps);
  const print = (step: ThreadStep, indices: IndexNames): readonly string[] => {
    invariant(!isPipelineStep(step), () => `print: a plain kernel cannot ${step.kind}`);
    return printThreadStep(kernel, step, slots, indices, holds);
  };
  const isTurned = (step: ThreadStep): boolean => (step.kind === "load" || step.kind === "store") && step.inMemoryOrder;
  const own = steps.filter((step) => !isTurned(step));
  const ownLines = own.flatMap((step) => {
    const lines = print(step.kind === "coordinates" ? usedIn(step, own) : step, plainIndices);
    return step.kind === "load" ? [...lines, ...letNextStart(kernel)] : lines;
  });
  if (own.length === steps.length) return ownLines;
  const turned = (step: ThreadStep): readonly string[] =>
    block("", [
      "const unsigned thread = in_memory_order(threadIdx.x);",
      ...steps.flatMap((other) => (other.kind === "coordinates" ? print(usedIn(other, [step]), turnedIndices) : [])),
      ...print(step, turnedIndices),
    ]);
  const load = steps.find((step) => step.kind === "load" && isTurned(step));
  const store = steps.find((step) => step.kind === "store" && isTurned(step));
  return [
    ...(load === undefined ? [] : [...turned(load), ...letNextStart(kernel), `to_fragments<${registers}>(v);`]),
    ...(store === undefined ? ownLines : block("", ownLines)),
    ...(store === undefined ? [] : [`from_fragments<${registers}>(v);`, ...turned(store)]),
  ];
}

const turnedIndices: IndexNames = (source) => (source === "thread" ? "thread" : plainIndices(source));

/** The coordinates that these steps use. */
function usedIn(
  step: Extract<ThreadStep, { readonly kind: "coordinates" }>,
  users: readonly ThreadStep[],
): Extract<ThreadStep, { readonly kind: "coordinates" }> {
  const used = new Set(users.flatMap(sumsOf).flatMap((sum) => sum.map(({ coordinate }) => coordinate)));
  return { ...step, coordinates: step.coordinates.filter(({ name }) => used.has(name)) };
}

function sumsOf(step: ThreadStep): readonly Sum[] {
  switch (step.kind) {
    case "load":
    case "store":
      return [step.address, step.guard?.member ?? []];
    case "shared-read":
    case "shared-write":
      return [step.address];
    case "butterfly":
      return [step.twiddle?.exponent ?? []];
    case "matrix-butterfly":
      return step.twiddle === undefined ? [] : [step.twiddle.digit, step.twiddle.exponent];
    case "coordinates":
    case "hadamard":
    case "hadamard-within":
    case "scale":
    case "receive-read":
    case "receive-write":
    case "send":
    case "fetch-next":
    case "claim":
    case "deal":
    case "release":
      return [];
    default:
      return unreachable(step);
  }
}

/** Threads that a multiprocessor of any architecture since compute capability 7.0 has room for. */
const THREADS_OF_EVERY_SM = 1024;

/** The bounds as numbers where every architecture can keep them; else cut by the device header to what the target has. */
const launchBounds = ({ threads, blocksPerSm }: PlainKernel): string =>
  Math.ceil(threads / WARP) * WARP * blocksPerSm <= THREADS_OF_EVERY_SM
    ? `${threads}, ${blocksPerSm}`
    : `${threads}, blocks_per_sm(${threads}, ${blocksPerSm})`;
