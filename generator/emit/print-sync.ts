// Prints the steps by which threads wait for one another and hand over buffers: one line or two for each step. Decides nothing.
import { WARP } from "../gpu/hardware.js";
import { invariant, unreachable } from "../failure/errors.js";
import { isOnClusters, type Kernel } from "../kernel/program.js";
import type { Action, Barrier, Meeting, SyncStep } from "../kernel/sync.js";
import { block, comment } from "./lines.js";
import { type IndexNames } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { askingLines } from "./print-asking.js";
import { dealLine, fetchLines, type TileAction } from "./print-tile-order.js";

/** The barrier of this round: `full[buffer]`, `dealt[round % 5u]`. */
export function barrierText({ barriers }: Kernel, name: string): string {
  const { copies } = barrierOf(barriers, name);
  if (copies === undefined) return name;
  return `${name}[${copies.by === "place" ? `round % ${unsignedLiteral(copies.count)}` : copies.by}]`;
}

function barrierOf(barriers: readonly Barrier[], name: string): Barrier {
  const found = barriers.find((barrier) => barrier.name === name);
  invariant(found !== undefined, () => `print: there is no barrier ${name}`);
  return found;
}

/** The buffer of this round, among those that rounds use in turn, and the number of its earlier uses. */
export const copiesLines = ({ buffers }: Kernel): readonly string[] =>
  buffers.flatMap(({ name, pool, copies, elements }) =>
    copies?.by !== "buffer"
      ? []
      : [
          `const unsigned buffer = round % ${unsignedLiteral(copies.count)};`,
          `const unsigned lap = round / ${unsignedLiteral(copies.count)};  // earlier uses of this buffer`,
          `const auto ${name} = ${pool ?? name} + ${unsignedLiteral(elements)} * buffer;`,
        ],
  );

/** The definition of a meeting's number. */
export const meetingLine = ({ name, number, by, note }: Meeting): string =>
  `const unsigned ${name ?? ""} = ${unsignedLiteral(number)}${by === "group" ? " + group" : ""};${note === undefined ? "" : `  // ${note}`}`;

/** Its number and its threads: `back_has_read + buffer, 512u`. */
const meetingText = ({ name, number, by, threads }: Meeting): string =>
  `${name ?? unsignedLiteral(number)}${by === "buffer" ? " + buffer" : ""}, ${unsignedLiteral(threads)}`;

export function syncLines(kernel: Kernel, step: SyncStep, names: IndexNames): readonly string[] {
  const thread = names("thread");
  switch (step.kind) {
    case "sync-block":
      return ["__syncthreads();"];
    case "sync":
      return [`sync_group(${meetingText(step.meeting)});`];
    case "wait": {
      const uses = barrierOf(kernel.barriers, step.barrier).copies?.by === "buffer" ? "lap" : "round";
      const turn = step.use === "this" ? `${uses} % 2u` : `(${uses} + 1u) % 2u`;
      return [
        `wait(${barrierText(kernel, step.barrier)}, ${turn});${step.note === undefined ? "" : `  // ${step.note}`}`,
      ];
    }
    case "arrive":
      return [
        "__syncwarp();",
        `if (${thread} % ${WARP}u == 0) arrive(${barrierText(kernel, step.barrier)});  // ${step.note}`,
      ];
    case "first":
      if (!isOnClusters(kernel)) return step.actions.flatMap((action) => tileAsking(kernel, action));
      return [...actionsLines(kernel, step.actions, thread), "__syncwarp();"];
    case "handover": {
      const then = [
        ...actionsLines(kernel, step.actions, thread),
        ...(step.arriveAt === undefined
          ? []
          : [
              `if (${thread} < ${unsignedLiteral(kernel.cluster)}) arrive(${barrierText(kernel, step.arriveAt)}, peers[${thread}]);`,
            ]),
      ];
      const meeting = meetingText(step.meeting);
      return [
        ...comment(step.comment),
        ...(step.fence ? ["fence_async_proxy();"] : []),
        ...block(`if (${thread} < ${WARP}u)`, [`sync_group(${meeting});`, ...then, "__syncwarp();"]).slice(0, -1),
        ...block("} else", [`arrive_group(${meeting});`]),
      ];
    }
    case "arrive-cluster":
      return [`arrive_cluster();  // ${step.note}`];
    case "wait-cluster":
      return [`wait_cluster();  // ${step.note}`];
    case "deal":
      return [dealLine(step.ahead)];
    case "let-next-start":
      return ["let_next_kernel_start();"];
    default:
      return unreachable(step);
  }
}

/** The L2 prefetch of the first thread where each block has a tile of its own, which its threads load. */
function tileAsking(kernel: Kernel, action: Action): readonly string[] {
  invariant(action.kind === "prefetch", () => `print: ${kernel.name}, whose threads load, would ${action.kind}`);
  return askingLines(kernel, action.ahead);
}

/** The actions of the first thread: the expected bytes, then the fetch. */
function actionsLines(kernel: Kernel, actions: readonly Action[], thread: string): readonly string[] {
  const fetches: TileAction[] = [];
  const lines: string[] = [];
  for (const action of actions) {
    switch (action.kind) {
      case "expect":
        lines.push(
          `if (${thread} == 0) expect_bytes(${barrierText(kernel, action.barrier)}, ${unsignedLiteral(action.bytes)});  // ${action.note}`,
        );
        break;
      case "fetch":
      case "prefetch":
        fetches.push(action);
        break;
      default:
        unreachable(action);
    }
  }
  return [...lines, ...fetchLines(kernel, fetches, thread)];
}
