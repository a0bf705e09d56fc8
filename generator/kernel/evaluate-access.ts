// Runs the accesses of a thread: to global memory, to the buffers of its block, and to those of its cluster.
import { hasPlace } from "../codelet/codelet.js";
import { at, invariant } from "../failure/errors.js";
import { elementTypeBytes, type ElementType } from "../plan/elements.js";
import { indexExpression, isGuardedIn, type Read, type Write } from "./access.js";
import { computedFor } from "../plan/index-expression.js";
import { axisValueOf, registerSums, type AxisSums } from "./axis-sums.js";
import {
  asField,
  heldElement,
  loadedElement,
  readElement,
  writeElement,
  zeroElement,
  type DataArray,
  type Element,
} from "./element-memory.js";
import { blockOf, warpsOfRoles } from "./evaluate-block.js";
import { strideValue, sumValue } from "./coordinates.js";
import { complexOf, numbersOf, type ThreadState } from "./evaluate-thread.js";
import { readWatched, writeWatched } from "./happens-before.js";
import { bufferNamed, globalArray, type LinesStep, type SingleStep } from "./program.js";
import { numberOfPart } from "../plan/parts.js";
import { mappedPlace, unpadded } from "../plan/place-map.js";
import { ANYWHERE, BATCH_INDEX, type Position } from "../pointwise/scope.js";
import { barrierOf, bufferOf, deliver, useBy, type Round, type Warp } from "./warp.js";

export interface PhaseThread extends ThreadState {
  readonly thread: number;
  /** Whether its writes are done: not those of threads that repeat another's work. */
  readonly writes: boolean;
}

/** The places of the parts of a register's number, with their signs; undefined for a part that is not there. */
function partsIn(step: Read | Write, state: PhaseThread): (axes: AxisSums) => readonly (PlacedPart | undefined)[] {
  const { parts, index, numbers } = step;
  const [first, ...others] = index.mapped;
  invariant(parts !== undefined && first !== undefined, () => "evaluate: parts of numbers that have no place");
  const own = sumValue(first.sum, state.coordinates);
  const places = parts.map((part) =>
    placeIn({ ...step, index: { ...index, mapped: [{ ...first, map: part?.map ?? first.map }, ...others] } }, state),
  );
  return (axes) =>
    parts.map((part, index): PlacedPart | undefined => {
      const argument = own + at(axes.mapped, 0);
      const found = numberOfPart(part, numbers === undefined ? argument : mappedPlace(numbers, argument));
      return found === undefined ? undefined : { place: at(places, index)(axes), sign: found.sign };
    });
}

interface PlacedPart {
  readonly place: number;
  readonly sign: number;
}

const NUMBER: ElementType = { field: "real", storage: "f64", width: 1 };

function readParts(parts: readonly (PlacedPart | undefined)[], at: (place: number, part: number) => Element): Element {
  const [re = 0, im = 0] = parts.map((part, index) => {
    if (part === undefined) return 0;
    const [value = 0] = numbersOf(at(part.place, index));
    return part.sign * value;
  });
  return { re, im };
}

function writeParts(
  parts: readonly (PlacedPart | undefined)[],
  value: Element,
  put: (place: number, number: Element, part: number) => void,
): void {
  const { re, im } = complexOf(value);
  parts.forEach((part, index) => {
    if (part !== undefined) put(part.place, [part.sign * (index === 0 ? re : im)], index);
  });
}

/** An array of global memory in a round: its numbers, its elements, and where the tile begins. */
interface GlobalPart {
  readonly data: DataArray;
  readonly element: ElementType;
  readonly origin: number;
}

/** Undefined for a buffer. */
function globalPart({ cluster }: Warp, { origins }: Round, name: string): GlobalPart | undefined {
  const { kernel, arrays } = cluster.running;
  const array = globalArray(kernel, name);
  if (array === undefined) return undefined;
  const [data, origin] = [arrays.get(name), origins.get(name)];
  invariant(
    data !== undefined && origin !== undefined,
    () => `evaluate: ${kernel.name} accesses ${name}, where its tile begins nowhere`,
  );
  return { data, element: array.element, origin };
}

/** How a thread reads numbers of an array, and elements as registers hold them. */
interface Reader {
  readonly number: (place: number, where: Position) => Element;
  readonly element: (place: number, where: Position) => Element;
}

function readerOf(warp: Warp, round: Round, { thread }: PhaseThread, name: string): Reader {
  const { held } = warp.cluster.running.kernel.elements;
  const global = globalPart(warp, round, name);
  if (global !== undefined) {
    const { data, element, origin } = global;
    return {
      number: (place, where) => loadedElement(readElement(data, origin + place, NUMBER), element, where),
      element: (place, where) =>
        asField(loadedElement(readElement(data, origin + place, element), element, where), held),
    };
  }
  const buffer = bufferOf(warp, warp.block, name, round.round);
  const actor = useBy(warp, thread);
  const { type } = bufferNamed(warp.cluster.running.kernel, name);
  const read = (place: number, where: Position): Element =>
    loadedElement(readWatched(buffer, place, actor, warp.clock), type, where);
  return { number: read, element: read };
}

export function runRead(warp: Warp, round: Round, state: PhaseThread, step: Read): void {
  const { held } = warp.cluster.running.kernel.elements;
  const place = placeIn(step, state);
  const reader = readerOf(warp, round, state, step.array);
  const parts = step.parts === undefined ? undefined : partsIn(step, state);
  const where = positionIn(step, state, round);
  forEachRegister(step, state, round, (register, axes, isThere) => {
    state.registers[register] = !isThere
      ? zeroElement(held)
      : parts === undefined
        ? reader.element(place(axes), where(axes))
        : readParts(parts(axes), (number, part) => reader.number(number, where(axes, part)));
  });
}

export function runWrite(warp: Warp, round: Round, threads: readonly PhaseThread[], step: Write): void {
  const { kernel } = warp.cluster.running;
  const { send } = step;
  const global = globalPart(warp, round, step.array);
  const sent = new Map<number, (readonly [number, Element])[]>();
  for (const state of threads) {
    if (!state.writes) continue;
    const base = placeIn(step, state);
    const actor = useBy(warp, state.thread);
    const ownRank = sumValue(send?.rank ?? [], state.coordinates);
    const parts = step.parts === undefined ? undefined : partsIn(step, state);
    const where = positionIn(step, state, round);
    forEachRegister(step, state, round, (register, axes, isThere) => {
      if (!isThere) return;
      const value = at(state.registers, register);
      if (parts !== undefined)
        writeParts(parts(axes), value, (number, part, index) => {
          if (global !== undefined)
            writeElement(
              global.data,
              global.origin + number,
              heldElement(part, { ...global.element, field: "real", width: 1 }, where(axes, index)),
            );
          else writeWatched(bufferOf(warp, warp.block, step.array, round.round), number, part, actor, warp.clock);
        });
      else if (global !== undefined)
        writeElement(global.data, global.origin + base(axes), heldElement(value, global.element, where(axes)));
      else {
        const rank = send === undefined ? warp.block.rank : ownRank + axes.rank;
        if (send?.barrier === undefined || (send.keepsOwn && rank === warp.block.rank)) {
          requireStarted(warp, rank);
          const buffer = bufferOf(warp, blockOf(warp.cluster, rank), step.array, round.round);
          writeWatched(buffer, base(axes), value, actor, warp.clock);
          return;
        }
        const parcel = sent.get(rank) ?? [];
        parcel.push([base(axes), value]);
        sent.set(rank, parcel);
      }
    });
  }
  if (send?.barrier === undefined) return;
  const bytes = elementTypeBytes(bufferNamed(kernel, step.array).type);
  for (const [rank, elements] of sent) {
    const owner = blockOf(warp.cluster, rank);
    const barrier = barrierOf(warp, owner, send.barrier, round.round);
    deliver(
      warp,
      bufferOf(warp, owner, step.array, round.round),
      () => elements,
      barrier,
      bytes * elements.length,
      warp.clock,
    );
  }
}

/** Shared memory of another block is there once that block has started. Where there are barriers, clusters meet before the first step. */
function requireStarted({ block, cluster, clock }: Warp, rank: number): void {
  const { kernel } = cluster.running;
  if (rank === block.rank || kernel.barriers.length > 0) return;
  const warps = warpsOfRoles(kernel);
  invariant(
    clock.slice(rank * warps, (rank + 1) * warps).some((stretches) => stretches > 0),
    () => `evaluate: ${kernel.name} writes to block ${rank} before it is certain that it has started`,
  );
}

/** Stores every `threads`-th element; the result does not depend on which thread stores which. */
export function runLines(
  warp: Warp,
  round: Round,
  { thread }: PhaseThread,
  { array, target, elements, threads }: LinesStep,
): void {
  const global = globalPart(warp, round, target);
  invariant(global !== undefined, () => `evaluate: whole lines go to ${target}, which is no array`);
  const buffer = bufferOf(warp, warp.block, array, round.round);
  const actor = useBy(warp, thread);
  for (let place = thread; place < elements * round.present; place += threads) {
    const value = readWatched(buffer, place, actor, warp.clock);
    writeElement(global.data, global.origin + place, heldElement(value, global.element));
  }
}

/** Computes X(0) of each row whose frequency 0 a thread has. */
export function runZeroth(
  warp: Warp,
  round: Round,
  state: PhaseThread,
  { array, frequency, place, points, length }: Extract<SingleStep, { readonly kind: "zeroth" }>,
): void {
  if (sumValue(frequency, state.coordinates) !== 0) return;
  const actor = useBy(warp, state.thread);
  const buffer = bufferOf(warp, warp.block, array, round.round);
  for (const point of points) {
    const own = sumValue(place, state.coordinates) + point.place;
    const [zeroth, sum] = [complexOf(readWatched(buffer, own, actor, warp.clock)), at(state.registers, point.register)];
    const { re, im } = complexOf(sum);
    writeWatched(buffer, own, { re: zeroth.re + re, im: zeroth.im + im }, actor, warp.clock);
    state.registers[point.register] = { re: re - length * zeroth.re, im: im - length * zeroth.im };
  }
}

/** Where the element of a register is, or one of its parts, for an expression that asks. */
function positionIn(
  { indices = [], parts, numbers }: Read | Write,
  { coordinates }: PhaseThread,
  { first }: Round,
): (axes: AxisSums, part?: number) => Position {
  if (indices.length === 0) return () => ANYWHERE;
  const own = indices.map(({ sum }) => sumValue(sum, coordinates));
  return (axes, part = 0) =>
    (name) =>
      indices.reduce(
        (index, term, place) => {
          if (term.name !== name) return index;
          const argument = at(own, place) + (axes.indices[place] ?? 0);
          const number =
            term.ofParts === undefined || numbers === undefined ? argument : mappedPlace(numbers, argument);
          const map = term.ofParts === undefined ? term.map : parts?.[part]?.map;
          return index + term.step * (map === undefined ? number : mappedPlace(unpadded(map), number));
        },
        name === BATCH_INDEX ? first : 0,
      );
}

/** All threads have the same expression of their places. */
const placeOfThread = computedFor(indexExpression);

/** The place of a register in an array, relative to that of its thread. */
function placeIn({ index, numbers }: Read | Write, { coordinates }: PhaseThread): (axes: AxisSums) => number {
  const { mapped } = index;
  const base = placeOfThread(index, coordinates);
  const parts = mapped.map(({ map, sum: inside, stride, by }) => ({
    map,
    inside: sumValue(inside, coordinates),
    stride: stride * (by === undefined ? 1 : strideValue(by, coordinates)),
  }));
  return (axes) => {
    // Exclusive or is limited to 32 bits; no place in shared memory is that large.
    let own = (axes.exchanged === 0 ? base : base ^ axes.exchanged) + axes.offset;
    for (const [by, steps] of axes.strided) own += steps * strideValue(by, coordinates);
    return parts.reduce((place, { map, inside, stride }, part) => {
      const argument = inside + at(axes.mapped, part);
      const number = part > 0 || numbers === undefined ? argument : mappedPlace(numbers, argument);
      return place + stride * mappedPlace(map, number);
    }, own);
  };
}

/** Calls `visit` for each register of an access, with whether its element is present. */
function forEachRegister(
  { axes, guards, only, index }: Read | Write,
  { coordinates }: PhaseThread,
  { present }: Round,
  visit: (register: number, sums: AxisSums, isThere: boolean) => void,
): void {
  const own = guards.map((guard) => ({ guard, value: sumValue(guard.sum, coordinates) }));
  for (const [register, sums] of registerSums(axes, own.length, index.mapped.length).entries()) {
    if (only !== undefined && !hasPlace(only, axisValueOf(axes, only.axis, register))) continue;
    visit(
      register,
      sums,
      own.every(({ guard, value }, index) => isGuardedIn(guard, value + at(sums.guards, index), present)),
    );
  }
}
