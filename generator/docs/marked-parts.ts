// Documents are written by hand but for their marked parts, which are made from tables and measurements:
//
//     <!-- generated: speed -->
//     ...
//     <!-- end -->
import { InputError } from "../failure/errors.js";

const MARKED = /^<!-- generated: ([\w-]+) -->\n(.*?)^<!-- end -->$/gmsu;
const OPENING = /^<!-- generated: /gmu;

/** The names of a document's marked parts, in their order. */
export const markedParts = (document: string): readonly string[] =>
  [...document.matchAll(MARKED)].map(([, name]) => name ?? "");

/**
 * The document with every marked part as `parts` has it.
 * @throws InputError for a part that nobody makes, and for one without an end
 */
export function withParts(document: string, parts: ReadonlyMap<string, string>): string {
  const openings = document.match(OPENING)?.length ?? 0;
  const names = markedParts(document);
  if (openings !== names.length)
    throw new InputError(`a document has ${openings} generated parts, ${names.length} end`);
  return document.replace(MARKED, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined)
      throw new InputError(`nothing makes the part ${name}; there are ${[...parts.keys()].join(", ")}`);
    return `<!-- generated: ${name} -->\n\n${part.trim()}\n\n<!-- end -->`;
  });
}
