// The program of a kernel for its page: the work of each role, phase by phase, and the synchronisation between the phases.
import { escapeMarkup } from "../bench/markup.js";
import { unreachable } from "../failure/errors.js";
import type { Kernel, PhaseStep, Role, RoleStep, ThreadStep } from "../kernel/program.js";
import { phasesOf } from "../kernel/program.js";
import { isAccess } from "../kernel/access.js";
import { isSync, type SyncStep } from "../kernel/sync.js";
import type { DigitColours } from "./page-colours.js";
import { stepName } from "./explain-lines.js";
import type { ExplainedKernel } from "./explained-plan.js";
import { plural } from "./terminal.js";

/** Markup of a role's column; `threads`: the number of its threads. */
export interface RoleView {
  readonly name: string;
  readonly threads: string;
  readonly steps: readonly { readonly classes: string; readonly title: string; readonly lines: readonly StepLine[] }[];
}

interface StepLine {
  readonly classes: string;
  readonly text: string;
  readonly note: string;
}

/** Markup of a row about a barrier. */
export interface BarrierView {
  readonly name: string;
  readonly says: string;
  readonly arrivals: string;
  readonly waits: string;
}

export function roleViews({ kernel, geometry }: ExplainedKernel, colours: DigitColours): readonly RoleView[] {
  const phases = phasesOf(kernel);
  return kernel.roles.map((role) => ({
    name: escapeMarkup(role.name),
    threads: escapeMarkup(threadsText(role)),
    steps: [
      ...(role.before.length === 0
        ? []
        : [
            {
              classes: "sync",
              title: "",
              lines: role.before.flatMap((step) => stepLines(step, role, kernel, "before")),
            },
          ]),
      ...role.steps.map((step) => {
        if (step.kind !== "phase") return { classes: "sync", title: "", lines: stepLines(step, role, kernel, "") };
        const position = phases.indexOf(step);
        const digit = geometry.phases[position]?.digit?.name;
        return {
          classes: `phase ${digit === undefined ? "digit plain" : colours.classOf(digit)}`,
          title: escapeMarkup(`phase ${position + 1}${digit === undefined ? "" : `, ${digit.toLowerCase()}`}`),
          lines: phaseLines(step, role, kernel),
        };
      }),
    ],
  }));
}

const threadsText = ({ groups, groupThreads }: Role): string =>
  groups === 1 ? plural(groupThreads, "thread") : `${groups} groups of ${plural(groupThreads, "thread")}`;

const phaseLines = (phase: PhaseStep, role: Role, kernel: Kernel): readonly StepLine[] =>
  phase.steps.flatMap((step) => stepLines(step, role, kernel, ""));

function stepLines(step: RoleStep | ThreadStep, role: Role, kernel: Kernel, when: string): readonly StepLine[] {
  if (step.kind === "phase") return [];
  const text = stepName(step, kernel);
  if (text === "") return [];
  const note = isSync(step) ? syncNote(step, role, kernel) : "";
  const shown = when === "" ? text : `${text}, ${when} the first tile`;
  return [{ classes: isSync(step) ? "sync" : step.kind, text: escapeMarkup(shown), note: escapeMarkup(note) }];
}

/** Which threads wait for which, in a sentence. */
function syncNote(step: SyncStep, { name, groups }: Role, kernel: Kernel): string {
  switch (step.kind) {
    case "sync-block":
      return `all ${kernel.threads} threads of the block wait for one another`;
    case "sync":
      return `the ${step.meeting.threads} threads of ${groups > 1 ? "a group" : `the ${name}`} wait for one another`;
    case "wait":
      return step.note ?? kernel.barriers.find((barrier) => barrier.name === step.barrier)?.notes.says ?? "";
    case "arrive":
    case "arrive-cluster":
    case "wait-cluster":
      return step.note;
    case "handover":
      return `${step.comment.replace(/[.:]$/, "")}; one warp waits for the ${step.meeting.threads} threads, which go on`;
    case "first":
      return "its first thread";
    case "deal":
      return "the first thread of the cluster";
    case "let-next-start":
      return "once all blocks have come this far or ended";
    default:
      return unreachable(step);
  }
}

/** The meaning of each barrier's completion, who arrives at it and who waits for it. */
export function barrierViews({ kernel }: ExplainedKernel): readonly BarrierView[] {
  const all = kernel.roles.flatMap((role) =>
    [...role.before, ...role.steps]
      .flatMap((step): readonly (ThreadStep | SyncStep)[] => (step.kind === "phase" ? step.steps : [step]))
      .map((step) => ({ role, step })),
  );
  const rolesThat = (does: (step: ThreadStep, role: Role) => string): string =>
    [
      ...new Set(
        all.flatMap(({ role, step }) => {
          const what = does(step, role);
          return what === "" ? [] : [`${role.name}${what === "waits" ? "" : `, by ${what}`}`];
        }),
      ),
    ].join("; ");
  // The loop over tiles, which is not a step, waits for a tile's number.
  const inSteps = kernel.barriers.filter(({ name }) => name !== kernel.tiles.ring?.barrier);
  return inSteps.map(({ name, copies, notes }) => ({
    name: escapeMarkup(copies === undefined ? name : `${name}, one per ${copies.by}`),
    says: escapeMarkup(notes.says),
    arrivals: escapeMarkup(rolesThat((step, role) => arrivalAt(name, step, role))),
    waits: escapeMarkup(rolesThat((step) => (step.kind === "wait" && step.barrier === name ? "waits" : ""))),
  }));
}

/** How a step arrives at a barrier, in a word; empty if it does not. */
function arrivalAt(name: string, step: ThreadStep, { fetches }: Role): string {
  if (isAccess(step)) return step.kind === "write" && step.send?.barrier === name ? "sending" : "";
  if (!isSync(step)) return "";
  switch (step.kind) {
    case "arrive":
      return step.barrier === name ? "arriving" : "";
    case "first":
    case "handover": {
      const expects = step.actions.some((action) => action.kind === "expect" && action.barrier === name);
      const arrives = expects || (step.kind === "handover" && step.arriveAt === name);
      const fetched = fetches?.barrier === name && step.actions.some(({ kind }) => kind === "fetch");
      return fetched ? "fetching" : arrives ? "arriving" : "";
    }
    case "sync-block":
    case "sync":
    case "wait":
    case "arrive-cluster":
    case "wait-cluster":
    case "deal":
    case "let-next-start":
      return "";
    default:
      return unreachable(step);
  }
}
