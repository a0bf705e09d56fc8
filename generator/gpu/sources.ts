// Small constructors for the sources of GPU facts, so that a GPU file reads as a table.
import type { Source } from "./gpu.js";

export const documented = (text: string): Source => ({ certainty: "documented", text });

export const measured = (text: string): Source => ({ certainty: "measured", text });

export const derived = (text: string): Source => ({ certainty: "derived", text });

export const estimated = (text: string): Source => ({ certainty: "estimated", text });

/** One source for several facts. */
export const cite = <Fact extends string>(source: Source, ...facts: readonly Fact[]): Readonly<Record<Fact, Source>> =>
  Object.fromEntries(facts.map((fact) => [fact, source])) as Record<Fact, Source>;
