// Runs the roles of a kernel warp by warp. A warp stops before each step that synchronises, so that others may run first.
import { WARP } from "../gpu/hardware.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { zeroElement } from "./element-memory.js";
import { runLines, runRead, runWrite, runZeroth, type PhaseThread } from "./evaluate-access.js";
import { warpsOfRoles, type Cluster } from "./evaluate-block.js";
import { runMatrixButterfly } from "./evaluate-matrix.js";
import { dealFirst, deals, dealtTile } from "./evaluate-ring.js";
import { runSync } from "./evaluate-sync.js";
import { coordinateIn, coordinateOf, strideValue, sumValue } from "./coordinates.js";
import { coordinateValues, runComputeStep, type ComputeStep } from "./evaluate-thread.js";
import { noClock } from "./happens-before.js";
import { globalArray, isPersistent, type PhaseStep, type RoleStep, type ThreadStep } from "./program.js";
import type { Let } from "./let.js";
import { mirrorRegister } from "./mirror-step.js";
import { evaluated, isTrue } from "../plan/index-expression.js";
import type { Stride } from "../plan/arrays.js";
import type { Agent } from "./scheduler.js";
import { isMeeting, isSync } from "./sync.js";
import { placeOf, type Round, type Warp } from "./warp.js";

/** All warps of a cluster, at the start. */
export function warpsOf(cluster: Cluster): readonly Agent[] {
  const { kernel } = cluster.running;
  const perBlock = warpsOfRoles(kernel);
  return cluster.blocks.flatMap((block) => {
    let agent = block.rank * perBlock;
    return kernel.roles.flatMap((role) =>
      Array.from({ length: role.groups }, (_, group) => group).flatMap((group) =>
        Array.from({ length: Math.ceil(role.groupThreads / WARP) }, (_, warp) => {
          const first = warp * WARP;
          const clock = noClock(cluster.agents);
          clock[agent] = 1;
          const threads = Math.min(WARP, role.groupThreads - first);
          const proxy = noClock(cluster.agents);
          return runWarp({
            cluster,
            block,
            role,
            group,
            first,
            threads,
            agent: agent++,
            clock,
            proxy,
            cameTo: undefined,
          });
        }),
      ),
    );
  });
}

function* runWarp(warp: Warp): Agent {
  const { running, index } = warp.cluster;
  const { kernel, tiles, clusters } = running;
  const { role } = warp;
  if (!isPersistent(kernel)) {
    yield* runSteps(warp, roundOf(warp, 0, index), role.steps);
    return;
  }
  for (const step of role.before) yield* runSync(warp, 0, step);
  if (role.deals && deals(warp)) dealFirst(warp);
  let round = 0;
  for (let tile = index; tile < tiles; round++) {
    yield* runSteps(warp, roundOf(warp, round, tile), role.steps);
    tile = kernel.tiles.ring === undefined ? tile + clusters : yield* dealtTile(warp, round + 1);
  }
}

function roundOf({ cluster, block, role }: Warp, round: number, tile: number): Round {
  const { kernel, batch, parameters } = cluster.running;
  const { tiles } = kernel;
  const member = Math.floor(tile / tiles.perGroup) * tiles.batch;
  const coordinates = new Map([...parameters, ...coordinateValues(tiles.coordinates, tile % tiles.perGroup)]);
  const distance = (stride: Stride): number =>
    typeof stride === "number" ? stride : strideValue(stride.parameter, parameters);
  const ofRank = role.origins.flatMap((origin) => origin.coordinates);
  for (const [name, value] of coordinateValues(ofRank, block.rank)) coordinates.set(name, value);
  return {
    round,
    coordinates,
    origins: new Map(
      role.origins.map(({ array, base }) => {
        const stride = globalArray(kernel, array)?.distance ?? 0;
        return [array, member * distance(stride) + sumValue(base, coordinates)];
      }),
    ),
    present: Math.min(tiles.batch, batch - member),
    first: member,
  };
}

function* runSteps(warp: Warp, round: Round, steps: readonly RoleStep[]): Agent {
  for (const step of steps) {
    if (step.kind === "phase") yield* runPhase(warp, round, step);
    else yield* runSync(warp, round.round, step);
  }
}

/** Runs a phase for the threads of a warp that take part: all do each step before the next. */
function* runPhase(warp: Warp, round: Round, phase: PhaseStep): Agent {
  const { kernel } = warp.cluster.running;
  const { count = Infinity, others = "skip" } = phase.workers ?? {};
  const taking = others === "repeat" ? warp.threads : Math.min(warp.threads, Math.max(0, count - warp.first));
  if (taking === 0) return;
  invariant(
    taking === warp.threads || !phase.steps.some(isMeeting),
    () => `evaluate: ${kernel.name} has threads meet where others of their warp do nothing: ${phase.comment}`,
  );
  const own = new Map([...round.coordinates, ...placeOf(warp)]);
  const threads = Array.from({ length: taking }, (_, lane): PhaseThread => ({
    thread: warp.first + lane,
    writes: warp.first + lane < count,
    coordinates: new Map(own).set(THREAD, Math.min(warp.first + lane, count - 1)),
    registers: Array.from({ length: phase.registers }, () => zeroElement(kernel.elements.held)),
  }));
  yield* runThreadSteps(warp, round, phase.steps, threads);
}

function* runThreadSteps(
  warp: Warp,
  round: Round,
  steps: readonly ThreadStep[],
  threads: readonly PhaseThread[],
): Agent {
  for (const step of steps) {
    if (isSync(step)) {
      yield* runSync(warp, round.round, step);
      continue;
    }
    switch (step.kind) {
      case "coordinates":
      case "let":
      case "mirror":
      case "read":
      case "butterfly":
      case "hadamard":
      case "hermitian":
      case "hermitian-pairs":
      case "weigh":
      case "scale":
      case "real":
      case "pointwise":
        for (const thread of threads) runThreadStep(warp, round, thread, step);
        break;
      case "zeroth":
        for (const thread of threads) if (thread.writes) runZeroth(warp, round, thread, step);
        break;
      case "lines":
        for (const thread of threads) runLines(warp, round, thread, step);
        break;
      case "write":
        runWrite(warp, round, threads, step);
        break;
      case "turn": {
        const { numbers, thread: stands, first, registers } = step;
        const turned = threads.map((thread): PhaseThread => {
          const coordinates = new Map(thread.coordinates);
          const own: PhaseThread = {
            ...thread,
            coordinates,
            registers: thread.registers.slice(first, first + registers),
          };
          for (const one of numbers) define(own, one);
          coordinates.set(THREAD, coordinates.get(stands) ?? coordinateOf(THREAD, coordinates));
          return own;
        });
        yield* runThreadSteps(warp, round, step.steps, turned);
        turned.forEach((state, lane) => at(threads, lane).registers.splice(first, registers, ...state.registers));
        break;
      }
      case "in-memory-order":
        // Lanes move elements for one another: each has those that are its own.
        yield* runThreadSteps(warp, round, step.steps, threads);
        break;
      case "matrix-butterfly":
        if (threads.length > 0) runMatrixButterfly(threads, step);
        break;
      default:
        unreachable(step);
    }
  }
}

/** The name of the number of a thread, in coordinates: in one of two butterflies that of another thread. */
const THREAD = "thread";

function define(state: PhaseThread, { name, value }: Let): void {
  state.coordinates.set(name, evaluated(value, state.coordinates));
}

function runThreadStep(
  warp: Warp,
  round: Round,
  state: PhaseThread,
  step: Extract<ThreadStep, { readonly kind: "coordinates" | "let" | "mirror" | "read" }> | ComputeStep,
): void {
  const { coordinates } = state;
  switch (step.kind) {
    case "coordinates":
      for (const coordinate of step.coordinates)
        coordinates.set(coordinate.name, coordinateIn(coordinate, coordinates));
      return;
    case "let":
      define(state, step);
      return;
    case "mirror": {
      const { radix, groups } = step;
      const isFirst = isTrue(step.isFirst, coordinates);
      const before = [...state.registers];
      for (let group = 0; group < groups; group++)
        for (let to = 0; to < radix / 2; to++)
          state.registers[radix * group + radix / 2 + to] = at(
            before,
            radix * group + mirrorRegister(step, isFirst, to),
          );
      return;
    }
    case "read":
      runRead(warp, round, state, step);
      return;
    case "butterfly":
    case "hadamard":
    case "hermitian":
    case "hermitian-pairs":
    case "weigh":
    case "scale":
    case "real":
    case "pointwise":
      runComputeStep(state, step);
      return;
    default:
      unreachable(step);
  }
}
