// Reads the schedule of a kernel: what stands after `on`. Parts come in any order; those left out have defaults. Knows of the
// kernel only whether it has twiddle factors.
import { unreachable } from "../failure/errors.js";
import type { Schedule, TwiddleSource } from "../plan/plan.js";
import type { TokenReader } from "./token-reader.js";
import { quotedList } from "./token-reader.js";

const UNITS = ["threads", "columns", "blocks/SM"] as const;
const TWIDDLE_SOURCES = ["table", "powers", "fast-sincos"] as const satisfies readonly TwiddleSource[];
/** Words that only kernels on clusters may have. */
const CLUSTER_WORDS = ["undivided", "prefetch", "ticket"] as const;
const WORDS = [...TWIDDLE_SOURCES, "vectors", "streaming", "cluster", ...CLUSTER_WORDS, "short", "early"] as const;

/** What a schedule is where the text does not say. */
export const SCHEDULE_DEFAULTS = { columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;

/** What one part says. Each kind may be said once. */
type Part =
  | { readonly kind: (typeof UNITS)[number]; readonly count: number }
  | { readonly kind: "vectors"; readonly width: number }
  | { readonly kind: "twiddle source"; readonly source: TwiddleSource }
  | { readonly kind: "streaming stores" }
  | { readonly kind: "cluster"; readonly size: number; readonly after: number }
  | { readonly kind: (typeof CLUSTER_WORDS)[number] }
  | { readonly kind: "short exchange" }
  | { readonly kind: "early start" };

/** The schedule whose first part is the reader's next token. One of a kernel without twiddle factors cannot say their source. */
export function parseSchedule(reader: TokenReader, hasTwiddles: boolean): Schedule {
  const start = reader.peek();
  let schedule: Partial<Schedule> = {};
  const said = new Set<Part["kind"]>();
  const parts: Part[] = [];
  do {
    const token = reader.peek();
    const part = readPart(reader, hasTwiddles);
    if (said.has(part.kind)) throw reader.mistakeOf(token, `the schedule says its ${part.kind} twice`);
    if (part.kind === "twiddle source" && !hasTwiddles) {
      throw reader.mistakeOf(token, `Walsh-Hadamard steps have no twiddle factors: leave out \`${part.source}\``);
    }
    said.add(part.kind);
    parts.push(part);
    schedule = { ...schedule, ...fieldOf(part) };
  } while (reader.accept(","));
  const clusterPart = parts.find((part) => part.kind === "cluster");
  const homeless = CLUSTER_WORDS.find((word) => said.has(word));
  if (homeless !== undefined && clusterPart === undefined) {
    throw reader.mistakeOf(
      start,
      `only a kernel on clusters can \`${homeless}\`: the schedule needs \`cluster N after M\``,
    );
  }
  if (clusterPart !== undefined) {
    const { size, after } = clusterPart;
    const order = said.has("ticket") ? "ticket" : "static";
    const cluster = { size, after, prefetch: said.has("prefetch"), order } as const;
    schedule = { ...schedule, cluster: said.has("undivided") ? { ...cluster, undivided: true } : cluster };
  }
  const { threads } = schedule;
  if (threads === undefined) {
    throw reader.mistakeOf(start, "the schedule needs the threads of a block: `on 256 threads`");
  }
  return { ...SCHEDULE_DEFAULTS, ...schedule, threads };
}

function readPart(reader: TokenReader, hasTwiddles: boolean): Part {
  const token = reader.peek();
  if (/^[0-9]/u.test(token.text)) {
    const count = reader.positiveInteger("a count");
    return { kind: reader.oneOf(UNITS), count };
  }
  const word = reader.oneOf(WORDS, `a part of the schedule (${quotedList(partForms(hasTwiddles))})`);
  switch (word) {
    case "vectors":
      reader.expect("of", "after `vectors`");
      return { kind: "vectors", width: reader.positiveInteger("a number of elements") };
    case "streaming":
      reader.expect("stores", "after `streaming`");
      return { kind: "streaming stores" };
    case "cluster": {
      const size = reader.positiveInteger("the number of blocks of a cluster");
      reader.expect("after", "after the size of the cluster");
      return { kind: "cluster", size, after: reader.positiveInteger("a number of sub-computations") };
    }
    case "undivided":
    case "prefetch":
    case "ticket":
      return { kind: word };
    case "early":
      return { kind: "early start" };
    case "short":
      reader.expect("exchange", "after `short`");
      return { kind: "short exchange" };
    case "table":
    case "powers":
    case "fast-sincos":
      return { kind: "twiddle source", source: word };
    default:
      return unreachable(word);
  }
}

/** What the parts look like that make sense for the kernel: vectors are of real numbers. */
const partForms = (hasTwiddles: boolean): readonly string[] => [
  ...UNITS.map((unit) => `N ${unit}`),
  ...(hasTwiddles ? [] : ["vectors of N"]),
  "cluster N after M",
  ...CLUSTER_WORDS,
  ...(hasTwiddles ? TWIDDLE_SOURCES : []),
  "streaming stores",
  "short exchange",
  "early",
];

function fieldOf(part: Part): Partial<Schedule> {
  switch (part.kind) {
    case "threads":
      return { threads: part.count };
    case "columns":
      return { columns: part.count };
    case "blocks/SM":
      return { blocksPerSm: part.count };
    case "vectors":
      return part.width === 1 ? {} : { width: part.width };
    case "twiddle source":
      return { twiddles: part.source };
    case "streaming stores":
      return { stores: "streaming" };
    case "early start":
      return { early: true };
    case "short exchange":
      return { exchange: "short" };
    case "cluster":
    case "undivided":
    case "prefetch":
    case "ticket":
      return {};
    default:
      return unreachable(part);
  }
}
