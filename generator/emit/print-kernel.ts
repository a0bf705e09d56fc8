// Prints a kernel program as a CUDA kernel.
import { unreachable } from "../failure/errors.js";
import type { KernelProgram } from "../kernel/program.js";
import { printPipelinedKernel } from "./print-pipelined.js";
import { printPlainKernel } from "./print-plain.js";
import { printUndividedKernel } from "./print-undivided.js";

/** The kernel's definition, from its comment to its closing brace. */
export function printKernel(kernel: KernelProgram): string {
  switch (kernel.kind) {
    case "plain":
      return printPlainKernel(kernel);
    case "pipelined":
      return printPipelinedKernel(kernel);
    case "undivided":
      return printUndividedKernel(kernel);
    default:
      return unreachable(kernel);
  }
}
