// Prints loops over runs: neighbouring elements that one access moves between memory and registers.
import { registerLoops, type LoopAxis } from "./print-index.js";

/** What a loop body needs to know of one run. */
export interface RunAccess {
  /** Where the run begins in the registers: `v + r`. */
  readonly register: string;
  /** Terms of its offset in memory. */
  readonly offset: readonly string[];
  readonly guards: readonly (readonly string[])[];
  /** `4, 4`: so many elements, so many registers from one to the next. */
  readonly lengths: string;
}

/** Unrolled loops over the runs of some axes. The axis of weight 1 is cut into runs, the others are looped over. */
export function runLoops(
  axes: readonly LoopAxis[],
  run: number,
  body: (access: RunAccess) => readonly string[],
  array = "v",
): readonly string[] {
  const along = axes.findIndex(({ weight, guards = [] }) => weight === 1 && guards.every((part) => part === 0));
  const distance = axes.slice(0, along).reduce((total, axis) => total * axis.size, 1);
  // Registers of a loop's axis lie as far apart as the sizes of all axes before it say, those of the run included.
  let stride = 1;
  const outer = axes.flatMap((axis, index): (LoopAxis & { readonly stride: number })[] => {
    const own = stride;
    stride *= axis.size;
    if (index !== along) return [{ ...axis, stride: own }];
    const left = axis.size / run;
    return left === 1 ? [] : [{ ...axis, size: left, weight: run, stride: own * run }];
  });
  return registerLoops(outer, ({ offset, guards, names }) => {
    const terms = outer.flatMap((axis, index) => {
      const name = names(index);
      return name === undefined ? [] : [axis.stride === 1 ? name : `${axis.stride} * ${name}`];
    });
    return body({ register: [array, ...terms].join(" + "), offset, guards, lengths: `${run}, ${distance}` });
  });
}
