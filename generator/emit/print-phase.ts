// Prints a phase: its threads read, compute and write in registers whose values end with the phase. Decides nothing.
import { unreachable } from "../failure/errors.js";
import { isAccess } from "../kernel/access.js";
import { definedBy, usedNames } from "../kernel/live-names.js";
import type { MirrorStep } from "../kernel/mirror-step.js";
import {
  threadStepsOf,
  type InMemoryOrderStep,
  type Kernel,
  type PhaseStep,
  type SingleStep,
  type ThreadStep,
  type TurnStep,
  type Workers,
} from "../kernel/program.js";
import { isSync } from "../kernel/sync.js";
import { elementText } from "./element-text.js";
import { block, comment, mentions } from "./lines.js";
import { placeLines, readLines, writeLines, type Held } from "./print-access.js";
import { conditionText, letLines, type NameText } from "./print-expression.js";
import { coordinateLine, type IndexNames } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { syncLines } from "./print-sync.js";
import { computeLines } from "./print-compute.js";
import { storedLines } from "./print-whole-lines.js";

export function phaseLines(kernel: Kernel, phase: PhaseStep, names: IndexNames): readonly string[] {
  const { comment: text, holds, registers, steps, workers } = phase;
  const guarded = threadStepsOf(phase).some((step) => step.kind === "read" && step.guards.length > 0);
  const array = steps.some(({ kind }) => kind === "turn") ? OF_BOTH : "v";
  const ofWorkers = workers === undefined ? "" : `if (${names("thread")} < ${unsignedLiteral(workers.count)})`;
  const repeats = workers?.others === "repeat";
  // At barriers every thread has its own index: warps without work arrive as all others do.
  const { seat, names: own } = repeats ? repeatedBy(names, workers, namesOf(phase)) : { seat: [], names };
  const lines = stepsLines(kernel, phase, { own, met: names }, repeats ? ofWorkers : undefined);
  return [
    "",
    ...comment(text),
    ...block(repeats ? "" : ofWorkers, [
      // A single thread's work does not depend on its index.
      ...(mentions(lines, own("thread")) ? seat : []),
      ...(registers === 0
        ? []
        : [`${elementText(kernel.elements[holds])} ${array}[${registers}]${guarded ? " = {}" : ""};`]),
      ...lines,
    ]),
  ];
}

/** The names of numbers in a phase, and in the scopes in it. */
const namesOf = (phase: PhaseStep): ReadonlySet<string> =>
  new Set([...usedNames(phase.steps), ...[...phase.steps, ...threadStepsOf(phase)].flatMap(definedBy)]);

/** The registers of both butterflies. */
const OF_BOTH = "all";

/** The variables of a phase's indices: for the work of threads, and where they meet. */
interface PhaseNames {
  readonly own: IndexNames;
  readonly met: IndexNames;
}

/** The number of a thread's work, where threads without work repeat that of the last one that has some. */
function repeatedBy(
  names: IndexNames,
  { count }: Workers,
  taken: ReadonlySet<string>,
): { readonly seat: readonly string[]; readonly names: IndexNames } {
  const thread = names("thread");
  // Columns use the same name.
  const seat = taken.has(SEAT) ? OTHER_SEAT : SEAT;
  return {
    seat: [
      `const unsigned ${seat} = ${thread} < ${unsignedLiteral(count)} ? ${thread} : ${unsignedLiteral(count - 1)};`,
    ],
    names: (source) => (source === "thread" ? seat : names(source)),
  };
}

const SEAT = "seat";
const OTHER_SEAT = "worker";

/**
 * The steps of a phase. Accesses in the order of memory have scopes of their own, where the thread has another number; after a
 * load, or before a store, lanes exchange elements.
 */
function stepsLines(
  kernel: Kernel,
  { holds, registers, steps }: PhaseStep,
  { own: names, met }: PhaseNames,
  only: string | undefined,
): readonly string[] {
  const first = steps[0];
  const load = first?.kind === "in-memory-order" ? first : undefined;
  const last = steps.at(-1);
  const store = last?.kind === "in-memory-order" ? last : undefined;
  // What follows the load directly comes before lanes exchange elements.
  const behind = load === undefined ? undefined : steps[1];
  const letting = behind?.kind === "let-next-start" ? behind : undefined;
  const own = steps.filter((step) => step !== load && step !== store && (letting === undefined || step !== letting));
  const ownLines = scopeLines(own, (step, defined) =>
    isSync(step)
      ? syncLines(kernel, step, met)
      : step.kind === "turn"
        ? turnLines(kernel, step, names, { holds, only })
        : step.kind === "in-memory-order"
          ? orderedLines(kernel, step, names, { holds, only })
          : stepLines(kernel, step, names, { holds, defined, only }),
  );
  const ordered = (step: InMemoryOrderStep): readonly string[] => orderedLines(kernel, step, names, { holds, only });
  return [
    ...(load === undefined
      ? []
      : [
          ...ordered(load),
          ...(letting === undefined ? [] : syncLines(kernel, letting, met)),
          `to_fragments<${registers}>(v);`,
        ]),
    ...(store === undefined ? ownLines : block("", ownLines)),
    ...(store === undefined ? [] : [`from_fragments<${registers}>(v);`, ...ordered(store)]),
  ];
}

/** Steps one after the other; each hears which places have variables. */
function scopeLines<S extends ThreadStep>(
  steps: readonly S[],
  lines: (step: S, defined: ReadonlySet<string>) => readonly string[],
): readonly string[] {
  const defined = new Set<string>();
  return steps.flatMap((step) => {
    const own = lines(step, new Set(defined));
    if (isAccess(step)) defined.add(step.place);
    return own;
  });
}

/** An access in the order of memory. */
function orderedLines(
  kernel: Kernel,
  { steps }: InMemoryOrderStep,
  names: IndexNames,
  scope: Omit<StepScope, "defined">,
): readonly string[] {
  // Where `thread` already names the number of a thread in its role, another name is used.
  const thread = names("thread") === "thread" ? "turned" : "thread";
  const own: IndexNames = (source) => (source === "thread" ? thread : names(source));
  return block("", [
    `const unsigned ${thread} = in_memory_order(${names("thread")});`,
    ...scopeLines(steps, (step, defined) => stepLines(kernel, step, own, { ...scope, defined })),
  ]);
}

/** The steps of one of a thread's two butterflies: with another thread number, and its part of the registers. */
function turnLines(
  kernel: Kernel,
  { numbers, thread, first, steps }: TurnStep,
  names: IndexNames,
  scope: Omit<StepScope, "defined">,
): readonly string[] {
  const own: IndexNames = (source) => (source === "thread" ? thread : names(source));
  return block("", [
    ...numbers.flatMap((one) => letLines(one, nameText(names))),
    `${elementText(kernel.elements[scope.holds])}* const v = ${OF_BOTH}${first === 0 ? "" : ` + ${first}`};`,
    ...scopeLines(steps, (step, defined) => stepLines(kernel, step, own, { ...scope, defined })),
  ]);
}

/** Of what has a name of its own that; of the number of a thread its variable. */
const nameText =
  (names: IndexNames): NameText =>
  (name) =>
    name === "thread" ? names("thread") : name;

/** Columns exchange places with their mirrors before they are sent to the block that has both. */
function mirrorLines({ comment, isFirst, radix, groups }: MirrorStep): readonly string[] {
  const call = (registers: string): string => `to_mirrors<${radix}>(${registers}, ${conditionText(isFirst)});`;
  return [
    ...(comment === undefined ? [] : [`// ${comment}`]),
    ...(groups === 1
      ? [call("v")]
      : ["#pragma unroll", `for (unsigned r = 0; r < ${groups}; ++r) ${call(`v + ${radix} * r`)}`]),
  ];
}

/** The properties of a phase for its steps: the type in registers, the places with variables, and any condition for writing. */
interface StepScope {
  readonly holds: Held;
  readonly defined: ReadonlySet<string>;
  readonly only: string | undefined;
}

function stepLines(
  kernel: Kernel,
  step: SingleStep,
  names: IndexNames,
  { holds, defined, only }: StepScope,
): readonly string[] {
  if (isSync(step)) return syncLines(kernel, step, names);
  const byWriters = (lines: readonly string[]): readonly string[] => (only === undefined ? lines : block(only, lines));
  switch (step.kind) {
    case "coordinates":
      return step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, names));
    case "let":
      return letLines(step, nameText(names));
    case "mirror":
      return mirrorLines(step);
    case "read":
      return [...placeLines(kernel, step, defined), ...readLines(kernel, step, holds)];
    case "write":
      return [...placeLines(kernel, step, defined), ...byWriters(writeLines(kernel, step, holds))];
    case "zeroth":
      return byWriters(computeLines(kernel, step));
    case "lines":
      return storedLines(kernel, step, names);
    case "butterfly":
    case "hadamard":
    case "hermitian":
    case "hermitian-pairs":
    case "weigh":
    case "matrix-butterfly":
    case "scale":
    case "real":
    case "pointwise":
      return computeLines(kernel, step);
    default:
      return unreachable(step);
  }
}
