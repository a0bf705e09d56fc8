// Emitted text in two halves, so that a change of words is told from a change of code: the code without its comments, and the comments.
// Lines are those that have something left. Texts in quotation marks are code whatever is in them.

export interface Halves {
  readonly code: string;
  readonly comments: string;
}

/** A comment to the end of its line, one between its marks, or a text in quotation marks. */
const MARKED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gu;

export function halvesOf(text: string): Halves {
  const comments: string[] = [];
  const code = text.replace(MARKED, (marked) => {
    if (!marked.startsWith("/")) return marked;
    comments.push(marked);
    return "";
  });
  return { code: withoutEmptyLines(code), comments: comments.join("\n") };
}

const withoutEmptyLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
