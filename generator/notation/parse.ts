// Turns text into the kernels of a plan, as Wu & JaJa print them (sections 4.1 and 4.3), with `pre-tw` and the schedule
// added:
//
//     kernels         = kernel { kernel }
//     kernel          = "{" sub-computation { [ "," ] sub-computation } "}" [ "on" schedule ]
//     sub-computation = dimension "(" count "," radix "," stride "," extent "," ( "tw" | "pre-tw" | "no-tw" ) ")"
//     schedule        = part { "," part }
//     part            = N "threads" | N "columns" | N "blocks/SM" | "table" | "powers" | "fast-sincos"
//                     | "streaming" "stores"
//
// Braces may be escaped as in LaTeX. Does not judge the numbers (plan/check.ts).
import type { PlanKernel, SubComputation, TwiddlePosition } from "../plan/plan.js";
import { DIMENSION_NAMES } from "../plan/transform.js";
import { parseSchedule } from "./parse-schedule.js";
import type { Origin } from "./source-text.js";
import type { TokenReader } from "./token-reader.js";
import { readTokens } from "./token-reader.js";

const TWIDDLE_POSITIONS: readonly TwiddlePosition[] = ["tw", "pre-tw", "no-tw"];

/**
 * The one kernel that `text` describes. `origin` says where the text begins in the user's file.
 * @throws InputError with line and column, the line itself, what was found and what was expected
 */
export function parseKernel(text: string, origin?: Origin): PlanKernel {
  const reader = readTokens(text, origin);
  const kernel = readKernel(reader);
  const rest = reader.peek();
  if (rest.text === "{") throw reader.mistakeOf(rest, "expected one kernel, found another pair of braces");
  if (rest.kind !== "end") throw reader.mistake(rest, afterKernel(kernel), ["on"]);
  return kernel;
}

/**
 * All the kernels that `text` describes: at least one, separated by blanks or line ends.
 * @throws InputError as `parseKernel`
 */
export function parseKernels(text: string, origin?: Origin): readonly PlanKernel[] {
  const reader = readTokens(text, origin);
  const kernels = [readKernel(reader)];
  while (reader.peek().kind !== "end") {
    const next = reader.peek();
    const last = kernels.at(-1);
    if (next.text !== "{" && last !== undefined) throw reader.mistake(next, `${afterKernel(last)} or \`{\``, ["on"]);
    kernels.push(readKernel(reader));
  }
  return kernels;
}

function afterKernel(kernel: PlanKernel): string {
  return kernel.schedule === undefined
    ? "`on` and a schedule, or the end"
    : "`,` and another part of the schedule, or the end";
}

function readKernel(reader: TokenReader): PlanKernel {
  reader.expect("{", "to open a kernel");
  const subComputations = [readSubComputation(reader)];
  while (!reader.accept("}")) {
    const separated = reader.accept(",");
    if (!separated && reader.peek().kind === "end")
      throw reader.mistake(reader.peek(), "another sub-computation or `}`");
    subComputations.push(readSubComputation(reader));
  }
  return reader.accept("on") ? { subComputations, schedule: parseSchedule(reader) } : { subComputations };
}

function readSubComputation(reader: TokenReader): SubComputation {
  const names = DIMENSION_NAMES.join(", ");
  const dimension = reader.oneOf(
    DIMENSION_NAMES,
    `a sub-computation such as \`X(64,4,64,256,tw)\` (of dimension ${names})`,
  );
  reader.expect("(", `after the dimension ${dimension}`);
  const number = (name: string, next: string): number => {
    const value = reader.positiveInteger(`the ${name}`);
    reader.expect(",", `between ${name} and ${next}`);
    return value;
  };
  const count = number("count", "radix");
  const radix = number("radix", "stride");
  const stride = number("stride", "extent");
  const extent = number("extent", "twiddles");
  const twiddle = reader.oneOf(TWIDDLE_POSITIONS);
  reader.expect(")", "to close the sub-computation");
  return { dimension, count, radix, stride, extent, twiddle };
}
