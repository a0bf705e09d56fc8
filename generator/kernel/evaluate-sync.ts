// Runs the steps by which warps wait for one another and hand over buffers, as clocks and barriers.
import { usualStride } from "../plan/arrays.js";
import { invariant, unreachable } from "../failure/errors.js";
import { elementTypeBytes, landedElement, sameElements } from "../plan/elements.js";
import { arrive, mayPass, meet, type CountingBarrier } from "./barriers.js";
import { asField, readElement, zeroElement } from "./element-memory.js";
import { meetingOf } from "./evaluate-block.js";
import { sumValue } from "./coordinates.js";
import { coordinateValues } from "./evaluate-thread.js";
import { deal, deals, tileAhead } from "./evaluate-ring.js";
import { learn } from "./happens-before.js";
import { bufferNamed, inputArray, type Fetch } from "./program.js";
import type { Agent } from "./scheduler.js";
import type { Action, Meeting, SyncStep } from "./sync.js";
import { barrierOf, bufferOf, deliver, endStretch, placeOf, usesBefore, type Warp } from "./warp.js";

export function* runSync(warp: Warp, round: number, step: SyncStep): Agent {
  if (step.kind === "let-next-start") return;
  yield () => true;
  switch (step.kind) {
    case "sync-block": {
      const { threads } = warp.cluster.running.kernel;
      yield* meetAt(warp, 0, threads);
      return;
    }
    case "sync":
      yield* meetAt(warp, numberOf(warp, step.meeting, round), step.meeting.threads);
      return;
    case "wait": {
      const completion = usesBefore(warp, step.barrier, round) + (step.use === "this" ? 1 : 0);
      yield* waitFor(warp, barrierOf(warp, warp.block, step.barrier, round), completion);
      return;
    }
    case "arrive":
      arrive(barrierOf(warp, warp.block, step.barrier, round), warp.clock);
      endStretch(warp);
      return;
    case "first":
      if (warp.first === 0) yield* act(warp, round, step.actions);
      endStretch(warp);
      return;
    case "handover": {
      if (step.fence) learn(warp.proxy, warp.clock);
      const number = numberOf(warp, step.meeting, round);
      if (warp.first > 0) {
        const point = meetingOf(warp.cluster, warp.block, number, step.meeting.threads);
        meet(point, warp.threads, warp.clock, warp.proxy);
        endStretch(warp);
        return;
      }
      yield* meetAt(warp, number, step.meeting.threads);
      yield* act(warp, round, step.actions);
      if (step.arriveAt !== undefined)
        for (const block of warp.cluster.blocks) arrive(barrierOf(warp, block, step.arriveAt, round), warp.clock);
      endStretch(warp);
      return;
    }
    case "arrive-cluster":
      invariant(warp.cameTo === undefined, () => "evaluate: a warp arrives twice at the barrier of its cluster");
      warp.cameTo = meet(warp.cluster.meeting, warp.threads, warp.clock, warp.proxy);
      endStretch(warp);
      return;
    case "wait-cluster": {
      const { meeting } = warp.cluster;
      const { cameTo } = warp;
      invariant(
        cameTo !== undefined,
        () => "evaluate: a warp waits at the barrier of its cluster, at which it has not arrived",
      );
      warp.cameTo = undefined;
      yield () => meeting.times >= cameTo;
      learn(warp.clock, meeting.known);
      return;
    }
    case "deal":
      if (deals(warp)) deal(warp, round + step.ahead);
      endStretch(warp);
      return;
    default:
      unreachable(step);
  }
}

const numberOf = ({ group, cluster }: Warp, { number, by }: Meeting, round: number): number => {
  if (by === "group") return number + group;
  const buffers = cluster.running.kernel.buffers.find(({ copies }) => copies?.by === "buffer")?.copies;
  return by === "buffer" ? number + (round % (buffers?.count ?? 1)) : number;
};

function* meetAt(warp: Warp, number: number, threads: number): Agent {
  const point = meetingOf(warp.cluster, warp.block, number, threads);
  const completion = meet(point, warp.threads, warp.clock, warp.proxy);
  endStretch(warp);
  yield () => point.times >= completion;
  learn(warp.clock, point.known);
  learn(warp.proxy, point.proxyKnown);
}

function* waitFor(warp: Warp, barrier: CountingBarrier, completion: number): Agent {
  yield () => mayPass(barrier, completion);
  learn(warp.clock, barrier.known);
}

/** The actions of the first thread of a team. */
function* act(warp: Warp, round: number, actions: readonly Action[]): Agent {
  for (const action of actions) {
    switch (action.kind) {
      case "expect":
        arrive(barrierOf(warp, warp.block, action.barrier, round), warp.clock, action.bytes);
        break;
      case "fetch": {
        const tile = yield* tileAhead(warp, round, action.ahead);
        if (tile < warp.cluster.running.tiles) fetchTile(warp, round, tile);
        break;
      }
      case "prefetch":
        // A prefetch changes no result; but its tile must be one that the queue has assigned.
        if ((yield* tileAhead(warp, round, 1)) < warp.cluster.running.tiles)
          yield* tileAhead(warp, round, action.ahead);
        break;
      default:
        unreachable(action);
    }
  }
}

/** One bulk copy to the group's landing buffer: the box, its first dimension fastest. */
function fetchTile(warp: Warp, round: number, tile: number): void {
  const { kernel, arrays } = warp.cluster.running;
  const { fetches } = warp.role;
  invariant(fetches !== undefined, () => `evaluate: the ${warp.role.name} of ${kernel.name} has nothing to fetch`);
  const barrier = barrierOf(warp, warp.block, fetches.barrier, round);
  arrive(barrier, warp.clock, fetches.bytes);
  const offsets = boxOffsets(warp, fetches, tile);
  const { name, element: type } = inputArray(kernel);
  const input = arrays.get(name);
  invariant(input !== undefined, () => `evaluate: ${kernel.name} has no array ${name}`);
  const landed = landedElement({ held: kernel.elements.held, input: type });
  invariant(
    sameElements(bufferNamed(kernel, fetches.buffer).type, landed),
    () => `evaluate: a bulk copy of ${kernel.name} would have to convert`,
  );
  deliver(
    warp,
    bufferOf(warp, warp.block, fetches.buffer, round),
    () =>
      offsets.map((offset, index) => {
        return [index, offset === undefined ? zeroElement(landed) : asField(readElement(input, offset, type), landed)];
      }),
    barrier,
    offsets.length * elementTypeBytes(type),
    // The copy engine does this.
    warp.proxy,
  );
}

/** Undefined for elements outside the array, such as members beyond the last one of the batch. */
function boxOffsets(warp: Warp, { box, members }: Fetch, tile: number): readonly (number | undefined)[] {
  const { kernel, batch } = warp.cluster.running;
  const coordinates = new Map([
    ...coordinateValues(kernel.tiles.coordinates, tile % kernel.tiles.perGroup),
    ...placeOf(warp),
  ]);
  let offsets: readonly (number | undefined)[] = [0];
  for (const { extent, from, whole, stride, box: length, start } of box) {
    const first = sumValue(start, coordinates);
    invariant(first + length <= whole, () => `evaluate: a box of ${kernel.name} leaves its array`);
    offsets = Array.from({ length }, (_, index) => first + index).flatMap((place) =>
      offsets.map((offset) =>
        offset === undefined || place < from || place >= from + extent ? undefined : offset + place * stride,
      ),
    );
  }
  const { perGroup, batch: inTile } = kernel.tiles;
  const first = Math.floor(tile / perGroup) * inTile + sumValue(members.start, coordinates);
  return Array.from({ length: members.box }, (_, index) => first + index).flatMap((member) =>
    offsets.map((offset) =>
      offset === undefined || member >= batch ? undefined : member * usualStride(inputArray(kernel).distance) + offset,
    ),
  );
}
