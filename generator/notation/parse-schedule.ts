// Reads the schedule of a kernel: what stands after `on`. Parts come in any order; those left out have defaults.
import { unreachable } from "../failure/errors.js";
import type { Schedule, TwiddleSource } from "../plan/plan.js";
import type { TokenReader } from "./token-reader.js";
import { quotedList } from "./token-reader.js";

const UNITS = ["threads", "columns", "blocks/SM"] as const;
const TWIDDLE_SOURCES = ["table", "powers", "fast-sincos"] as const satisfies readonly TwiddleSource[];
const WORDS = [...TWIDDLE_SOURCES, "streaming", "cluster", "prefetch"] as const;

/** What a schedule is where the text does not say. */
export const SCHEDULE_DEFAULTS = { columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;

/** What one part says. Each kind may be said once. */
type Part =
  | { readonly kind: (typeof UNITS)[number]; readonly count: number }
  | { readonly kind: "twiddle source"; readonly source: TwiddleSource }
  | { readonly kind: "streaming stores" }
  | { readonly kind: "cluster"; readonly size: number; readonly after: number }
  | { readonly kind: "prefetch" };

/** The schedule whose first part is the reader's next token. */
export function parseSchedule(reader: TokenReader): Schedule {
  const start = reader.peek();
  let schedule: Partial<Schedule> = {};
  const said = new Set<Part["kind"]>();
  const parts: Part[] = [];
  do {
    const token = reader.peek();
    const part = readPart(reader);
    if (said.has(part.kind)) throw reader.mistakeOf(token, `the schedule says its ${part.kind} twice`);
    said.add(part.kind);
    parts.push(part);
    schedule = { ...schedule, ...fieldOf(part) };
  } while (reader.accept(","));
  const cluster = parts.find((part) => part.kind === "cluster");
  const prefetch = said.has("prefetch");
  if (prefetch && cluster === undefined) {
    throw reader.mistakeOf(start, "only a kernel on clusters can `prefetch`: the schedule needs `cluster N after M`");
  }
  if (cluster !== undefined)
    schedule = { ...schedule, cluster: { size: cluster.size, after: cluster.after, prefetch } };
  const { threads } = schedule;
  if (threads === undefined) {
    throw reader.mistakeOf(start, "the schedule needs the threads of a block: `on 256 threads`");
  }
  return { ...SCHEDULE_DEFAULTS, ...schedule, threads };
}

function readPart(reader: TokenReader): Part {
  const token = reader.peek();
  if (/^[0-9]/u.test(token.text)) {
    const count = reader.positiveInteger("a count");
    return { kind: reader.oneOf(UNITS), count };
  }
  const counts = UNITS.map((unit) => `N ${unit}`);
  const others = ["cluster N after M", "prefetch", ...TWIDDLE_SOURCES, "streaming stores"];
  const word = reader.oneOf(WORDS, `a part of the schedule (${quotedList([...counts, ...others])})`);
  switch (word) {
    case "streaming":
      reader.expect("stores", "after `streaming`");
      return { kind: "streaming stores" };
    case "cluster": {
      const size = reader.positiveInteger("the number of blocks of a cluster");
      reader.expect("after", "after the size of the cluster");
      return { kind: "cluster", size, after: reader.positiveInteger("a number of sub-computations") };
    }
    case "prefetch":
      return { kind: "prefetch" };
    case "table":
    case "powers":
    case "fast-sincos":
      return { kind: "twiddle source", source: word };
    default:
      return unreachable(word);
  }
}

function fieldOf(part: Part): Partial<Schedule> {
  switch (part.kind) {
    case "threads":
      return { threads: part.count };
    case "columns":
      return { columns: part.count };
    case "blocks/SM":
      return { blocksPerSm: part.count };
    case "twiddle source":
      return { twiddles: part.source };
    case "streaming stores":
      return { stores: "streaming" };
    case "cluster":
    case "prefetch":
      return {};
    default:
      return unreachable(part);
  }
}
