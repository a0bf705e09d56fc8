// Kernels of real transforms of several dimensions where no kernel goes there and back along one of them, or one could go through one
// point less: each such axis is a leg of its own, all others are one together (plan/legs.ts), and each leg's kernels are those of the
// transform that it is. In numbers: r2c of 64 x 20011 is one of 20011 points, by the kernels of any rows of so many, and a complex one of
// the 64.
import { transformedAxes } from "../plan/axes.js";
import { legTransforms, realEnd, roomyLeg } from "../plan/legs.js";
import { hasButterflies } from "../plan/radices.js";
import { mayGoThroughOneLess } from "../plan/rader.js";
import { isHalfReal, type Transform } from "../plan/transform.js";
import { bestLists, choices, type KernelList } from "./best-lists.js";
import type { KernelRating } from "./decomposition.js";

/**
 * What the legs compute, in their order, with room as their kernels see it; the transform itself where one does. `alone`: axes that are
 * legs of their own.
 */
export function transformsOfLegs(transform: Transform, alone: readonly string[]): readonly Transform[] {
  const rest = legAxes(transform).filter((axis) => !alone.includes(axis));
  if (alone.length === 0 || transform.axes.length === 1) return [transform];
  const [real] = transform.axes;
  const isReal = (axes: readonly string[]): boolean => axes.some((axis) => axis === real);
  const groups = [...(rest.length === 0 ? [] : [rest]), ...alone.map((axis) => [axis])];
  const inOrder = [...groups.filter(isReal), ...groups.filter((axes) => !isReal(axes))];
  const legs = legTransforms(transform, transform.kind === "c2r" ? inOrder.toReversed() : inOrder);
  return legs.map((leg) => roomyLeg(transform, leg, alone));
}

/** Axes that legs are along: of one element only that of real numbers. */
export function legAxes(transform: Transform): readonly string[] {
  const real = realEnd(transform) === undefined ? undefined : transform.axes[0];
  const long = transformedAxes(transform).map(({ name }) => name);
  return transform.axes.filter((axis) => axis === real || long.includes(axis));
}

/** Of a real transform those axes that may go through one point less, which a leg of their own can. */
export const axesThroughOneLess = (transform: Transform): readonly string[] =>
  isHalfReal(transform) && transform.axes.length > 1
    ? transform.axes.filter((axis) => {
        const [leg] = legTransforms(transform, [[axis]]);
        const length = transform.dimensions.find(({ name }) => name === axis)?.length ?? 1;
        return leg !== undefined && !hasButterflies(length, transform) && mayGoThroughOneLess(leg, axis);
      })
    : [];

/** The best lists of each leg, one of each after the other. */
export const listsOfLegs = (
  legs: readonly { readonly lists: Iterable<KernelList>; readonly rate: KernelRating }[],
): readonly KernelList[] => choices(legs.map(({ lists, rate }) => bestLists(lists, rate))).map((lists) => lists.flat());
