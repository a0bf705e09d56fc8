// Indented lines of C++: the only text building blocks the printers use.

/** Two blanks in front of every line that is neither empty nor a preprocessor directive. */
export const indent = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === "" || line.startsWith("#") ? line : `  ${line}`));

/** `head {`, the body indented, `}`. */
export const block = (head: string, body: readonly string[]): readonly string[] => [
  head === "" ? "{" : `${head} {`,
  ...indent(body),
  "}",
];

/** A comment wrapped at 112 columns. */
export function comment(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "//";
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > 112 && line !== "//") {
      lines.push(line);
      line = "//";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
