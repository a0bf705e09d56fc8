// Runs a kernel program on numbers, block by block and phase by phase: the definition of what a program means, and the
// test of lowering. Follows every address; throws an InvariantError for accesses that a correct program never makes.
import type { Complex } from "../codelet/codelet.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { complexArray, type ComplexArray } from "./complex-array.js";
import { evaluateOnClusters } from "./evaluate-pipeline.js";
import { coordinateValues, forEachRegister, runComputeStep, sumValue, type ThreadState } from "./evaluate-thread.js";
import type { BlockStep, HostProgram, KernelProgram, PlainKernel, ThreadStep } from "./program.js";

export { complexArray, type ComplexArray } from "./complex-array.js";

/** Runs all kernels of a host program; `input` is left alone unless input and output are the same object. */
export function evaluateHostProgram(
  program: HostProgram,
  input: ComplexArray,
  output: ComplexArray,
  batch: number,
): void {
  const workspace = program.workspace.holdsBatch ? complexArray(input.re.length) : undefined;
  const bufferOf = (name: "in" | "out" | "workspace"): ComplexArray => {
    if (name === "in") return input;
    if (name === "out") return output;
    invariant(workspace !== undefined, () => "evaluate: a launch uses a workspace that the program does not have");
    return workspace;
  };
  for (const launch of program.launches)
    evaluateKernel(launch.kernel, bufferOf(launch.source), bufferOf(launch.target), batch);
}

export function evaluateKernel(kernel: KernelProgram, input: ComplexArray, output: ComplexArray, batch: number): void {
  if (kernel.kind === "plain") evaluatePlain(kernel, input, output, batch);
  else evaluateOnClusters(kernel, input, output, batch);
}

function evaluatePlain(kernel: PlainKernel, input: ComplexArray, output: ComplexArray, batch: number): void {
  const blocks = kernel.blocksPerBatchTile * Math.ceil(batch / kernel.batchTile);
  for (let block = 0; block < blocks; block++) {
    const coordinates = coordinateValues(kernel.blockCoordinates, block % kernel.blocksPerBatchTile);
    const firstMember = Math.floor(block / kernel.blocksPerBatchTile) * kernel.batchTile;
    const state: BlockState = {
      kernel,
      input,
      output,
      coordinates,
      sourceBase: firstMember * kernel.batchStride + sumValue(kernel.blockInput, coordinates),
      targetBase: firstMember * kernel.batchStride + sumValue(kernel.blockOutput, coordinates),
      present: Math.min(kernel.batchTile, batch - firstMember),
      shared: complexArray(kernel.sharedElements),
      sharedWriter: new Int32Array(kernel.sharedElements).fill(NEVER),
    };
    for (const step of kernel.body) runBlockStep(state, step);
  }
}

const NEVER = -1;
const SETTLED = -2;

interface BlockState {
  readonly kernel: PlainKernel;
  readonly input: ComplexArray;
  readonly output: ComplexArray;
  readonly coordinates: ReadonlyMap<string, number>;
  readonly sourceBase: number;
  readonly targetBase: number;
  readonly present: number;
  readonly shared: ComplexArray;
  /** Who wrote each shared element since the last barrier; SETTLED before it, NEVER if nobody did. */
  readonly sharedWriter: Int32Array;
}

function runBlockStep(state: BlockState, step: BlockStep): void {
  switch (step.kind) {
    case "barrier":
      state.sharedWriter.forEach((writer, index) => {
        if (writer !== NEVER) state.sharedWriter[index] = SETTLED;
      });
      return;
    case "phase": {
      const threads = step.activeThreads ?? state.kernel.threads;
      for (let thread = 0; thread < threads; thread++) {
        const registers = Array.from({ length: step.registers }, (): Complex => ({ re: 0, im: 0 }));
        const coordinates = new Map(state.coordinates);
        const threadState = { block: state, direction: state.kernel.direction, thread, coordinates, registers };
        for (const threadStep of step.steps) runThreadStep(threadState, threadStep);
      }
      return;
    }
    default:
      unreachable(step);
  }
}

interface BlockThread extends ThreadState {
  readonly block: BlockState;
  readonly thread: number;
}

function runThreadStep(state: BlockThread, step: ThreadStep): void {
  const { block, registers, coordinates } = state;
  switch (step.kind) {
    case "coordinates":
      for (const [name, value] of coordinateValues(step.coordinates, state.thread)) coordinates.set(name, value);
      return;
    case "load": {
      const base = block.sourceBase + sumValue(step.address, coordinates);
      const member = step.guard === undefined ? 0 : sumValue(step.guard.member, coordinates);
      forEachRegister(step.axes, (register, offset, batch) => {
        if (step.guard !== undefined && member + batch >= block.present) return;
        const index = base + offset;
        invariant(
          index >= 0 && index < block.input.re.length,
          () => `evaluate: load of element ${index} outside the input`,
        );
        registers[register] = { re: block.input.re[index] ?? 0, im: block.input.im[index] ?? 0 };
      });
      return;
    }
    case "store": {
      const base = block.targetBase + sumValue(step.address, coordinates);
      const member = step.guard === undefined ? 0 : sumValue(step.guard.member, coordinates);
      forEachRegister(step.axes, (register, offset, batch) => {
        if (step.guard !== undefined && member + batch >= block.present) return;
        const index = base + offset;
        invariant(
          index >= 0 && index < block.output.re.length,
          () => `evaluate: store to element ${index} outside the output`,
        );
        block.output.re[index] = at(registers, register).re;
        block.output.im[index] = at(registers, register).im;
      });
      return;
    }
    case "shared-write": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        const index = base + offset;
        invariant(index < block.shared.re.length, () => `evaluate: shared element ${index} outside the tile`);
        block.shared.re[index] = at(registers, register).re;
        block.shared.im[index] = at(registers, register).im;
        block.sharedWriter[index] = state.thread;
      });
      return;
    }
    case "shared-read": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        const index = base + offset;
        const writer = block.sharedWriter[index];
        invariant(
          writer === SETTLED || writer === state.thread,
          () => `evaluate: shared element ${index} read before it was written and settled by a barrier`,
        );
        registers[register] = { re: block.shared.re[index] ?? 0, im: block.shared.im[index] ?? 0 };
      });
      return;
    }
    case "butterfly":
    case "scale":
      runComputeStep(state, step);
      return;
    case "receive-read":
    case "receive-write":
    case "send":
    case "fetch-next":
    case "claim":
    case "deal":
    case "release":
      invariant(false, () => `evaluate: a plain kernel cannot ${step.kind}`);
      return;
    default:
      unreachable(step);
  }
}
