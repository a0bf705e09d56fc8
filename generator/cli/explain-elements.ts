// The part of `fftgen explain` about the elements of a kernel: how many real numbers each is, and the formats in which they are
// read, computed and written.
import type { ElementType, KernelElements } from "../plan/elements.js";

/** The noun that the digits and sizes of a kernel count. */
export const elementNoun = ({ held }: Pick<KernelElements, "held">): "elements" | "vectors" =>
  held.width === 1 ? "elements" : "vectors";

/**
 * `vectors of 4, f32`, `numbers: f32 in registers, read and written as bf16`. Undefined for complex numbers whose arithmetic has
 * the storage format: the title says that.
 */
export function elementsText({ held, exchanged, input, output }: KernelElements): string | undefined {
  if (held.field === "complex") {
    if (held.storage === input.storage) return undefined;
    return `complex numbers: ${held.storage} in registers, ${exchanged.storage} in shared memory, read and written as ${input.storage}`;
  }
  const numbers = held.width === 1 ? "numbers" : `vectors of ${held.width}`;
  const [inside, between, read, written] = [held, exchanged, input, output].map(typeText);
  const places = between === inside ? `${inside} in registers` : `${inside} in registers, ${between} in shared memory`;
  if (read !== written) return `${numbers}: ${places}, read as ${read}, written as ${written}`;
  return read === inside ? `${numbers}, ${inside}` : `${numbers}: ${places}, read and written as ${read}`;
}

const typeText = ({ storage, compensation }: ElementType): string =>
  compensation === undefined ? storage : `${storage} with errors`;
