// Prints a phase: what its threads read, compute and write in registers that live no longer. Decides nothing.
import { unreachable } from "../failure/errors.js";
import { isAccess, type Access } from "../kernel/access.js";
import type { Sum } from "../kernel/coordinates.js";
import { SOURCE, type Kernel, type PhaseStep, type Role, type RoleStep, type ThreadStep } from "../kernel/program.js";
import { isSync } from "../kernel/sync.js";
import { elementText } from "./element-text.js";
import { block, comment } from "./lines.js";
import { readLines, writeLines, type AccessScope } from "./print-access.js";
import { coordinateLine, unsignedLiteral, type IndexNames } from "./print-index.js";
import { letNextStart } from "./print-overlap.js";
import { syncLines } from "./print-sync.js";
import { computeLines } from "./print-compute.js";

export function phaseLines(kernel: Kernel, role: Role, phase: PhaseStep, names: IndexNames): readonly string[] {
  const { activeThreads, comment: text, holds, registers, steps } = phase;
  const guarded = steps.some((step) => step.kind === "read" && step.guards.length > 0);
  return [
    "",
    ...comment(text),
    ...block(activeThreads === undefined ? "" : `if (${names("thread")} < ${unsignedLiteral(activeThreads)})`, [
      `${elementText(kernel.elements[holds])} v[${registers}]${guarded ? " = {}" : ""};`,
      ...stepsLines(kernel, role, phase, names),
    ]),
  ];
}

/**
 * The steps of a phase. Accesses in the order of memory stand in blocks of their own, because there the thread is another one;
 * behind a load, or before a store, lanes exchange what they hold.
 */
function stepsLines(kernel: Kernel, role: Role, phase: PhaseStep, names: IndexNames): readonly string[] {
  const { steps, holds, registers } = phase;
  const own = steps.filter((step) => !isAccess(step) || !step.inMemoryOrder);
  const ownLines = own.flatMap((step, index) => {
    const defined = new Set(
      own
        .slice(0, index)
        .filter(isAccess)
        .map(({ place }) => place),
    );
    const lines = threadLines(kernel, step.kind === "coordinates" ? usedIn(step, own) : step, names, {
      holds,
      defined,
    });
    // The first loads need the memory more than the next kernel's start.
    return step.kind === "read" && role.loads !== undefined && step.array === SOURCE
      ? [...lines, ...letNextStart(kernel)]
      : lines;
  });
  if (own.length === steps.length) return ownLines;
  // Where threads have a number among those of their role already, `thread` is that.
  const turnedThread = names("thread") === "thread" ? "turned" : "thread";
  const turnedNames: IndexNames = (source) => (source === "thread" ? turnedThread : names(source));
  const turned = (step: Access): readonly string[] =>
    block("", [
      `const unsigned ${turnedThread} = in_memory_order(${names("thread")});`,
      ...[...steps.filter((other) => other.kind === "coordinates").map((other) => usedIn(other, [step])), step].flatMap(
        (other) => threadLines(kernel, other, turnedNames, { holds, defined: new Set() }),
      ),
    ]);
  const [load, store] = (["read", "write"] as const).map((kind) =>
    steps.flatMap((step) => (isAccess(step) && step.kind === kind && step.inMemoryOrder ? [step] : [])).at(0),
  );
  return [
    ...(load === undefined ? [] : [...turned(load), ...letNextStart(kernel), `to_fragments<${registers}>(v);`]),
    ...(store === undefined ? ownLines : block("", ownLines)),
    ...(store === undefined ? [] : [`from_fragments<${registers}>(v);`, ...turned(store)]),
  ];
}

function threadLines(kernel: Kernel, step: ThreadStep, names: IndexNames, scope: AccessScope): readonly string[] {
  if (isSync(step)) return syncLines(kernel, step, names);
  switch (step.kind) {
    case "coordinates":
      return step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, names));
    case "read":
      return readLines(kernel, step, scope);
    case "write":
      return writeLines(kernel, step, scope);
    case "butterfly":
    case "hadamard":
    case "matrix-butterfly":
    case "scale":
    case "pointwise":
      return computeLines(kernel, step);
    default:
      return unreachable(step);
  }
}

type Coordinates = Extract<ThreadStep, { readonly kind: "coordinates" }>;

/** The coordinates that these steps use. */
function usedIn(step: Coordinates, users: readonly ThreadStep[]): Coordinates {
  const used = new Set(users.flatMap(sumsOf).flatMap((sum) => sum.map(({ coordinate }) => coordinate)));
  return { ...step, coordinates: step.coordinates.filter(({ name }) => used.has(name)) };
}

/** All sums of coordinates that a step has. */
export function sumsOf(step: RoleStep | ThreadStep): readonly Sum[] {
  if (isSync(step)) return [];
  switch (step.kind) {
    case "phase":
      return step.steps.flatMap(sumsOf);
    case "read":
    case "write": {
      const { index, guards } = step;
      return [index.sum, index.exchanged, index.outside, ...guards.map(({ sum }) => sum)];
    }
    case "pointwise":
      return [step.place];
    case "butterfly":
    case "matrix-butterfly":
      return step.twiddle === undefined ? [] : [step.twiddle.row, step.twiddle.exponent];
    case "coordinates":
    case "hadamard":
    case "scale":
      return [];
    default:
      return unreachable(step);
  }
}
