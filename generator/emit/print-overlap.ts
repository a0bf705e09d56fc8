// Prints how a kernel overlaps with the one before it and the one after it. The functions are those of fftgen_early.cuh.
import { isOnClusters, type HostProgram, type Kernel } from "../kernel/program.js";

/** The kind of a launch: plain, or with clusters. */
export type LaunchKind = "plain" | "cluster";
const launchKind = (kernel: Kernel): LaunchKind => (isOnClusters(kernel) ? "cluster" : "plain");

/** Whether any kernel of this kind of launch starts early: the launches of that kind then state which. */
export const hasEarly = (host: HostProgram, kind: LaunchKind): boolean =>
  host.launches.some(({ kernel }) => launchKind(kernel) === kind && kernel.startsEarly);

/** Whether any kernel starts early. */
export const startsEarly = (host: HostProgram): boolean => hasEarly(host, "plain") || hasEarly(host, "cluster");

/** The last argument of a launch, where one of its kind starts early. */
export function startArgument(host: HostProgram, kernel: Kernel): string {
  if (!hasEarly(host, launchKind(kernel))) return "";
  return kernel.startsEarly ? ", Start::early" : ", Start::after_previous";
}

/**
 * Before the first access to global memory, reading or writing: any earlier kernel may still read or write the memory. It is
 * enough to wait for the previous one, which has itself waited for those before.
 */
export const waitForPrevious = ({ startsEarly: isEarly }: Kernel): readonly string[] =>
  isEarly ? ["wait_for_previous_kernel();"] : [];
