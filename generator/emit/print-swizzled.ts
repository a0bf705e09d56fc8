// Prints addresses in swizzled shared memory, and the loops over registers that are read, written or sent there. Decides
// nothing.
import type { SwizzledAddress, SwizzledAxis } from "../kernel/program.js";
import { scaledTerm, sumText, unrolledLoops, type LoopNames } from "./print-index.js";

/** A thread's own address: `(x2 + 16u * y) ^ x1`. */
export const swizzledText = ({ sum, exchanged }: SwizzledAddress): string =>
  exchanged.length === 0
    ? sumText(sum)
    : [
        sum.length > 1 ? `(${sumText(sum)})` : sumText(sum),
        ...exchanged.map((term) => bracketed(sumText([term]))),
      ].join(" ^ ");

export const bracketed = (term: string): string => (term.includes(" ") ? `(${term})` : term);

/** The index of a register in a swizzled buffer, from the thread's own: `(slot ^ r) + 256u * s`. */
function swizzledIndex(base: string, axes: readonly SwizzledAxis[], names: LoopNames): string {
  const terms = (pick: (axis: SwizzledAxis) => number): readonly string[] =>
    axes.flatMap((axis, index) => scaledTerm(names(index), axis.size, pick(axis)));
  const exchanged = terms((axis) => axis.exchanged).map(bracketed);
  const own = exchanged.length === 0 ? base : [base, ...exchanged].join(" ^ ");
  const added = terms((axis) => axis.weight);
  if (added.length === 0) return own;
  return [exchanged.length === 0 ? own : `(${own})`, ...added].join(" + ");
}

/** Unrolled loops over the registers of a thread; `body` gets the register and its index in the buffer. */
export const swizzledLoops = (
  axes: readonly SwizzledAxis[],
  body: (register: string, index: string) => readonly string[],
): readonly string[] =>
  unrolledLoops(
    axes.map((axis) => axis.size),
    (register, names) => body(register.join(" + ") || "0", swizzledIndex("slot", axes, names)),
  );

/** The same of registers that go to the blocks of the cluster; `body` also gets the rank of the block. */
export const sendLoops = (
  axes: readonly SwizzledAxis[],
  body: (register: string, index: string, owner: string) => readonly string[],
): readonly string[] =>
  unrolledLoops(
    axes.map((axis) => axis.size),
    (register, names) => {
      const terms = axes.flatMap((axis, position) => scaledTerm(names(position), axis.size, axis.rank));
      const [only] = terms;
      const simple = terms.length === 1 && only !== undefined && !only.includes(" ");
      return [
        ...(simple ? [] : [`const unsigned owner = ${terms.join(" + ")};`]),
        ...body(register.join(" + ") || "0", swizzledIndex("put", axes, names), simple ? only : "owner"),
      ];
    },
  );
