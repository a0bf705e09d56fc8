// Breaks the lines of C++ text that are too long. Changes blanks and line ends only, and only in those lines; the printers need
// not know the depth of their text.

const WIDTH = 120;
/** The indentation of a continued statement outside brackets. */
const CONTINUATION = 4;

/** The text with lines of at most 120 columns, as far as they can be broken between words, arguments or terms. */
export const fitColumns = (text: string): string => text.split("\n").flatMap(fitLine).join("\n");

function fitLine(line: string): readonly string[] {
  // Rows of a table of numbers keep their columns.
  if (line.length <= WIDTH || line.startsWith("#") || /^ *\{-?\d/.test(line)) return [line];
  const indent = " ".repeat(line.length - line.trimStart().length);
  const prose = /^ *(?:\/\/\/?|\/\*\*|\*) +/.exec(line)?.[0];
  if (prose !== undefined) return fitProse(prose, line.slice(prose.length));
  const remark = withoutQuotes(line).lastIndexOf("  // ");
  // A comment that does not fit after its line goes before it.
  if (remark >= 0) return [...fitLine(indent + line.slice(remark + 2)), ...fitLine(line.slice(0, remark))];
  const loop = /^( *for \([^()]*\) )([^{]*;)$/.exec(line);
  if (loop !== null) {
    const [, head = "", body = ""] = loop;
    return [head.trimEnd(), ...fitLine(`${indent}  ${body}`)];
  }
  const definition = /^( *\S.*\) \{) (.*;) \}$/.exec(line);
  if (definition !== null) {
    const [, head = "", body = ""] = definition;
    return [...fitLine(head), ...fitLine(`${indent}  ${body}`), `${indent}}`];
  }
  return fitCode(line, indent.length, indent.length + CONTINUATION);
}

/** Comments break between words; in a line that defines a term, followed by two blanks, the explanation stays in its column. */
function fitProse(prefix: string, words: string): readonly string[] {
  const term = /^\S+ {2,}/.exec(words)?.[0] ?? "";
  const end = words.lastIndexOf(" ", WIDTH - prefix.length);
  if (end <= term.length) return [prefix + words];
  const rest = " ".repeat(term.length) + words.slice(end + 1);
  const next = prefix.replace("/**", " *");
  return [prefix + words.slice(0, end), ...(next.length + rest.length <= WIDTH ? [next + rest] : fitProse(next, rest))];
}

/** A string or a character, with its escapes. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** The line with its strings and characters masked. */
const withoutQuotes = (line: string): string => line.replaceAll(QUOTED, (quoted) => "q".repeat(quoted.length));

interface Break {
  /** Where the next line begins. */
  readonly at: number;
  readonly depth: number;
  /** The indentation of the next line. */
  readonly column: number;
}

/**
 * Code breaks outside as many brackets as possible, and there as late as possible; the continuation is aligned with its bracket,
 * or outside of all brackets of this line with column `hanging`.
 */
function fitCode(line: string, indent: number, hanging: number): readonly string[] {
  if (line.length <= WIDTH) return [line];
  const possible = breaks(line, indent, hanging).filter(({ at }) => at <= WIDTH + 1);
  const least = Math.min(...possible.map(({ depth }) => depth));
  const chosen = possible.findLast(({ depth }) => depth === least);
  if (chosen === undefined) return [line];
  const rest = " ".repeat(chosen.column) + line.slice(chosen.at);
  // A line that would not get shorter is not broken.
  if (rest.length >= line.length) return [line];
  return [line.slice(0, chosen.at).trimEnd(), ...fitCode(rest, chosen.column, chosen.column)];
}

/** Breaks after a comma, and after an operator between terms; not within quotes. */
function breaks(text: string, indent: number, hanging: number): readonly Break[] {
  const line = withoutQuotes(text);
  const open: number[] = [];
  const found: Break[] = [];
  for (let at = indent; at < line.length; at++) {
    const character = line.charAt(at);
    if ("([{".includes(character)) open.push(at + 1);
    else if (")]}".includes(character)) open.pop();
    else if (character === " " && at > indent) {
      if (/(?:,| (?:[-+^?:]|<<|&&|\|\|))$/.test(line.slice(0, at)))
        found.push({ at: at + 1, depth: open.length, column: open.at(-1) ?? hanging });
    }
  }
  return found;
}
