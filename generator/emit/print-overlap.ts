// Prints how a kernel overlaps with the one before it and the one after it. The functions are those of fftgen_early.cuh.
import { isOnClusters, type HostProgram, type Kernel } from "../kernel/program.js";

/** How a kernel is launched: plain ones in one way, those on clusters in another. */
export type LaunchKind = "plain" | "cluster";
const launchKind = (kernel: Kernel): LaunchKind => (isOnClusters(kernel) ? "cluster" : "plain");

/** Whether any kernel that is launched so starts early: the launches of that kind then say which. */
export const hasEarly = (host: HostProgram, kind: LaunchKind): boolean =>
  host.launches.some(({ kernel }) => launchKind(kernel) === kind && kernel.overlap.startsEarly);

/** Whether any kernel starts early. */
export const startsEarly = (host: HostProgram): boolean => hasEarly(host, "plain") || hasEarly(host, "cluster");

/** The last argument of a launch, where one of its kind starts early. */
export function startArgument(host: HostProgram, kernel: Kernel): string {
  if (!hasEarly(host, launchKind(kernel))) return "";
  return kernel.overlap.startsEarly ? ", Start::early" : ", Start::after_previous";
}

/**
 * Before the first access to global memory, reading or writing: the memory may still be read or written by any kernel before
 * it. It is enough to wait for the last one, which has itself waited for those before.
 */
export const waitForPrevious = ({ overlap }: Kernel): readonly string[] =>
  overlap.startsEarly ? ["wait_for_previous_kernel();"] : [];

/** After the first loads, which need the memory more than the next kernel's start. */
export const letNextStart = ({ overlap }: Kernel): readonly string[] =>
  overlap.letsNextStart ? ["let_next_kernel_start();"] : [];
