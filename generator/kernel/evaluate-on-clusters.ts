// Runs a kernel on clusters on numbers, tile by tile and role by role: what it must mean, whatever overlaps with what on a GPU.
// The one buffer of an undivided block counts as two, what it fetches and what it receives: it must have changed hands
// between. Throws an InvariantError for accesses that a correct program never makes, and for buffers that change hands too
// early, too late or not at all.
import { at, invariant, unreachable } from "../failure/errors.js";
import { readElement, writeElement, zeroElement, type DataArray, type Element } from "./element-memory.js";
import { coordinateValues, forEachRegister, runComputeStep, sumValue } from "./evaluate-thread.js";
import type {
  ClusterKernel,
  PipelinedKernel,
  RoleStep,
  SwizzledAddress,
  SwizzledAxis,
  ThreadStep,
  UndividedKernel,
} from "./program.js";

/** Elements of shared memory; undefined where nothing lies, or where it may be overwritten at any time. */
type SharedElements = (Element | undefined)[];

const empty = (length: number): SharedElements => Array.from({ length }, () => undefined);

/** A group of threads of one block, before the exchange or after it. */
interface Team {
  readonly kernel: ClusterKernel;
  readonly output: DataArray;
  readonly targetBase: number;
  readonly rank: number;
  readonly coordinates: ReadonlyMap<string, number>;
  readonly threads: number;
  readonly landing: SharedElements;
  /** One buffer per block of the cluster. */
  readonly receive: readonly SharedElements[];
}

/** How the threads of a block share the work: groups of the front, the back, and what each does when it has read its buffer. */
function teamsOf(kernel: PipelinedKernel | UndividedKernel) {
  if (kernel.kind === "undivided") {
    const { threads } = kernel;
    return {
      groups: 1,
      groupThreads: threads,
      backThreads: threads,
      frontEnd: "release",
      backEnd: "fetch-next",
    } as const;
  }
  const { groups, groupThreads, backThreads } = kernel;
  return { groups, groupThreads, backThreads, frontEnd: "fetch-next", backEnd: "release" } as const;
}

export function evaluateOnClusters(
  kernel: PipelinedKernel | UndividedKernel,
  input: DataArray,
  output: DataArray,
  batch: number,
): void {
  if (kernel.kind === "pipelined") requireDealing(kernel);
  else requireHandovers(kernel);
  const teams = teamsOf(kernel);
  const ranks = Array.from({ length: kernel.cluster }, (_, rank) => rank);
  const groups = Array.from({ length: teams.groups }, (_, group) => group);
  for (let tile = 0; tile < batch * kernel.tilesPerTransform; tile++) {
    const transform = Math.floor(tile / kernel.tilesPerTransform);
    const inTile = coordinateValues(kernel.tileCoordinates, tile % kernel.tilesPerTransform);
    const receive = ranks.map(() => empty(kernel.blockElements));
    const base = { kernel, output, receive, targetBase: 0 };
    // All of a tile is fetched before any of it is stored, or it could not be done in place.
    const fronts = ranks.flatMap((rank) =>
      groups.map((group): Team => {
        const coordinates = new Map([...inTile, ...indexValues(kernel, rank, group)]);
        const threads = teams.groupThreads;
        return {
          ...base,
          rank,
          coordinates,
          threads,
          landing: fetchBox(kernel, teams.groups, input, transform, coordinates),
        };
      }),
    );
    for (const team of fronts) runRole(team, kernel.front, teams.frontEnd);
    for (const buffer of receive)
      invariant(!buffer.includes(undefined), () => `evaluate: ${kernel.name} leaves receive buffers partly empty`);
    for (const rank of ranks) {
      const coordinates = new Map([...inTile, ...coordinateValues(kernel.backCoordinates, rank)]);
      const targetBase = transform * kernel.batchStride + sumValue(kernel.output, coordinates);
      runRole(
        { ...base, rank, coordinates, targetBase, threads: teams.backThreads, landing: [] },
        kernel.back,
        teams.backEnd,
      );
    }
  }
}

/** In whatever order tiles come, the result is the same; but if they are dealt out, that must be done once in a round. */
function requireDealing({ name, order, front }: PipelinedKernel): void {
  const kinds = front.flatMap((step) => (step.kind === "phase" ? step.steps.map(({ kind }) => kind) : []));
  const deals = kinds.filter((kind) => kind === "deal").length;
  const wanted = order === "ticket" ? 1 : 0;
  invariant(deals === wanted, () => `evaluate: ${name} deals out ${deals} tiles in a round, not ${wanted}`);
  invariant(
    deals === 0 || kinds.indexOf("claim") < kinds.indexOf("deal"),
    () => `evaluate: ${name} deals out a tile before it knows that the last ones have been read`,
  );
}

/** What is sent may only come into a buffer that its block has read: it says so, and waits until all have. */
function requireHandovers({ name, front }: UndividedKernel): void {
  const kinds = front.flatMap((step) => (step.kind === "phase" ? step.steps.map(({ kind }) => kind) : []));
  const places = (["shared-read", "release", "claim", "send"] as const).map((kind) => kinds.lastIndexOf(kind));
  invariant(
    places.every((place, index) => place > (places[index - 1] ?? -1)),
    () => `evaluate: ${name} sends into buffers that may still be read`,
  );
}

function indexValues(kernel: ClusterKernel, rank: number, group: number): Map<string, number> {
  const of = (source: "rank" | "group", index: number) =>
    coordinateValues(
      kernel.frontCoordinates.filter((coordinate) => coordinate.source === source),
      index,
    );
  return new Map([...of("rank", rank), ...of("group", group)]);
}

/** What one bulk copy brings: the box, its first dimension fastest. */
function fetchBox(
  kernel: ClusterKernel,
  groups: number,
  input: DataArray,
  transform: number,
  coordinates: ReadonlyMap<string, number>,
): SharedElements {
  let offsets = [transform * kernel.batchStride];
  for (const { extent, stride, box, start } of kernel.box) {
    const first = sumValue(start, coordinates);
    invariant(first + box <= extent, () => `evaluate: a box of ${kernel.name} leaves its array`);
    offsets = Array.from({ length: box }, (_, index) => index).flatMap((index) =>
      offsets.map((offset) => offset + (first + index) * stride),
    );
  }
  invariant(
    offsets.length * groups === kernel.blockElements,
    () => `evaluate: a box of ${offsets.length} elements is no part of ${kernel.blockElements}`,
  );
  return offsets.map((offset) => readElement(input, offset, kernel.elements.input));
}

/** Runs the steps of a role; its buffer must change hands exactly once, when it is read for the last time. */
function runRole(team: Team, steps: readonly RoleStep[], handover: "fetch-next" | "release"): void {
  let handovers = 0;
  for (const step of steps) {
    if (step.kind !== "phase") continue;
    invariant(handovers === 0, () => `evaluate: a phase of ${team.kernel.name} comes after ${handover}`);
    // Threads of a phase write only what they alone have read: reads see the buffer as the phase found it.
    const found = { landing: [...team.landing], receive: [...at(team.receive, team.rank)] };
    const touched = new Map<number, number>();
    for (let thread = 0; thread < team.threads; thread++) {
      const registers = Array.from({ length: step.registers }, () => zeroElement(team.kernel.elements.held));
      const coordinates = new Map(team.coordinates);
      const state: PhaseThread = {
        team,
        thread,
        found,
        touched,
        coordinates,
        registers,
        direction: team.kernel.direction,
      };
      for (const inner of step.steps) runStep(state, inner);
    }
    if (step.steps.some((inner) => inner.kind === handover)) handovers += 1;
  }
  invariant(handovers === 1, () => `evaluate: ${team.kernel.name} needs one ${handover}, has ${handovers}`);
}

interface PhaseThread {
  readonly team: Team;
  readonly thread: number;
  /** The buffers as they were before the phase. */
  readonly found: { readonly landing: SharedElements; readonly receive: SharedElements };
  /** Which thread has used an element of the buffer in this phase. */
  readonly touched: Map<number, number>;
  readonly coordinates: Map<string, number>;
  readonly registers: Element[];
  readonly direction: ClusterKernel["direction"];
}

function runStep(state: PhaseThread, step: ThreadStep): void {
  const { team, registers, coordinates, found } = state;
  switch (step.kind) {
    case "coordinates":
      for (const [name, value] of coordinateValues(step.coordinates, state.thread)) coordinates.set(name, value);
      return;
    case "shared-read": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(
        step.axes,
        (register, offset) => (registers[register] = take(state, found.landing, base + offset)),
      );
      return;
    }
    case "shared-write": {
      const base = sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        claimElement(state, base + offset);
        team.landing[base + offset] = at(registers, register);
      });
      return;
    }
    case "receive-read":
      forEachSwizzled(step.address, step.axes, coordinates, (register, index) => {
        registers[register] = take(state, found.receive, index);
      });
      return;
    case "receive-write":
      forEachSwizzled(step.address, step.axes, coordinates, (register, index) => {
        claimElement(state, index);
        at(team.receive, team.rank)[index] = at(registers, register);
      });
      return;
    case "send":
      forEachSwizzled(step.address, step.axes, coordinates, (register, index, rank) => {
        const buffer = at(team.receive, rank);
        invariant(index < buffer.length, () => `evaluate: a block is sent element ${index} of ${buffer.length}`);
        invariant(buffer[index] === undefined, () => `evaluate: element ${index} of block ${rank} is sent twice`);
        buffer[index] = at(registers, register);
      });
      return;
    case "store": {
      const base = team.targetBase + sumValue(step.address, coordinates);
      forEachRegister(step.axes, (register, offset) => {
        writeElement(team.output, base + offset, at(registers, register));
      });
      return;
    }
    case "butterfly":
    case "hadamard":
    case "hadamard-within":
    case "scale":
      runComputeStep(state, step);
      return;
    case "fetch-next":
    case "claim":
    case "deal":
    case "release":
      return;
    case "load":
    case "matrix-butterfly":
      invariant(false, () => `evaluate: a kernel on clusters cannot ${step.kind}`);
      return;
    default:
      unreachable(step);
  }
}

/** Reads an element that is there and that no other thread uses in this phase. */
function take(state: PhaseThread, buffer: SharedElements, index: number): Element {
  claimElement(state, index);
  const value = buffer[index];
  invariant(value !== undefined, () => `evaluate: element ${index} is read before anything has arrived there`);
  return value;
}

function claimElement({ touched, thread }: PhaseThread, index: number): void {
  const other = touched.get(index) ?? thread;
  invariant(other === thread, () => `evaluate: threads ${other} and ${thread} both use element ${index} in one phase`);
  touched.set(index, thread);
}

function forEachSwizzled(
  address: SwizzledAddress,
  axes: readonly SwizzledAxis[],
  coordinates: ReadonlyMap<string, number>,
  visit: (register: number, index: number, rank: number) => void,
): void {
  const exchangedOf = address.exchanged.reduce((all, term) => all ^ sumValue([term], coordinates), 0);
  const base = sumValue(address.sum, coordinates) ^ exchangedOf;
  const count = axes.reduce((total, axis) => total * axis.size, 1);
  for (let register = 0; register < count; register++) {
    let rest = register;
    let added = 0;
    let exchanged = 0;
    let rank = 0;
    for (const axis of axes) {
      const value = rest % axis.size;
      rest = Math.floor(rest / axis.size);
      added += value * axis.weight;
      exchanged ^= value * axis.exchanged;
      rank += value * axis.rank;
    }
    visit(register, (base ^ exchanged) + added, rank);
  }
}
