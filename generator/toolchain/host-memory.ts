// Checks before a search that this machine has the memory which the verification takes at the very least.
import { totalmem } from "node:os";
import { gigabytesText } from "../arithmetic/bytes-text.js";
import { InputError } from "../failure/errors.js";
import type { Verifier } from "../json/verified.js";
import { elementBytes, elementCount, sizeText, type Transform } from "../plan/transform.js";
import { bytesOf, sideNeeds } from "../search/limits.js";

/**
 * `called`: what the message calls the transform.
 * @throws InputError where the arrays that a verification holds at the same time exceed the memory of the machine
 */
export function requireHostMemory(
  transform: Transform,
  verifier: Verifier,
  called: string = sizeText(transform),
  memory = hostMemory(),
): void {
  const needed = leastHostBytes(transform, verifier);
  if (needed <= memory) return;
  const at = verifier === "emulator" ? "on the emulator" : "on the GPU";
  throw new InputError(
    `${called}: to verify it ${at} takes at least ${gigabytesText(needed)} of memory, and this machine has ${gigabytesText(memory)}: --no-verify writes the package without, and fftgen verify does it on a machine with more`,
  );
}

/** Bytes for one array of a batch: the numbers that are compared, and on the emulator the memory of the GPU as well. */
export function leastHostBytes(transform: Transform, verifier: Verifier): number {
  // The evaluator itself refuses work that would take too long.
  if (verifier === "evaluator") return 0;
  const compared = elementCount(transform) * elementBytes(transform);
  return compared + (verifier === "emulator" ? bytesOf(sideNeeds({ ...transform, batch: 1 })) : 0);
}

/** The memory of the machine, or the part of it that a container may use. */
function hostMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}
