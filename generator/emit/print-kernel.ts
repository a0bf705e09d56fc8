// Prints a kernel program as a CUDA kernel.
import type { KernelProgram } from "../kernel/program.js";
import { printPipelinedKernel } from "./print-pipelined.js";
import { printPlainKernel } from "./print-plain.js";

/** The kernel's definition, from its comment to its closing brace. */
export const printKernel = (kernel: KernelProgram): string =>
  kernel.kind === "plain" ? printPlainKernel(kernel) : printPipelinedKernel(kernel);
