// Prints a plain kernel program as a CUDA kernel. One walk over its steps; it decides nothing.
import { invariant, unreachable } from "../failure/errors.js";
import type { BlockStep, PlainKernel, Sum } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { block, comment } from "./lines.js";
import { letNextStart, waitForPrevious } from "./print-overlap.js";
import { coordinateLine, plainIndices, sumText, unsignedLiteral } from "./print-index.js";
import { isPipelineStep, printThreadStep, sharedSlots } from "./print-thread.js";

/** The kernel's definition, from its comment to its closing brace. */
export function printPlainKernel(kernel: PlainKernel): string {
  const { input, output } = kernel.elements;
  const head = `__global__ void __launch_bounds__(${launchBounds(kernel)}) ${kernel.name}(const ${elementText(input)}* in, ${elementText(output)}* out, std::size_t batch)`;
  const body = [
    ...blockPlace(kernel),
    ...waitForPrevious(kernel),
    ...kernel.body.flatMap((step) => printBlockStep(kernel, step)),
  ];
  return [...comment(kernel.notation), ...comment(kernelSummary(kernel)), ...block(head, body)].join("\n");
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
  const { held, input, output } = kernel.elements;
  const lines: string[] = [];
  if (kernel.sharedElements > 0) lines.push(`auto tile = dynamic_shared<${elementText(held)}>();`);
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
          `${elementText(kernel.elements.held)} v[${step.registers}]${guarded ? " = {}" : ""};`,
          ...step.steps.flatMap((inner) => {
            invariant(!isPipelineStep(inner), () => `print: a plain kernel cannot ${inner.kind}`);
            const lines = printThreadStep(kernel, inner, sharedSlots(step.steps), plainIndices);
            return inner.kind === "load" ? [...lines, ...letNextStart(kernel)] : lines;
          }),
        ]),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** Threads that a multiprocessor of any architecture since compute capability 7.0 has room for. */
const THREADS_OF_EVERY_SM = 1024;

/** The bounds as numbers where every architecture can keep them; else cut by the device header to what the target has. */
const launchBounds = ({ threads, blocksPerSm }: PlainKernel): string =>
  threads * blocksPerSm <= THREADS_OF_EVERY_SM
    ? `${threads}, ${blocksPerSm}`
    : `${threads}, blocks_per_sm(${threads}, ${blocksPerSm})`;
