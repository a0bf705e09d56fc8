// Runs the accesses of a thread: from global memory, from and to the buffers of its block, to those of its cluster.
import { at } from "../failure/errors.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { Read, RegisterAxis, Write } from "./access.js";
import { readElement, writeElement, type Element } from "./element-memory.js";
import { blockOf } from "./evaluate-block.js";
import { sumValue, type ThreadState } from "./evaluate-thread.js";
import { readWatched, writeWatched } from "./happens-before.js";
import { SOURCE, TARGET } from "./program.js";
import { sequencyPlace } from "./sequency-place.js";
import { barrierOf, bufferOf, deliver, useBy, type Round, type Warp } from "./warp.js";

export interface PhaseThread extends ThreadState {
  readonly thread: number;
}

export function runRead(warp: Warp, round: Round, state: PhaseThread, step: Read): void {
  const { kernel, input } = warp.cluster.running;
  const base = placeIn(step, state, kernel.batchStride);
  if (step.array === SOURCE) {
    forEachRegister(step, state, round, (register, axes) => {
      state.registers[register] = readElement(input, round.sourceBase + base(axes), kernel.elements.input);
    });
    return;
  }
  const array = bufferOf(warp, warp.block, step.array, round.round);
  const actor = useBy(warp, state.thread);
  forEachRegister(step, state, round, (register, axes) => {
    state.registers[register] = readWatched(array, base(axes), actor, warp.clock);
  });
}

export function runWrite(warp: Warp, round: Round, threads: readonly PhaseThread[], step: Write): void {
  const { kernel, output } = warp.cluster.running;
  const sent = new Map<number, (readonly [number, Element])[]>();
  for (const state of threads) {
    const base = placeIn(step, state, kernel.batchStride);
    const actor = useBy(warp, state.thread);
    forEachRegister(step, state, round, (register, axes) => {
      const value = at(state.registers, register);
      if (step.array === TARGET) writeElement(output, round.targetBase + base(axes), value);
      else if (step.send === undefined || (step.send.keepsOwn && axes.rank === warp.block.rank))
        writeWatched(bufferOf(warp, warp.block, step.array, round.round), base(axes), value, actor, warp.clock);
      else {
        const parcel = sent.get(axes.rank) ?? [];
        parcel.push([base(axes), value]);
        sent.set(axes.rank, parcel);
      }
    });
  }
  if (step.send === undefined) return;
  const bytes = elementTypeBytes(kernel.elements.exchanged);
  for (const [rank, elements] of sent) {
    const owner = blockOf(warp.cluster, rank);
    const barrier = barrierOf(warp, owner, step.send.barrier, round.round);
    deliver(
      warp,
      bufferOf(warp, owner, step.array, round.round),
      elements,
      barrier,
      bytes * elements.length,
      warp.clock,
    );
  }
}

/** What the values of a register's axes add up to. */
interface AxisSums {
  readonly offset: number;
  readonly batch: number;
  readonly exchanged: number;
  readonly rank: number;
}

/** The place of a register in an array, from that of its thread. */
function placeIn(
  { index: { sum, exchanged, sequency } }: Read | Write,
  { coordinates }: PhaseThread,
  batchStride: number,
): (axes: AxisSums) => number {
  // Exclusive or cuts at 32 bits; nothing in shared memory is that large.
  const base = exchanged.reduce((place, term) => place ^ sumValue([term], coordinates), sumValue(sum, coordinates));
  if (sequency !== undefined) {
    const member = sumValue(sequency.member, coordinates);
    return ({ offset, batch }) => {
      const members = batch * batchStride;
      return member + sequencyPlace(base + offset - members, sequency.fields) + members;
    };
  }
  return ({ offset, exchanged: mask }) => (mask === 0 ? base : base ^ mask) + offset;
}

/** Calls `visit` for each register of an access that its guard lets pass. */
function forEachRegister(
  { axes, guard }: Read | Write,
  { coordinates }: PhaseThread,
  { present }: Round,
  visit: (register: number, sums: AxisSums) => void,
): void {
  const member = guard === undefined ? 0 : sumValue(guard.member, coordinates);
  const count = axes.reduce((total, axis) => total * axis.size, 1);
  for (let register = 0; register < count; register++) {
    const sums = axisSums(axes, register);
    if (guard === undefined || member + sums.batch < present) visit(register, sums);
  }
}

function axisSums(axes: readonly RegisterAxis[], register: number): AxisSums {
  let rest = register;
  let [offset, batch, exchanged, rank] = [0, 0, 0, 0];
  for (const axis of axes) {
    const value = rest % axis.size;
    rest = Math.floor(rest / axis.size);
    offset += value * axis.weight;
    batch += value * axis.batch;
    exchanged ^= value * axis.exchanged;
    rank += value * axis.rank;
  }
  return { offset, batch, exchanged, rank };
}
