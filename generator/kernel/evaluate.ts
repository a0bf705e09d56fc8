// Runs a kernel program on numbers, block by block and phase by phase: the definition of what a program means, and the
// test of lowering. Follows every address; throws an InvariantError for accesses that a correct program never makes.
import { at, invariant, unreachable } from "../failure/errors.js";
import { arrayLike, readElement, writeElement, zeroElement, type DataArray, type Element } from "./element-memory.js";
import { evaluateOnClusters } from "./evaluate-on-clusters.js";
import { coordinateValues, forEachRegister, runComputeStep, sumValue, type ThreadState } from "./evaluate-thread.js";
import { runMatrixButterfly } from "./evaluate-matrix.js";
import { sequencyPlace } from "./sequency-place.js";
import type { BlockStep, HostProgram, KernelProgram, PlainKernel, ThreadStep } from "./program.js";

export { complexArray, type ComplexArray } from "./complex-array.js";
export type { DataArray } from "./element-memory.js";

/** Runs all kernels of a host program; `input` is left alone unless input and output are the same object. */
export function evaluateHostProgram(program: HostProgram, input: DataArray, output: DataArray, batch: number): void {
  const workspace = program.workspace.holdsBatch ? arrayLike(input) : undefined;
  const bufferOf = (name: "in" | "out" | "workspace"): DataArray => {
    if (name === "in") return input;
    if (name === "out") return output;
    invariant(workspace !== undefined, () => "evaluate: a launch uses a workspace that the program does not have");
    return workspace;
  };
  for (const launch of program.launches)
    evaluateKernel(launch.kernel, bufferOf(launch.source), bufferOf(launch.target), batch);
}

/** Runs one kernel on numbers, over all of its blocks; `output` is changed in place. */
export function evaluateKernel(kernel: KernelProgram, input: DataArray, output: DataArray, batch: number): void {
  if (kernel.kind === "plain") evaluatePlain(kernel, input, output, batch);
  else evaluateOnClusters(kernel, input, output, batch);
}

function evaluatePlain(kernel: PlainKernel, input: DataArray, output: DataArray, batch: number): void {
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
      shared: Array.from({ length: kernel.sharedElements }, () => zeroElement(kernel.elements.held)),
      sharedWriter: new Int32Array(kernel.sharedElements).fill(NEVER),
    };
    for (const step of kernel.body) runBlockStep(state, step);
  }
}

const NEVER = -1;
const SETTLED = -2;

interface BlockState {
  readonly kernel: PlainKernel;
  readonly input: DataArray;
  readonly output: DataArray;
  readonly coordinates: ReadonlyMap<string, number>;
  readonly sourceBase: number;
  readonly targetBase: number;
  readonly present: number;
  readonly shared: Element[];
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
      const states = Array.from({ length: threads }, (_, thread): BlockThread => ({
        block: state,
        direction: state.kernel.direction,
        thread,
        coordinates: new Map(state.coordinates),
        registers: Array.from({ length: step.registers }, () => zeroElement(state.kernel.elements.held)),
      }));
      // Threads of a phase do not see what others write in it, so each step may be done by all before the next.
      for (const threadStep of step.steps) {
        if (threadStep.kind === "matrix-butterfly") runMatrixButterfly(states, threadStep);
        else for (const thread of states) runThreadStep(thread, threadStep);
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

function runThreadStep(state: BlockThread, step: Exclude<ThreadStep, { readonly kind: "matrix-butterfly" }>): void {
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
        registers[register] = readElement(block.input, base + offset, block.kernel.elements.input);
      });
      return;
    }
    case "store": {
      const { sequency } = step;
      const place = sumValue(step.address, coordinates);
      const base = block.targetBase + (sequency === undefined ? 0 : sumValue(sequency.member, coordinates));
      const member = step.guard === undefined ? 0 : sumValue(step.guard.member, coordinates);
      forEachRegister(step.axes, (register, offset, batch) => {
        if (step.guard !== undefined && member + batch >= block.present) return;
        const members = batch * block.kernel.batchStride;
        const inOrder =
          sequency === undefined ? place + offset : sequencyPlace(place + offset - members, sequency.fields) + members;
        writeElement(block.output, base + inOrder, at(registers, register));
      });
      return;
    }
    case "shared-write": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        const index = base + offset;
        invariant(index < block.shared.length, () => `evaluate: shared element ${index} outside the tile`);
        block.shared[index] = at(registers, register);
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
        registers[register] = at(block.shared, index);
      });
      return;
    }
    case "butterfly":
    case "hadamard":
    case "hadamard-within":
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
