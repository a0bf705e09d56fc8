// Which of the twiddle sources that a user allows a kernel can use.
import { elementsAtOnce, type ElementType } from "../plan/elements.js";
import type { TwiddleSource } from "../plan/plan.js";

/** 16-bit arithmetic is too coarse for powers of factors; at least a table is always there. */
export function computableSources(held: ElementType, sources: readonly TwiddleSource[]): readonly TwiddleSource[] {
  if (elementsAtOnce(held) === 1) return sources;
  const others = sources.filter((source) => source !== "powers");
  return others.length === 0 ? ["table"] : others;
}

/** Powers cost the fewest loads, and on clusters those are what threads wait for. */
export function leanestSource(held: ElementType, sources: readonly TwiddleSource[]): TwiddleSource {
  const computable = computableSources(held, sources);
  return computable.includes("powers") ? "powers" : (computable[0] ?? "table");
}
