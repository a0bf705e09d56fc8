// Indented lines of C++: the only text building blocks of the printers.

/** Two blanks in front of every line that is neither empty nor a preprocessor directive. */
export const indent = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === "" || line.startsWith("#") ? line : `  ${line}`));

/** `head {`, the body indented, `}`. */
export const block = (head: string, body: readonly string[]): readonly string[] => [
  head === "" ? "{" : `${head} {`,
  ...indent(body),
  "}",
];

/** A text cut into lines of at most `width` columns, between words. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A comment wrapped at 112 columns. */
export const comment = (text: string): readonly string[] => wrap(text, 109).map((line) => `// ${line}`);

/** Whether one of the lines has this word. */
export const mentions = (lines: readonly string[], word: string): boolean =>
  lines.some((line) => new RegExp(`\\b${word}\\b`).test(line));
