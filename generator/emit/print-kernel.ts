// Prints a kernel program as a CUDA kernel. One walk over its steps; it decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { codeletName } from "../codelet/codelet.js";
import { invariant, unreachable } from "../failure/errors.js";
import type { Guard, BlockStep, KernelProgram, RegisterAxis, Sum, ThreadStep } from "../kernel/program.js";
import { block, comment } from "./lines.js";
import { coordinateLine, offsetType, registerLoops, sumText, unsignedLiteral } from "./print-index.js";
import { twiddleLines } from "./print-twiddles.js";

export const complexType = (kernel: Pick<KernelProgram, "precision">): string =>
  kernel.precision === "f32" ? "float2" : "double2";

/** The kernel's definition, from its comment to its closing brace. */
export function printKernel(kernel: KernelProgram): string {
  const type = complexType(kernel);
  const head = `__global__ void __launch_bounds__(${launchBounds(kernel)}) ${kernel.name}(const ${type}* in, ${type}* out, std::size_t batch)`;
  const body = [...blockPlace(kernel), ...kernel.body.flatMap((step) => printBlockStep(kernel, step))];
  return [...comment(kernel.notation), ...comment(kernelSummary(kernel)), ...block(head, body)].join("\n");
}

function kernelSummary(kernel: KernelProgram): string {
  const shared =
    kernel.sharedElements === 0
      ? "no shared memory"
      : `${kernel.sharedElements * (kernel.precision === "f32" ? 8 : 16)} bytes of shared memory`;
  const batch = kernel.batchTile === 1 ? "" : ` for ${kernel.batchTile} transforms of the batch`;
  const blocks = kernel.blocksPerBatchTile === 1 ? "One block" : `${kernel.blocksPerBatchTile} blocks`;
  return `${blocks} of ${kernel.threads} threads${batch === "" ? " for each transform of the batch" : batch}; ${shared}.`;
}

function usesBatchGuard(kernel: KernelProgram): boolean {
  return kernel.batchTile > 1;
}

function blockPlace(kernel: KernelProgram): readonly string[] {
  const type = complexType(kernel);
  const lines: string[] = [];
  if (kernel.sharedElements > 0) lines.push(`auto tile = dynamic_shared<${type}>();`);
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
  lines.push(...kernel.blockCoordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets)));
  const base = (sum: Sum): string =>
    `first * ${unsignedLiteral(kernel.batchStride)}${sum.length === 0 ? "" : ` + (${sumText(sum)})`}`;
  lines.push(`const ${type}* const source = in + ${base(kernel.blockInput)};`);
  lines.push(`${type}* const target = out + ${base(kernel.blockOutput)};`);
  return lines;
}

function printBlockStep(kernel: KernelProgram, step: BlockStep): readonly string[] {
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
          `${complexType(kernel)} v[${step.registers}]${guarded ? " = {}" : ""};`,
          ...step.steps.flatMap((inner) => printThreadStep(kernel, inner, sharedSlots(step.steps))),
        ]),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** The variables that hold the shared-memory address this thread reads at and the one it writes at; often they are one. */
interface SharedSlots {
  readonly read: string;
  readonly write: string;
  readonly same: boolean;
}

function sharedSlots(steps: readonly ThreadStep[]): SharedSlots {
  const [read, write] = steps.flatMap((step) =>
    step.kind === "shared-read" || step.kind === "shared-write" ? [step.address] : [],
  );
  const same = read !== undefined && write !== undefined && sameSum(read, write);
  return same ? { read: "slot", write: "slot", same } : { read: "get", write: "put", same };
}

function printThreadStep(kernel: KernelProgram, step: ThreadStep, slots: SharedSlots): readonly string[] {
  switch (step.kind) {
    case "coordinates":
      return step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets));
    case "load":
      return [
        `const ${offsetType(kernel.wideOffsets)} from = ${sumText(step.address)};`,
        ...accessLoops(
          step.axes,
          step.guard,
          "source + from",
          (register, address) => `v[${register}] = load(${address});`,
        ),
      ];
    case "store": {
      const call = step.policy === "streaming" ? "store_streaming" : "store";
      return [
        `const ${offsetType(kernel.wideOffsets)} to = ${sumText(step.address)};`,
        ...accessLoops(
          step.axes,
          step.guard,
          "target + to",
          (register, address) => `${call}(${address}, v[${register}]);`,
        ),
      ];
    }
    case "shared-write":
      return [
        ...(slots.same ? [] : [`const unsigned ${slots.write} = ${sumText(step.address)};`]),
        ...accessLoops(step.axes, undefined, slots.write, (register, address) => `tile[${address}] = v[${register}];`),
      ];
    case "shared-read":
      return [
        `const unsigned ${slots.read} = ${sumText(step.address)};`,
        ...accessLoops(step.axes, undefined, slots.read, (register, address) => `v[${register}] = tile[${address}];`),
      ];
    case "butterfly":
      return butterflyLines(kernel, step);
    case "scale":
      return [
        "#pragma unroll",
        `for (unsigned r = 0; r < ${step.registers}; ++r) v[r] = scale(v[r], ${nearestLiteral(step.factor, kernel.precision)});`,
      ];
    default:
      return unreachable(step);
  }
}

function accessLoops(
  axes: readonly RegisterAxis[],
  guard: Guard | undefined,
  base: string,
  access: (register: string, address: string) => string,
): readonly string[] {
  return registerLoops(axes, ({ register, offset, batch }) => {
    const line = access(register.join(" + ") || "0", [base, ...offset].join(" + "));
    return [guard === undefined ? line : `if (${sumText(guard.member, batch)} < present) ${line}`];
  });
}

function butterflyLines(kernel: KernelProgram, step: Extract<ThreadStep, { kind: "butterfly" }>): readonly string[] {
  const { codelet, groups, twiddle } = step;
  const name = codeletName(codelet);
  if (twiddle === undefined) return groupLoops(codelet.radix, groups, [], (registers) => [`${name}(${registers});`]);
  invariant(
    twiddle.groupWeights.length === groups.length,
    () => `print: ${name} has ${groups.length} groups and ${twiddle.groupWeights.length} weights`,
  );
  const sameForAll = twiddle.groupWeights.every((weight) => weight === 0);
  if (sameForAll) {
    return [
      ...twiddleLines(twiddle, [], kernel),
      ...groupLoops(codelet.radix, groups, [], (registers) => [`${name}(${registers}, w);`]),
    ];
  }
  return groupLoops(codelet.radix, groups, twiddle.groupWeights, (registers, exponent) => [
    ...twiddleLines(twiddle, exponent, kernel),
    `${name}(${registers}, w);`,
  ]);
}

/** Unrolled loops over the butterflies of a thread. */
function groupLoops(
  radix: number,
  groups: readonly { readonly size: number }[],
  weights: readonly number[],
  body: (registers: string, exponentTerms: readonly string[]) => readonly string[],
): readonly string[] {
  const axes = groups.map((group, index) => ({ size: group.size, weight: weights[index] ?? 0, batch: 0 }));
  return registerLoops(axes, ({ register, offset }) =>
    body(register.length === 0 ? "v" : `v + ${radix} * ${parenthesised(register)}`, offset),
  );
}

const parenthesised = (terms: readonly string[]): string =>
  terms.length === 1 ? terms.join("") : `(${terms.join(" + ")})`;

const sameSum = (a: Sum, b: Sum): boolean =>
  a.length === b.length &&
  a.every((term, index) => term.coordinate === b[index]?.coordinate && term.weight === b[index]?.weight);

/** Threads that a multiprocessor of any architecture since compute capability 7.0 has room for. */
const THREADS_OF_EVERY_SM = 1024;

/** The bounds as numbers where every architecture can keep them; else cut by the device header to what the target has. */
const launchBounds = ({ threads, blocksPerSm }: KernelProgram): string =>
  threads * blocksPerSm <= THREADS_OF_EVERY_SM
    ? `${threads}, ${blocksPerSm}`
    : `${threads}, blocks_per_sm(${threads}, ${blocksPerSm})`;
