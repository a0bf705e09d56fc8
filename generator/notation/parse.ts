// Turns text into the kernels of a plan, as Wu & JaJa print them (sections 4.1 and 4.3), with `pre-tw`, Walsh-Hadamard steps, rules and
// the schedule added. The grammar is in grammar.ts, every word with its meaning in words.ts and schedule-words.ts.
// Braces may be escaped as in LaTeX. Judges neither the numbers (plan/check.ts) nor the rules that are said (parse-plan.ts): both take the
// transform.
import { at, type InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { SURROUNDING_RULES, type SurroundingRule } from "../plan/kernel-rules.js";
import {
  WALSH,
  type PlanKernel,
  type SubComputation,
  type Through,
  type TwiddlePosition,
  type Unit,
} from "../plan/plan.js";
import { usesTwiddles } from "../plan/sub-computations.js";
import { DIMENSION_NAMES } from "../plan/transform.js";
import { parseSchedule } from "./parse-schedule.js";
import type { Origin } from "./source-text.js";
import type { TokenReader } from "./token-reader.js";
import { quotedList, readTokens } from "./token-reader.js";
import { THROUGH_WORDS, TWIDDLE_WORDS, UNIT_WORDS } from "./words.js";

const TWIDDLE_POSITIONS: readonly TwiddlePosition[] = TWIDDLE_WORDS.map(({ word }) => word);
/** What stands before the first sub-computation. */
const THROUGH: readonly Through[] = THROUGH_WORDS.map(({ word }) => word);
const UNITS: readonly Unit[] = UNIT_WORDS.map(({ word }) => word);

/** A kernel as it was read, and the rules that are said to lie around it. */
export interface ReadKernel {
  readonly kernel: PlanKernel;
  /** Undefined where nothing stands before a colon. */
  readonly said: SaidRules | undefined;
  /** The offset of what stands behind the brace. */
  readonly inside: number;
}

export interface SaidRules {
  readonly rules: readonly SurroundingRule[];
  /** The mistake that one of them is. */
  readonly mistakeOf: (index: number, what: string) => InputError;
}

/**
 * The one kernel that `text` describes. `origin` says where the text begins in the user's file.
 * @throws InputError with line and column, the line itself, what was found and what was expected
 */
export function readKernel(text: string, origin?: Origin): ReadKernel {
  const reader = readTokens(text, origin);
  const read = nextKernel(reader);
  const rest = reader.peek();
  if (rest.text === "{") throw reader.mistakeOf(rest, "expected one kernel, found another pair of braces");
  if (rest.kind !== "end") throw reader.mistake(rest, afterKernel(read), ["on"]);
  return read;
}

/**
 * All the kernels that `text` describes: at least one, separated by blanks or line ends.
 * @throws InputError as `readKernel`
 */
export function readKernels(text: string, origin?: Origin): readonly ReadKernel[] {
  const reader = readTokens(text, origin);
  const kernels = [nextKernel(reader)];
  while (reader.peek().kind !== "end") {
    const next = reader.peek();
    const last = kernels.at(-1);
    if (next.text !== "{" && last !== undefined) throw reader.mistake(next, `${afterKernel(last)} or \`{\``, ["on"]);
    kernels.push(nextKernel(reader));
  }
  return kernels;
}

/**
 * A kernel by itself. Rules that are said around it are known to be such, and no more: whether they are right says `parsePlan`.
 * @throws InputError as `readKernel`
 */
export const parseKernel = (text: string, origin?: Origin): PlanKernel => readKernel(text, origin).kernel;

/**
 * The same of all the kernels that `text` describes.
 * @throws InputError as `readKernel`
 */
export const parseKernels = (text: string, origin?: Origin): readonly PlanKernel[] =>
  readKernels(text, origin).map(({ kernel }) => kernel);

function afterKernel({ kernel }: ReadKernel): string {
  return kernel.schedule === undefined
    ? "`on` and a schedule, or the end"
    : "`,` and another part of the schedule, or the end";
}

function nextKernel(reader: TokenReader): ReadKernel {
  reader.expect("{", "to open a kernel");
  const inside = reader.peek().offset;
  const said = readRules(reader);
  return { said, inside, kernel: readBraces(reader) };
}

function readRules(reader: TokenReader): SaidRules | undefined {
  const words = reader.wordsBefore(":");
  if (words === undefined) return undefined;
  const rules = words.map((word) => {
    if (THROUGH.some((one) => one === word.text && one !== "pairs"))
      throw reader.mistakeOf(word, `\`${word.text}\` is a word of the kernel itself: it stands behind the colon`);
    return reader.oneOf(SURROUNDING_RULES, `a rule (${quotedList(SURROUNDING_RULES)}) before the colon`);
  });
  if (rules.length === 0) throw reader.mistake(reader.peek(), `a rule (${quotedList(SURROUNDING_RULES)}) before it`);
  reader.expect(":", "behind the rules");
  return { rules, mistakeOf: (index, what) => reader.mistakeOf(at(words, index), what) };
}

/** What stands in braces, without rules, and the schedule behind it. */
function readBraces(reader: TokenReader): PlanKernel {
  const first = THROUGH.find((one) => reader.accept(one));
  // A Hermitian step alone, or before the transform beside it.
  const step = first === "pairs" ? readSubComputation(reader) : undefined;
  if (step !== undefined && reader.accept("}"))
    return withSchedule(reader, { through: "pairs", subComputations: [step] });
  const word = step === undefined ? first : THROUGH.find((one) => one !== "pairs" && reader.accept(one));
  const through = word === undefined ? {} : { through: word };
  const { kind, text } = reader.peek();
  if (SURROUNDING_RULES.some((rule) => rule === text && text !== "pairs"))
    throw reader.mistakeOf(reader.peek(), `\`${text}\` is a rule, and rules stand before a colon: \`{ ${text}: ...\``);
  const meant = word === undefined && kind === "word" ? nearest(text, THROUGH) : undefined;
  if (meant !== undefined)
    throw reader.mistake(reader.peek(), `a sub-computation, or before the first one ${quotedList(THROUGH)}`, THROUGH);
  const subComputations = [readSubComputation(reader)];
  let last: SubComputation | undefined;
  while (!reader.accept("}")) {
    if (step === undefined && reader.accept("pairs")) {
      last = readSubComputation(reader);
      reader.expect("}", "behind the Hermitian step, which comes last");
      break;
    }
    const separated = reader.accept(",");
    if (!separated && reader.peek().kind === "end")
      throw reader.mistake(reader.peek(), "another sub-computation or `}`");
    subComputations.push(readSubComputation(reader));
  }
  const hermitian = step ?? last;
  return withSchedule(reader, { subComputations, ...through, ...(hermitian === undefined ? {} : { hermitian }) });
}

const withSchedule = (reader: TokenReader, kernel: PlanKernel): PlanKernel =>
  reader.accept("on") ? { ...kernel, schedule: parseSchedule(reader, usesTwiddles(kernel.subComputations)) } : kernel;

function readSubComputation(reader: TokenReader): SubComputation {
  const names = DIMENSION_NAMES.join(", ");
  const dimension = reader.oneOf(
    [...DIMENSION_NAMES, WALSH],
    `a sub-computation such as \`X(64,4,64,256,tw)\` (of dimension ${names}), or a Walsh-Hadamard step such as \`H(512,8,64,512)\``,
  );
  reader.expect("(", dimension === WALSH ? "after H" : `after the dimension ${dimension}`);
  const count = readNumber(reader, "count", "radix");
  if (dimension === WALSH) return readWalshStep(reader, count);
  const { radix, unit } = readRadix(reader);
  const stride = readNumber(reader, "stride", "extent");
  const extent = readNumber(reader, "extent", "twiddles");
  const twiddle = reader.oneOf(TWIDDLE_POSITIONS);
  reader.expect(")", "to close the sub-computation");
  return { dimension, count, radix, stride, extent, twiddle, ...unit };
}

/** The radix, its unit if it has one, and the comma behind them. */
function readRadix(reader: TokenReader): { readonly radix: number; readonly unit: Pick<SubComputation, "unit"> } {
  const radix = reader.positiveInteger("the radix");
  const unit = reader.accept("@") ? { unit: reader.oneOf(UNITS, `a unit (${quotedList(UNITS)})`) } : {};
  reader.expect(",", "between radix and stride");
  return { radix, unit };
}

/** What follows the count of a Walsh-Hadamard step. */
function readWalshStep(reader: TokenReader, count: number): SubComputation {
  const { radix, unit } = readRadix(reader);
  const stride = readNumber(reader, "stride", "extent");
  const extent = reader.positiveInteger("the extent");
  if (reader.peek().text === ",")
    throw reader.mistake(reader.peek(), "`)` to close the Walsh-Hadamard step, which has no twiddles");
  reader.expect(")", "to close the Walsh-Hadamard step");
  return { dimension: WALSH, count, radix, stride, extent, twiddle: "no-tw", ...unit };
}

function readNumber(reader: TokenReader, name: string, next: string): number {
  const value = reader.positiveInteger(`the ${name}`);
  reader.expect(",", `between ${name} and ${next}`);
  return value;
}
