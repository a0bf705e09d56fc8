// The legs of a plan: plans of their own, one after the other, each along axes of its own. Most plans have one. A kernel that goes through
// one point less (rader.ts) is a leg of one axis, for it sees that axis as no other kernel does, and so are several kernels that go through a
// longer length together (bluestein.ts), which have longer rows between them. In numbers: of 101 x 101 x 64 the kernels of X, which has 64,
// are one leg, and those of Y and of Z another one each. Between legs elements lie as between any kernels.
import { arraysOf, type Arrays } from "./arrays.js";
import { alongPaddedAxes, linesAlong, roomFor } from "./bluestein.js";
import type { PlanKernel } from "./plan.js";
import { elementCount, type Transform } from "./transform.js";

export interface Leg<K extends PlanKernel> {
  /** Along some of the axes. */
  readonly transform: Transform;
  /** What it reads and writes. */
  readonly arrays: Arrays;
  readonly kernels: readonly K[];
  /** The number of its first kernel. */
  readonly first: number;
}

/** `arrays`: those of the transform. */
export function legsOf<K extends PlanKernel>(
  { transform, kernels }: { readonly transform: Transform; readonly kernels: readonly K[] },
  arrays: Arrays = arraysOf(transform),
): readonly Leg<K>[] {
  const lines = linesAlong(transform, kernels).filter(
    (line) => line.kernels.length > 1 || line.kernels.some((index) => kernels[index]?.through === "rader"),
  );
  if (transform.axes.length === 1 || lines.length === 0) return [{ transform, arrays, kernels, first: 0 }];
  const lineOf = (index: number): unknown => lines.find((line) => line.kernels.includes(index));
  const runs: K[][] = [];
  kernels.forEach((kernel, index) => {
    const run = runs.at(-1);
    if (run === undefined || lineOf(index) !== lineOf(index - 1)) runs.push([kernel]);
    else run.push(kernel);
  });
  const alone = new Set(lines.map(({ axis }) => axis));
  let first = 0;
  return runs.map((run, index): Leg<K> => {
    const names = new Set(run.flatMap(({ subComputations }) => subComputations.map(({ dimension }) => dimension)));
    const isLast = index === runs.length - 1;
    const axes = transform.axes.filter((name) => names.has(name));
    const seen = withRoom(transform, new Set([...alone].filter((name) => !names.has(name))));
    const { input, between, output } = arrays;
    const own = { input: index === 0 ? input : between, between, output: isLast ? output : between };
    const leg = {
      transform: { ...seen, axes, scale: isLast ? transform.scale : 1 },
      arrays: alongPaddedAxes(own, seen),
      kernels: run,
      first,
    };
    first += run.length;
    return leg;
  });
}

/** A transform with room for more elements along some dimensions than there are, out of which tiles cut columns. */
function withRoom(transform: Transform, names: ReadonlySet<string>): Transform {
  const dimensions = transform.dimensions.map(({ name, length }) => ({
    name,
    length: names.has(name) ? roomFor(length) : length,
  }));
  return { ...transform, dimensions, distance: elementCount({ dimensions }) };
}
