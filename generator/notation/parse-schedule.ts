// Reads the schedule of a kernel: what stands after `on`. Parts come in any order; those left out have defaults. Which parts
// there are says schedule-words.ts. Knows of the kernel only whether it has twiddle factors.
import { at } from "../failure/errors.js";
import type { Schedule } from "../plan/plan.js";
import { SCHEDULE_DEFAULTS, SCHEDULE_PARTS, type ScheduleDraft, type SchedulePart } from "./schedule-words.js";
import type { TokenReader } from "./token-reader.js";
import { quotedList } from "./token-reader.js";

const COUNTED = SCHEDULE_PARTS.filter(({ form }) => form.startsWith("N "));
const WORDED = SCHEDULE_PARTS.filter((part) => !COUNTED.includes(part));

/** A part as it was read, and what it says of the schedule. */
interface ReadPart {
  readonly part: SchedulePart;
  readonly fields: ScheduleDraft;
}

/** The schedule whose first part is the reader's next token. One of a kernel without twiddle factors cannot say their source. */
export function parseSchedule(reader: TokenReader, hasTwiddles: boolean): Schedule {
  const start = reader.peek();
  let draft: ScheduleDraft = {};
  const said: SchedulePart[] = [];
  do {
    const token = reader.peek();
    const { part, fields } = readPart(reader, hasTwiddles);
    if (said.some(({ says }) => says === part.says))
      throw reader.mistakeOf(token, `the schedule says its ${part.says} twice`);
    if (part.of === "Fourier" && !hasTwiddles) {
      throw reader.mistakeOf(token, `Walsh-Hadamard steps have no twiddle factors: leave out \`${part.form}\``);
    }
    said.push(part);
    draft = { ...draft, ...fields, ofCluster: { ...draft.ofCluster, ...fields.ofCluster } };
  } while (reader.accept(","));
  const { cluster, ofCluster, threads, ...plain } = draft;
  const homeless = SCHEDULE_PARTS.find((part) => part.of === "clusters" && said.includes(part));
  if (homeless !== undefined && cluster === undefined) {
    throw reader.mistakeOf(
      start,
      `only a kernel on clusters can \`${homeless.form}\`: the schedule needs \`cluster N after M\``,
    );
  }
  if (threads === undefined) {
    throw reader.mistakeOf(start, "the schedule needs the threads of a block: `on 256 threads`");
  }
  return {
    ...SCHEDULE_DEFAULTS,
    ...plain,
    ...(cluster === undefined ? {} : { cluster: { ...cluster, order: "static", ...ofCluster } }),
    threads,
  };
}

function readPart(reader: TokenReader, hasTwiddles: boolean): ReadPart {
  if (/^[0-9]/u.test(reader.peek().text)) {
    const count = reader.positiveInteger("a count");
    const unit = reader.oneOf(COUNTED.map(({ form }) => form.slice("N ".length)));
    return spoken(
      partThat(({ form }) => form === `N ${unit}`),
      [count],
    );
  }
  const word = reader.oneOf(
    WORDED.map(firstWord),
    `a part of the schedule (${quotedList(formsFor(hasTwiddles).map(({ form }) => form))})`,
  );
  const part = partThat((one) => firstWord(one) === word);
  const counts: number[] = [];
  let before = `\`${word}\``;
  for (const expected of part.form.split(" ").slice(1)) {
    const count = part.counts?.[counts.length];
    if (count !== undefined && /^[NM]$/u.test(expected)) {
      counts.push(reader.positiveInteger(count.name));
      before = count.short;
    } else {
      reader.expect(expected, `after ${before}`);
      before = `\`${expected}\``;
    }
  }
  return spoken(part, counts);
}

const firstWord = ({ form }: SchedulePart): string => form.split(" ")[0] ?? "";

const partThat = (fits: (part: SchedulePart) => boolean): SchedulePart => at(SCHEDULE_PARTS.filter(fits), 0);

const spoken = (part: SchedulePart, [n = 0, m = 0]: readonly number[]): ReadPart => ({
  part,
  fields: part.fields(n, m),
});

/** The parts that make sense for a kernel: vectors are of real numbers. */
const formsFor = (hasTwiddles: boolean): readonly SchedulePart[] =>
  SCHEDULE_PARTS.filter(({ of }) => of !== (hasTwiddles ? "Walsh-Hadamard" : "Fourier"));
