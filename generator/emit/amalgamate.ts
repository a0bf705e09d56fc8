// Amalgamation: sources that include each other become one text, each behind what it includes; system headers come first, once.
import { at, invariant } from "../failure/errors.js";

export interface Source {
  /** As others include it: `fftgen_device.cuh`. */
  readonly name: string;
  readonly text: string;
}

export interface Amalgamation {
  /** `<cuda_runtime.h>`: of all sources, each once, sorted; those that stand in a condition stay where they are. */
  readonly systemHeaders: readonly string[];
  /** Bodies of the sources, each with its comment, in an order in which all is known before it is used. */
  readonly sections: readonly Section[];
}

export interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

/** `read` gives the text of a source by the name that it is included by. */
export function amalgamate(roots: readonly string[], read: (name: string) => string): Amalgamation {
  const headers = new Set<string>();
  const sections = new Map<string, Section>();
  const visit = (name: string, chain: readonly string[]): void => {
    invariant(!chain.includes(name), () => `amalgamate: ${[...chain, name].join(" includes ")}`);
    if (sections.has(name)) return;
    const { included, systemHeaders, lines } = dissected(read(name));
    for (const header of included) visit(header, [...chain, name]);
    for (const header of systemHeaders) headers.add(header);
    sections.set(name, { name, lines });
  };
  for (const root of roots) visit(root, []);
  return { systemHeaders: [...headers].sort(), sections: [...sections.values()] };
}

interface Dissected {
  readonly included: readonly string[];
  readonly systemHeaders: readonly string[];
  readonly lines: readonly string[];
}

/** Takes the unconditional includes and `#pragma once` out of a text. */
function dissected(text: string): Dissected {
  const included: string[] = [];
  const systemHeaders: string[] = [];
  const lines: string[] = [];
  let depth = 0;
  for (const line of text.trimEnd().split("\n")) {
    if (/^#if/.test(line)) depth += 1;
    if (/^#endif/.test(line)) depth -= 1;
    const own = /^#include "(.*)"$/.exec(line);
    const system = /^#include (<.*>)$/.exec(line);
    if (line === "#pragma once") continue;
    else if (own !== null && depth === 0) included.push(at(own, 1));
    else if (system !== null && depth === 0) systemHeaders.push(at(system, 1));
    else lines.push(line);
  }
  return { included, systemHeaders, lines: withoutDoubleBlanks(lines) };
}

/** What was taken out leaves its blank lines behind. */
const withoutDoubleBlanks = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
