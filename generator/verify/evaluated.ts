// Runs a request by the evaluator of kernels. Memory that was not written yet is NaN, between kernels too; an access outside of
// an array is a failed invariant there.
import type { HostProgram } from "../kernel/host-program.js";
import { interleaved } from "../kernel/complex-array.js";
import { evaluateLaunches, type DataArray } from "../kernel/evaluate.js";
import { numberPlaces, perElement, type Call } from "../definition/numbers.js";
import { unread, unwritten } from "../definition/number-types.js";
import type { Side } from "../definition/layout.js";

/** Memory of a call as flat numbers, before and after. */
export interface Memories {
  readonly input: Float64Array;
  /** The same array in place. */
  readonly output: Float64Array;
}

export function memoriesOf({ layout, room, given, types }: Call, isInPlace: boolean): Memories {
  const [inputs, outputs] = [room.input * perElement(layout.input), room.output * perElement(layout.output)];
  const input = new Float64Array(isInPlace ? Math.max(inputs, outputs) : inputs).fill(unread(types.input));
  const side = layout.input;
  for (const one of given)
    numberPlaces(side, room.input, one.place).forEach((place, part) => (input[place] = part === 0 ? one.re : one.im));
  if (isInPlace) return { input, output: input };
  return { input, output: new Float64Array(outputs).fill(unwritten(types.output)) };
}

/** An array in the evaluator's form: real and imaginary parts in two arrays. */
function viewOf({ element }: Side, numbers: Float64Array, room: number): DataArray {
  if (element === "real") return numbers;
  if (element === "planar") return { re: numbers.subarray(0, room), im: numbers.subarray(room) };
  return interleaved(numbers);
}

/** Runs the program; the memories are changed in place. */
export function evaluate(
  program: HostProgram,
  call: Call,
  { input, output }: Memories,
  arrays: number,
  said: ReadonlyMap<string, number>,
  seed: number,
): void {
  const { layout, room } = call;
  const source = viewOf(layout.input, input, room.input);
  // In place the evaluator must see one array.
  const isSame = input === output && layout.input.element === layout.output.element;
  const target = isSame ? source : viewOf(layout.output, output, room.output);
  const newNumbers = (count: number): Float64Array => new Float64Array(count).fill(NaN);
  evaluateLaunches(program, { input: source, output: target, newNumbers }, { batch: arrays, seed, parameters: said });
}
