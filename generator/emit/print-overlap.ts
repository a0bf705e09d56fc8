// Prints how a kernel overlaps with the one before it and the one after it. The functions are those of fftgen_early.cuh.
import type { Kernel } from "../kernel/program.js";
import type { HostProgram } from "../kernel/host-program.js";

/** Whether any kernel starts early. */
export const startsEarly = (host: HostProgram): boolean => host.launches.some(({ kernel }) => kernel.startsEarly);

/**
 * Before the first access to global memory, reading or writing: any earlier kernel may still read or write the memory. It is
 * enough to wait for the previous one, which has itself waited for those before.
 */
export const waitForPrevious = ({ startsEarly: isEarly }: Kernel): readonly string[] =>
  isEarly ? ["wait_for_previous_kernel();"] : [];
