// Turns the text of a plan into tokens: words, punctuation and the end. A word is anything else without blanks (`64`,
// `no-tw`, `blocks/SM`); what it means is the parser's business.

export interface Token {
  readonly kind: "word" | "punctuation" | "end";
  /** As written, without the backslash of `\{`. Empty at the end. */
  readonly text: string;
  /** Offset of the token's first character. */
  readonly offset: number;
}

/** Braces may be escaped and stand between dollars, so that a plan can be pasted from a LaTeX source. */
const TOKEN = /[\s$]+|\\?[{}]|[(),@:]|[^\s${}(),@:\\]+|\\/gu;

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const written = match[0];
    if (/^[\s$]/u.test(written)) continue;
    const kind = /^(\\?[{}]|[(),@:])$/u.test(written) ? "punctuation" : "word";
    tokens.push({ kind, text: kind === "punctuation" ? written.replace("\\", "") : written, offset: match.index });
  }
  return [...tokens, { kind: "end", text: "", offset: text.trimEnd().length }];
}
