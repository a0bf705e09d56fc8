// Runs a kernel program on numbers: the definition of a program's meaning, and the test of lowering. Runs every step, including
// synchronisation, by warps that overtake one another in the order of a seed. Throws an InvariantError for accesses that a
// correct program never makes, for elements that are read or overwritten too early, and for waits that never end.
import { at, invariant } from "../failure/errors.js";
import { isGuardedIn } from "./access.js";
import type { DataArray } from "./element-memory.js";
import { interleaved } from "./complex-array.js";
import { clusterOf, type Running } from "./evaluate-block.js";
import { warpsOf } from "./evaluate-warp.js";
import { coordinateValues } from "./evaluate-thread.js";
import { sumValue } from "./coordinates.js";
import { usualStride } from "../plan/arrays.js";
import { isPersistent, type GlobalArray, type Kernel } from "./program.js";
import { CALLERS_ARRAYS, isCallers, WORKSPACE_ARRAYS, type CallArray, type HostProgram } from "./host-program.js";
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
  const memory = { input, output, newNumbers: (count: number) => new Float64Array(count) };
  evaluateLaunches(program, memory, { batch, seed, parameters });
}

/** The arrays of a call. */
export interface CallMemory {
  readonly input: DataArray;
  readonly output: DataArray;
  /** Memory of the workspace for so many numbers, before anything is written. */
  readonly newNumbers: (count: number) => Float64Array;
}

interface EvaluatedCall {
  readonly batch: number;
  readonly seed: number;
  /** Strides that the caller supplies. */
  readonly parameters: ReadonlyMap<string, number>;
}

/** Each launch writes an array of its own in the workspace, unless it reads the same. */
export function evaluateLaunches(
  { launches, workspace }: HostProgram,
  { input, output, newNumbers }: CallMemory,
  { batch, seed, parameters }: EvaluatedCall,
): void {
  const arrays = new Map<CallArray, DataArray>([
    ["in", input],
    ["out", output],
  ]);
  const there: readonly CallArray[] = [...CALLERS_ARRAYS, ...WORKSPACE_ARRAYS.slice(0, workspace.arrays)];
  const arrayOf = (name: CallArray): DataArray => {
    const array = arrays.get(name);
    invariant(
      array !== undefined && there.includes(name),
      () => `evaluate: a launch uses an array of the workspace, ${name}, that is not there`,
    );
    return array;
  };
  for (const { kernel, arrays: names } of launches) {
    const own = new Map<string, DataArray>();
    kernel.arrays.forEach(({ name, direction }, index) => {
      if (direction === "read") own.set(name, arrayOf(at(names, index)));
    });
    kernel.arrays.forEach((array, index) => {
      const name = at(names, index);
      if (array.direction === "read") return;
      if (isCallers(name)) {
        own.set(array.name, arrayOf(name));
        return;
      }
      const readToo = kernel.arrays.find((other, place) => other.direction === "read" && names[place] === name);
      // Passes by axis may exchange real arrays, while kernels of one pass exchange complex ones.
      const { read, written } =
        readToo === undefined
          ? { read: undefined, written: newArray(array, batch, newNumbers) }
          : sharedArray(arrayOf(name), array);
      if (readToo !== undefined && read !== undefined) own.set(readToo.name, read);
      own.set(array.name, written);
      arrays.set(name, written);
    });
    evaluateKernel(kernel, own, batch, seed, parameters);
  }
}

/** An array as a kernel that runs in place reads and writes it: where it reads complex numbers and writes real ones, in two views. */
function sharedArray(
  data: DataArray,
  { element }: GlobalArray,
): { readonly read: DataArray; readonly written: DataArray } {
  const isReal = data instanceof Float64Array;
  if (isReal === (element.field === "real")) return { read: data, written: data };
  if (isReal) return { read: data, written: interleaved(data) };
  const numbers = new Float64Array(2 * data.re.length);
  for (let index = 0; index < data.re.length; index++) {
    numbers[2 * index] = data.re[index] ?? 0;
    numbers[2 * index + 1] = data.im[index] ?? 0;
  }
  return { read: interleaved(numbers), written: numbers };
}

/** An array in the workspace for a batch of what a kernel writes. */
function newArray({ distance, element }: GlobalArray, batch: number, newNumbers: CallMemory["newNumbers"]): DataArray {
  const count = usualStride(distance) * batch * element.width;
  return element.field === "complex" ? { re: newNumbers(count), im: newNumbers(count) } : newNumbers(count);
}

/** The number of clusters that the evaluator's GPU holds at once. */
const RESIDENT = 2;

/** Runs one kernel on numbers, over all of its tiles: on its arrays by their names in accesses, of which those written change in place. */
export function evaluateKernel(
  kernel: Kernel,
  arrays: ReadonlyMap<string, DataArray>,
  batch: number,
  seed = 1,
  parameters: ReadonlyMap<string, number> = new Map(),
): void {
  const tiles = kernel.tiles.perGroup * Math.ceil(batch / kernel.tiles.batch);
  const schedule = scheduler(seed);
  const running: Running = { kernel, arrays, batch, parameters, tiles, schedule, taken: 0, clusters: 1 };
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
  return guards.every((guard) => {
    invariant(guard.below !== "present", () => "evaluate: tiles are there whatever the batch");
    return isGuardedIn(guard, sumValue(guard.sum, values), 0);
  });
}
