// Prints how a kernel overlaps with the one before it and the one after it. The functions are those of fftgen_early.cuh.
import type { HostProgram, KernelHead, KernelProgram } from "../kernel/program.js";

/** Whether any kernel of a kind starts early: the launches of its kind then say which. */
export const hasEarly = (host: HostProgram, kind: KernelProgram["kind"]): boolean =>
  host.launches.some(({ kernel }) => kernel.kind === kind && kernel.overlap.startsEarly);

/** Whether any kernel starts early. */
export const startsEarly = (host: HostProgram): boolean => hasEarly(host, "plain") || hasEarly(host, "pipelined");

/** The last argument of a launch, where one of its kind starts early. */
export function startArgument(host: HostProgram, { kind, overlap }: KernelProgram): string {
  if (!hasEarly(host, kind)) return "";
  return overlap.startsEarly ? ", Start::early" : ", Start::after_previous";
}

/**
 * Before the first access to global memory, reading or writing: the memory may still be read or written by any kernel before
 * it. It is enough to wait for the last one, which has itself waited for those before.
 */
export const waitForPrevious = ({ overlap }: KernelHead): readonly string[] =>
  overlap.startsEarly ? ["wait_for_previous_kernel();"] : [];

/** After the first loads, which need the memory more than the next kernel's start. */
export const letNextStart = ({ overlap }: KernelHead): readonly string[] =>
  overlap.letsNextStart ? ["let_next_kernel_start();"] : [];
