// Runs a kernel program on numbers: the definition of a program's meaning, and the test of lowering. Runs every step, including
// synchronisation, by warps that overtake one another in the order of a seed. Throws an InvariantError for accesses that a
// correct program never makes, for elements that are read or overwritten too early, and for waits that never end.
import { invariant } from "../failure/errors.js";
import { arrayLike, type DataArray } from "./element-memory.js";
import { complexArray, interleaved } from "./complex-array.js";
import { clusterOf, type Running } from "./evaluate-block.js";
import { warpsOf } from "./evaluate-warp.js";
import { coordinateValues } from "./evaluate-thread.js";
import { sumValue } from "./coordinates.js";
import { usualStride } from "../plan/arrays.js";
import { isPersistent, WORKSPACE_ARRAYS, type HostProgram, type Kernel, type Memory } from "./program.js";
import { scheduler, shuffled } from "./scheduler.js";

export { complexArray, type ComplexArray } from "./complex-array.js";
export type { DataArray } from "./element-memory.js";

/** Runs all kernels of a host program; `input` is not changed unless input and output are the same object. */
export function evaluateHostProgram(
  program: HostProgram,
  input: DataArray,
  output: DataArray,
  batch: number,
  seed = 1,
  parameters: ReadonlyMap<string, number> = new Map(),
): void {
  const there: readonly Memory[] = WORKSPACE_ARRAYS.slice(0, program.workspace.arrays);
  const own = new Map<Memory, DataArray>();
  const memory = (name: Memory): DataArray => {
    if (name === "in") return input;
    if (name === "out") return output;
    const array = own.get(name);
    invariant(
      array !== undefined,
      () => `evaluate: a launch uses an array of the workspace, ${name}, that is not there`,
    );
    return array;
  };
  for (const { kernel, source, target } of program.launches) {
    // Passes by axis may exchange real arrays, while kernels of one pass exchange complex ones.
    const isOwn = there.includes(target);
    const { read, written } =
      isOwn && target === source
        ? sharedArray(memory(source), kernel)
        : { read: memory(source), written: isOwn ? arrayWrittenBy(kernel, input, batch) : memory(target) };
    if (isOwn) own.set(target, written);
    evaluateKernel(kernel, read, written, batch, seed, parameters);
  }
}

/** An array as a kernel that runs in place reads and writes it: where it reads complex numbers and writes real ones, in two views. */
export function sharedArray(
  data: DataArray,
  { elements: { output } }: Kernel,
): { readonly read: DataArray; readonly written: DataArray } {
  const isReal = data instanceof Float64Array;
  if (isReal === (output.field === "real")) return { read: data, written: data };
  if (isReal) return { read: data, written: interleaved(data) };
  const numbers = new Float64Array(2 * data.re.length);
  for (let index = 0; index < data.re.length; index++) {
    numbers[2 * index] = data.re[index] ?? 0;
    numbers[2 * index + 1] = data.im[index] ?? 0;
  }
  return { read: interleaved(numbers), written: numbers };
}

/** An array for a batch of a kernel's output. */
function arrayWrittenBy({ target, elements }: Kernel, input: DataArray, batch: number): DataArray {
  const numbers = usualStride(target.distance) * batch * elements.output.width;
  return elements.output.field === "complex" ? complexArray(numbers) : arrayLike(input, numbers);
}

/** The number of clusters that the evaluator's GPU holds at once. */
const RESIDENT = 2;

/** Runs one kernel on numbers, over all of its tiles; `output` changes in place. */
export function evaluateKernel(
  kernel: Kernel,
  input: DataArray,
  output: DataArray,
  batch: number,
  seed = 1,
  parameters: ReadonlyMap<string, number> = new Map(),
): void {
  const tiles = kernel.tiles.perGroup * Math.ceil(batch / kernel.tiles.batch);
  const schedule = scheduler(seed);
  const running: Running = { kernel, input, output, batch, parameters, tiles, schedule, taken: 0, clusters: 1 };
  if (isPersistent(kernel)) {
    const clusters = Math.min(RESIDENT, tiles);
    const resident = { ...running, clusters };
    const all = Array.from({ length: clusters }, (_, index) => clusterOf(resident, index));
    resident.schedule.run(kernel.name, all.flatMap(warpsOf));
    return;
  }
  // Blocks, or clusters, that do not communicate may run one after the other, in any order.
  const blocks = shuffled(
    Array.from({ length: tiles }, (_, index) => index).filter((index) => writesSomething(kernel, index)),
    running.schedule.draw,
  );
  for (const block of blocks) running.schedule.run(kernel.name, warpsOf(clusterOf(running, block)));
}

function writesSomething({ tiles: { coordinates, perGroup, guards } }: Kernel, tile: number): boolean {
  const values = coordinateValues(coordinates, tile % perGroup);
  return guards.every(({ sum, from, below }) => {
    invariant(below !== "present", () => "evaluate: tiles are there whatever the batch");
    const index = sumValue(sum, values);
    return index >= from && index < below;
  });
}
