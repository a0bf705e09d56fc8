// Lists of kernels that others are made with: the best of one axis or leg, and one of each of several.
import type { PlanKernel } from "../plan/plan.js";
import type { KernelRating } from "./decomposition.js";

export type KernelList = readonly PlanKernel[];

/** Lists of one axis or leg that a list of all is made with. */
export const ALTERNATIVES = 2;

/** What a list is predicted to take; Infinity if one of its kernels cannot run. */
export const listTime = (kernels: KernelList, rate: KernelRating): number =>
  kernels.reduce((sum, _, index) => sum + (rate({ kernels, index }) ?? Infinity), 0);

/** Those that can run, the best by prediction first. */
export function bestLists(lists: Iterable<KernelList>, rate: KernelRating): readonly KernelList[] {
  return [...lists]
    .map((kernels) => ({ kernels, milliseconds: listTime(kernels, rate) }))
    .filter(({ milliseconds }) => milliseconds < Infinity)
    .sort((a, b) => a.milliseconds - b.milliseconds)
    .slice(0, ALTERNATIVES)
    .map(({ kernels }) => kernels);
}

/** One of each. */
export const choices = <T>(of: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  of.reduce<readonly (readonly T[])[]>((lists, own) => lists.flatMap((list) => own.map((one) => [...list, one])), [[]]);
