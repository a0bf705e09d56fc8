// Amalgamation: sources that include each other become one text, each after those that it includes; system headers come first,
// once.
import { at, invariant } from "../failure/errors.js";

export interface Amalgamation {
  /** `<cuda_runtime.h>`: the system headers of all sources, each once, sorted; conditional ones stay in their place. */
  readonly systemHeaders: readonly string[];
  /** Bodies of the sources, each with its comment, ordered so that definitions precede their uses. */
  readonly sections: readonly Section[];
}

export interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * `read` gives the text of a source by the name in its include. An include that stands alone in an `#ifndef` puts its source
 * after all others, in that condition: sources that are slow to compile may be compiled elsewhere.
 */
export function amalgamate(roots: readonly string[], read: (name: string) => string): Amalgamation {
  const headers = new Set<string>();
  const sections = new Map<string, Section>();
  const optional: Optional[] = [];
  const visit = (name: string, chain: readonly string[]): void => {
    invariant(!chain.includes(name), () => `amalgamate: ${[...chain, name].join(" includes ")}`);
    if (sections.has(name)) return;
    const found = dissected(read(name));
    for (const header of found.included) visit(header, [...chain, name]);
    for (const header of found.systemHeaders) headers.add(header);
    optional.push(...found.optional);
    sections.set(name, { name, lines: found.lines });
  };
  for (const root of roots) visit(root, []);
  for (const { unless, name } of optional.splice(0)) {
    const known = new Set(sections.keys());
    visit(name, []);
    invariant(optional.length === 0, () => `amalgamate: ${name} has an optional include of its own`);
    guard(sections, known, unless);
  }
  return { systemHeaders: [...headers].sort(), sections: [...sections.values()] };
}

/** Puts the sections added since in a condition. */
function guard(sections: Map<string, Section>, known: ReadonlySet<string>, unless: string): void {
  const fresh = [...sections.values()].filter(({ name }) => !known.has(name));
  fresh.forEach(({ name, lines }, index) =>
    sections.set(name, {
      name,
      lines: [
        ...(index === 0 ? [`#ifndef ${unless}`, ""] : []),
        ...lines,
        ...(index === fresh.length - 1 ? ["", `#endif  // ${unless}`] : []),
      ],
    }),
  );
}

interface Optional {
  readonly unless: string;
  readonly name: string;
}

interface Dissected {
  readonly included: readonly string[];
  readonly optional: readonly Optional[];
  readonly systemHeaders: readonly string[];
  readonly lines: readonly string[];
}

/** Removes the includes and `#pragma once` from a text, except system headers in conditions. */
function dissected(text: string): Dissected {
  const optional: Optional[] = [];
  const rest = text
    .trimEnd()
    .replaceAll(/^#ifndef (\w+)\n#include "(.*)"\n#endif$/gm, (_, unless: string, name: string) => {
      optional.push({ unless, name });
      return "";
    });
  const included: string[] = [];
  const systemHeaders: string[] = [];
  const lines: string[] = [];
  let depth = 0;
  for (const line of rest.split("\n")) {
    if (/^#if/.test(line)) depth += 1;
    if (/^#endif/.test(line)) depth -= 1;
    const own = /^#include "(.*)"$/.exec(line);
    const system = /^#include (<.*>)$/.exec(line);
    invariant(own === null || depth === 0, () => `amalgamate: ${line} stands in a condition`);
    if (line === "#pragma once") continue;
    else if (own !== null) included.push(at(own, 1));
    else if (system !== null && depth === 0) systemHeaders.push(at(system, 1));
    else lines.push(line);
  }
  return { included, optional, systemHeaders, lines: withoutDoubleBlanks(lines) };
}

/** Removed lines leave double blank lines, which are merged. */
const withoutDoubleBlanks = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""))
    .join("\n")
    .trimEnd()
    .split("\n");
