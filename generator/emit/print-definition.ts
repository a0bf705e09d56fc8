// Prints a kernel's definition around its body: its comments, its head, and on GPUs that lack its instructions an empty body.
import type { Kernel } from "../kernel/program.js";
import { compiledFrom, neededArchitecture } from "./features.js";
import { block, comment } from "./lines.js";

/** `summary`: one sentence on blocks and threads. */
export function printDefinition(kernel: Kernel, summary: string, head: string, body: readonly string[]): string {
  return [...comment(kernel.notation), ...comment(summary), ...block(head, guarded(kernel, body))].join("\n");
}

/**
 * A program may be compiled for GPUs that lack the instructions of a kernel: there the kernel is empty, and its launcher, which
 * queries the architecture of the compiled kernel, never launches it.
 */
const guarded = (kernel: Kernel, body: readonly string[]): readonly string[] =>
  compiledFrom(neededArchitecture(kernel), body);
