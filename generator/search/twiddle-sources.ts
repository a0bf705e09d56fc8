// Which of the twiddle sources that a user allows a kernel can use.
import type { ElementType } from "../plan/elements.js";
import type { TwiddleSource } from "../plan/plan.js";
import { isShort } from "../plan/transform.js";

/** 16-bit arithmetic is too coarse for powers of factors; at least a table is always there. */
export function computableSources(held: ElementType, sources: readonly TwiddleSource[]): readonly TwiddleSource[] {
  if (held.kind !== "complex" || !isShort(held.storage)) return sources;
  const others = sources.filter((source) => source !== "powers");
  return others.length === 0 ? ["table"] : others;
}
