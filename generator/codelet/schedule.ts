// Chooses the order of straight-line code so that few values are live at once. Does not change what is computed.
//
// Two orders are compared: the one in which the algorithm was written (a recursive FFT keeps its working set small by
// itself, which is the observation behind genfft's scheduler, and real and imaginary parts stay together), and a
// greedy one. The device compiler schedules again for latency; this order is where it starts, and what people read.
import { at } from "../failure/errors.js";
import {
  countInstructions,
  mapOperands,
  operandsOf,
  outputOperands,
  valueName,
  type Instruction,
  type Operand,
  type StraightLine,
} from "./instruction.js";

/** The greedy order parts what belongs together, so it must save more than the 4 values of a complex butterfly. */
const WORTHWHILE_SAVING = 4;

export function schedule(program: StraightLine): StraightLine {
  const greedy = reorder(program, greedyOrder(program));
  const saving = countInstructions(program).maximumLive - countInstructions(greedy).maximumLive;
  return saving > WORTHWHILE_SAVING ? greedy : program;
}

/**
 * Section by section, always the available instruction after which the fewest values are live; among equals the first
 * as written.
 */
function greedyOrder(program: StraightLine): readonly number[] {
  const names = program.instructions.map(({ operation }) => [
    ...new Set(operandsOf(operation).flatMap((operand) => valueName(operand.source) ?? [])),
  ]);
  const usesLeft = new Map<string, number>();
  const addUse = (name: string): void => void usesLeft.set(name, (usesLeft.get(name) ?? 0) + 1);
  names.flat().forEach(addUse);
  outputOperands(program).forEach((operand) => addUse(valueName(operand.source) ?? ""));

  const users = new Map<string, number[]>();
  names.forEach((list, position) => list.forEach((name) => users.set(name, [...(users.get(name) ?? []), position])));
  const waitingFor = names.map((list) => list.filter((name) => name.startsWith("r")).length);
  const ready = new Set(waitingFor.flatMap((count, position) => (count === 0 ? [position] : [])));

  const headings = [...new Set(program.instructions.map(({ section }) => section))];
  const sectionOf = program.instructions.map(({ section }) => headings.indexOf(section));
  const freedBy = (position: number): number => at(names, position).filter((name) => usesLeft.get(name) === 1).length;
  const isBetter = (a: number, b: number): boolean => {
    const [first, second] = [at(sectionOf, a), at(sectionOf, b)];
    return first < second || (first === second && (freedBy(a) > freedBy(b) || (freedBy(a) === freedBy(b) && a < b)));
  };

  const order: number[] = [];
  while (ready.size > 0) {
    const best = [...ready].reduce((chosen, position) => (isBetter(position, chosen) ? position : chosen));
    ready.delete(best);
    order.push(best);
    at(names, best).forEach((name) => usesLeft.set(name, (usesLeft.get(name) ?? 0) - 1));
    for (const user of users.get(`r${best}`) ?? []) {
      waitingFor[user] = at(waitingFor, user) - 1;
      if (waitingFor[user] === 0) ready.add(user);
    }
  }
  return order;
}

function reorder(program: StraightLine, order: readonly number[]): StraightLine {
  const places = new Map(order.map((position, place) => [position, place]));
  const moved = (operand: Operand): Operand =>
    operand.source.kind === "result"
      ? { ...operand, source: { kind: "result", instruction: places.get(operand.source.instruction) ?? -1 } }
      : operand;
  return {
    instructions: order.map((position): Instruction => {
      const instruction = at(program.instructions, position);
      return { ...instruction, operation: mapOperands(instruction.operation, moved) };
    }),
    outputs: program.outputs.map(({ re, im }) => ({ re: moved(re), im: moved(im) })),
  };
}
