// The difference of two texts line by line, as `diff -u` and `patch` have it. Texts are those of plan files: short, and mostly the same.
import { at } from "../failure/errors.js";

/** Lines that are shown around a change. */
const CONTEXT = 3;
/** Beyond so many pairs of lines, what lies between the first and the last change is taken as replaced. */
const MOST_PAIRS = 2 ** 22;

interface Step {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** Empty for equal texts. `path`: of the file that they are of. */
export function unifiedDiff(path: string, before: string, after: string): readonly string[] {
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const hunks = hunksOf(steps);
  return hunks.length === 0 ? [] : [`--- ${path}`, `+++ ${path}`, ...hunks.flatMap((hunk) => hunkLines(steps, hunk))];
}

/** Each with its line end, if it has one. */
const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split(/(?<=\n)/u));

function stepsBetween(before: readonly string[], after: readonly string[]): readonly Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const stays = (lines: readonly string[]): readonly Step[] => lines.map((line) => ({ sign: " ", line }));
  const [old, fresh] = [before, after].map((lines) => lines.slice(head, lines.length - tail));
  return [
    ...stays(before.slice(0, head)),
    ...changes(old ?? [], fresh ?? []),
    ...stays(before.slice(before.length - tail)),
  ];
}

/** By a longest common subsequence; of several, what goes comes before what is new. */
function changes(old: readonly string[], fresh: readonly string[]): readonly Step[] {
  const width = fresh.length + 1;
  // Of the lines from an old one and from a new one on: how many can be common.
  const common = old.length * fresh.length > MOST_PAIRS ? undefined : new Uint32Array((old.length + 1) * width);
  const commonFrom = (i: number, j: number): number => common?.[i * width + j] ?? 0;
  if (common !== undefined)
    for (let i = old.length - 1; i >= 0; i--)
      for (let j = fresh.length - 1; j >= 0; j--)
        common[i * width + j] =
          old[i] === fresh[j] ? 1 + commonFrom(i + 1, j + 1) : Math.max(commonFrom(i + 1, j), commonFrom(i, j + 1));
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length)
    if (i < old.length && j < fresh.length && old[i] === fresh[j] && common !== undefined) {
      steps.push({ sign: " ", line: at(old, i++) });
      j++;
    } else if (i < old.length && (j === fresh.length || commonFrom(i + 1, j) >= commonFrom(i, j + 1)))
      steps.push({ sign: "-", line: at(old, i++) });
    else steps.push({ sign: "+", line: at(fresh, j++) });
  return steps;
}

/** From a step to before another one. */
type Hunk = readonly [from: number, to: number];

function hunksOf(steps: readonly Step[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  steps.forEach(({ sign }, index) => {
    if (sign === " ") return;
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(steps.length, index + 1 + CONTEXT)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) hunks[hunks.length - 1] = [last[0], to];
    else hunks.push([from, to]);
  });
  return hunks;
}

function hunkLines(steps: readonly Step[], [from, to]: Hunk): readonly string[] {
  const range = (other: "-" | "+"): string => {
    const count = (some: readonly Step[]): number => some.filter(({ sign }) => sign !== other).length;
    const [before, lines] = [count(steps.slice(0, from)), count(steps.slice(from, to))];
    // Of no lines the one before them.
    const first = lines === 0 ? before : before + 1;
    return lines === 1 ? String(first) : `${first},${lines}`;
  };
  return [
    `@@ -${range("+")} +${range("-")} @@`,
    ...steps
      .slice(from, to)
      .flatMap(({ sign, line }) =>
        line.endsWith("\n") ? [`${sign}${line.slice(0, -1)}`] : [`${sign}${line}`, "\\ No newline at end of file"],
      ),
  ];
}
