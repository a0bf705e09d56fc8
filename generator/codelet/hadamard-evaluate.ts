// Runs Hadamard codelets on numbers, in f64. Kernels are interpreted butterfly by butterfly, so a program is resolved once,
// to positions in one array of numbers.
import { invariant } from "../failure/errors.js";
import { element, placeName, type Place, type Program, type Step } from "./hadamard-program.js";

/** Does one step on the array. */
type Action = (values: Float64Array) => void;

interface Resolved {
  readonly actions: readonly Action[];
  /** Numbers in the array: elements first, then temporaries. */
  readonly length: number;
}

const resolvedPrograms = new WeakMap<Program, Resolved>();

/** The elements afterwards. A fused multiply-add is exact in its product, as on the device. */
export function evaluate(program: Program, inputs: readonly number[]): readonly number[] {
  invariant(
    inputs.length === program.radix,
    () => `hadamard: ${inputs.length} elements for a transform of ${program.radix}`,
  );
  const { actions, length } = resolve(program);
  const values = new Float64Array(length);
  values.set(inputs);
  for (const act of actions) act(values);
  return [...values.subarray(0, program.radix)];
}

function resolve(program: Program): Resolved {
  const known = resolvedPrograms.get(program);
  if (known !== undefined) return known;
  const slots = new Map<string, number>();
  for (let index = 0; index < program.radix; index++) slots.set(placeName(element(index)), index);
  const actions = program.sections.flatMap(({ steps }) => steps.map((step) => actionOf(step, slots)));
  const resolved = { actions, length: slots.size };
  resolvedPrograms.set(program, resolved);
  return resolved;
}

/** The step on slots. A temporary gets its slot where it is set. */
function actionOf(step: Step, slots: Map<string, number>): Action {
  const read = (place: Place): number => {
    const slot = slots.get(placeName(place));
    invariant(slot !== undefined, () => `hadamard: ${placeName(place)} is read before it is set`);
    return slot;
  };
  const write = (place: Place): number => {
    const slot = slots.get(placeName(place)) ?? slots.size;
    slots.set(placeName(place), slot);
    return slot;
  };
  const value = (values: Float64Array, slot: number): number => values[slot] ?? NaN;

  switch (step.kind) {
    case "butterfly":
    case "exchange": {
      const [first, second] = [read(step.first), read(step.second)];
      const isButterfly = step.kind === "butterfly";
      return (values) => {
        const [a, b] = [value(values, first), value(values, second)];
        values[first] = isButterfly ? a + b : b;
        values[second] = isButterfly ? a - b : a;
      };
    }
    case "twice-plus": {
      const [left, right] = [read(step.left), read(step.right)];
      const target = write(step.target);
      return (values) => void (values[target] = 2 * value(values, left) + value(values, right));
    }
    case "sum": {
      const terms = step.terms.map(({ place, negative }) => ({ slot: read(place), sign: negative ? -1 : 1 }));
      const target = write(step.target);
      return (values) =>
        void (values[target] = terms.reduce((sum, { slot, sign }) => sum + sign * value(values, slot), 0));
    }
  }
}
