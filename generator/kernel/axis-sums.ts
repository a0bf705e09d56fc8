// The axes of a register array as numbers: the number of registers, and the contribution of a register's values to its place.
import { at } from "../failure/errors.js";
import type { RegisterAxis } from "./access.js";

/** The sums over the values of a register's axes. */
export interface AxisSums {
  readonly offset: number;
  readonly strided: ReadonlyMap<string, number>;
  readonly mapped: readonly number[];
  readonly exchanged: number;
  readonly rank: number;
  readonly guards: readonly number[];
  readonly indices: readonly number[];
}

const known = new WeakMap<readonly RegisterAxis[], readonly AxisSums[]>();

/**
 * The sums of each register, remembered, as every thread needs them. `guardCount`, `mapCount`: guards and maps to which the axes
 * contribute.
 */
export function registerSums(axes: readonly RegisterAxis[], guardCount = 0, mapCount = 0): readonly AxisSums[] {
  const before = known.get(axes);
  const [first] = before ?? [];
  if (before !== undefined && first?.guards.length === guardCount && first.mapped.length === mapCount) return before;
  const sums = Array.from({ length: registerCount(axes) }, (_, register) =>
    axisSums(axes, register, guardCount, mapCount),
  );
  known.set(axes, sums);
  return sums;
}

/** The value of a register along one of the axes. */
export const axisValueOf = (axes: readonly RegisterAxis[], axis: number, register: number): number =>
  Math.floor(register / registerCount(axes.slice(0, axis))) % at(axes, axis).size;

const registerCount = (axes: readonly RegisterAxis[]): number => axes.reduce((total, axis) => total * axis.size, 1);

function axisSums(axes: readonly RegisterAxis[], register: number, guardCount: number, mapCount: number): AxisSums {
  let rest = register;
  let [offset, exchanged, rank] = [0, 0, 0];
  const mapped = Array.from({ length: mapCount }, () => 0);
  const strided = new Map<string, number>();
  const guards = Array.from({ length: guardCount }, () => 0);
  const indices = (axes[0]?.indices ?? []).map(() => 0);
  for (const axis of axes) {
    const value = rest % axis.size;
    rest = Math.floor(rest / axis.size);
    offset += value * axis.weight;
    for (const [by, weight] of axis.strided) strided.set(by, (strided.get(by) ?? 0) + value * weight);
    for (let map = 0; map < mapCount; map++) mapped[map] = at(mapped, map) + value * at(axis.mapped, map);
    exchanged ^= value * axis.exchanged;
    rank += value * axis.rank;
    for (let guard = 0; guard < guardCount; guard++) guards[guard] = at(guards, guard) + value * at(axis.guards, guard);
    for (let index = 0; index < indices.length; index++)
      indices[index] = at(indices, index) + value * at(axis.indices, index);
  }
  return { offset, strided, mapped, exchanged, rank, guards, indices };
}
