// Prints loops over runs: adjacent elements that one access moves between memory and registers.
import { registerLoops, type LoopAxis } from "./print-index.js";

/** One run in a loop body. */
export interface RunAccess {
  /** The first register of the run: `v + r`. */
  readonly register: string;
  /** Terms of its offset in memory. */
  readonly offset: readonly string[];
  readonly guards: readonly (readonly string[])[];
  /** `4, 4`: the number of elements, and the distance of their registers. */
  readonly lengths: string;
}

/** Unrolled loops over the runs of some axes. The axis of weight 1 is cut into runs; loops go over the others. */
export function runLoops(
  axes: readonly LoopAxis[],
  run: number,
  body: (access: RunAccess) => readonly string[],
  array = "v",
): readonly string[] {
  const along = axes.findIndex(({ weight, guards = [] }) => weight === 1 && guards.every((part) => part === 0));
  const distance = axes.slice(0, along).reduce((total, axis) => total * axis.size, 1);
  // The distance of registers along an axis is the product of the sizes of all axes before it, that of the run included.
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
