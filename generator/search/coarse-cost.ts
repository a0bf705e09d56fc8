// What a grouping costs before anything else is known of it: passes over memory, each weighted by what its segments cost at best, and
// a little for each exchange.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { segmentTime } from "../gpu/segments.js";
import { remembered } from "../layout/remembered.js";
import { arraysOf, type ArraySpec } from "../plan/arrays.js";
import { presentAlong } from "../plan/present-indices.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { elementBytes, groupOf, type Transform, type TransformGroup } from "../plan/transform.js";
import { reorders } from "../plan/output-order.js";
import { flatStride, sizeOf, type Part } from "./parts.js";
import { fewestRadices } from "./radices.js";

/** Numbers that a block, and the largest cluster, holds. */
export interface Capacity {
  readonly block: number;
  /** 0 where the search offers no clusters. */
  readonly cluster: number;
}

/** Contiguous elements that a kernel reads and writes, with so many columns. */
interface Runs {
  readonly input: number;
  readonly output: number;
}

interface KernelPlace {
  readonly transform: Transform;
  readonly parts: readonly Part[];
  /** What earlier kernels transform. */
  readonly before: readonly Part[];
  readonly isLast: boolean;
}

interface GroupCost {
  readonly runs: (place: KernelPlace, columns: number) => Runs;
  readonly exchanges: (parts: readonly Part[]) => number;
}

/** Bits of a butterfly, for a first estimate. */
const BUTTERFLY_BITS = 4;

const COSTS: Readonly<Record<TransformGroup, GroupCost>> = {
  cyclic: {
    runs: ({ transform, parts, before }, columns) => {
      const contiguous = transform.dimensions[0];
      const along = (all: readonly Part[]): number => sizeOf(all.filter(({ axis }) => axis.name === contiguous?.name));
      const [own, done] = [along(parts), along(before)];
      const after = (contiguous?.length ?? 1) / done / own;
      const input = after > 1 ? Math.min(columns, after) : own * columns;
      // The digits of a dimension that is done are stored reversed.
      const isReversed = reorders(transform) && after === 1 && own > 1 && done > 1;
      return { input, output: isReversed ? Math.min(columns, done) : input };
    },
    exchanges: (parts) => parts.reduce((sum, { size }) => sum + (fewestRadices(size) ?? Infinity), 0) - 1,
  },
  dyadic: {
    runs: ({ transform, parts, isLast }, columns) => {
      // What is lightest in the output: with reversed bits, the heaviest of the same dimension.
      const [lightest] = transformedAxes(transform);
      const run = (has: (part: Part, axis: Axis) => boolean): number =>
        lightest?.step === 1 && parts.some((part) => part.axis.name === lightest.name && has(part, lightest))
          ? sizeOf(parts) * columns
          : Math.min(columns, ...parts.slice(0, 1).map(flatStride));
      const input = run(({ stride }) => stride === 1);
      const isReversed = reorders(transform) && isLast;
      return { input, output: isReversed ? run(({ stride, size }, { length }) => stride * size === length) : input };
    },
    exchanges: (parts) => Math.ceil(Math.log2(sizeOf(parts)) / BUTTERFLY_BITS) - 1,
  },
};

/** The parts of each kernel are those of light axes first. */
export function coarseCost(
  transform: Transform,
  grouping: readonly (readonly Part[])[],
  { block, cluster }: Capacity,
  gpu: Gpu,
): number {
  const { exchange, cluster: onCluster } = gpu.weights.coarse;
  const { runs, exchanges } = COSTS[groupOf(transform)];
  const bytes = elementBytes(transform);
  const present = presentShares(transform);
  let before: readonly Part[] = [];
  return grouping.reduce((sum, parts, index) => {
    const place = { transform, parts, before, isLast: index === grouping.length - 1 };
    before = [...before, ...parts];
    const [read, written] = [present(place.before), present(before)];
    const segments = (capacity: number): number => {
      const columns = Math.floor(capacity / sizeOf(parts));
      if (columns < 1) return Infinity;
      const { input, output } = runs(place, columns);
      return segmentTime(gpu, input * bytes, output * bytes);
    };
    // What bulk copies do not find they bring as zeros all the same.
    const byClusters = onCluster * segments(cluster) * Math.max(read, written);
    const memory = Math.min((segments(block) * (read + written)) / 2, byClusters);
    return sum + memory + exchange * exchanges(parts) * written;
  }, 0);
}

/** What share of the elements is there when these parts are done: of an axis that of the input, in the end that of the output. */
const presentShares = remembered((transform: Transform): ((done: readonly Part[]) => number) => {
  const { input, output } = arraysOf(transform);
  const axes = transformedAxes(transform).map(({ name, length }) => {
    const index = transform.dimensions.findIndex((dimension) => dimension.name === name);
    const share = (array: ArraySpec): number => {
      return presentAlong(at(array.axes, index)) / length;
    };
    return { name, length, input: share(input), output: share(output) };
  });
  if (axes.every((axis) => axis.input === 1 && axis.output === 1)) return () => 1;
  return (done) =>
    axes.reduce((product, axis) => {
      const size = sizeOf(done.filter((part) => part.axis.name === axis.name));
      return product * (size === 1 ? axis.input : size === axis.length ? axis.output : 1);
    }, 1);
});
