// Reads tokens one after the other and says, where one does not fit, what was expected and what was found.
import type { InputError } from "../failure/errors.js";
import { at } from "../failure/errors.js";
import type { Origin } from "./source-text.js";
import { mistakeAt, nearestWord } from "./source-text.js";
import type { Token } from "./tokens.js";
import { tokensOf } from "./tokens.js";

export interface TokenReader {
  /** The next token, which stays the next one. */
  peek(): Token;
  /** Takes the next token if it is this text. */
  accept(text: string): boolean;
  /** The words up to this text, if there are only words before it: they stay the next ones. */
  wordsBefore(text: string): readonly Token[] | undefined;
  /** Takes the next token, which must be this text. `purpose` says why. */
  expect(text: string, purpose: string): void;
  /** Takes the next token, which must be one of these words. */
  oneOf<Word extends string>(words: readonly Word[], description?: string): Word;
  /** Takes the next token, which must be a positive integer below 2^53. `name` says what it counts. */
  positiveInteger(name: string): number;
  /** The mistake that a token is, where `expected` should have been; it may be one of `words`, misspelt. */
  mistake(token: Token, expected: string, words?: readonly string[]): InputError;
  /** The mistake that a token is, in other words. */
  mistakeOf(token: Token, what: string): InputError;
}

export function readTokens(text: string, origin?: Origin): TokenReader {
  const tokens = tokensOf(text);
  let position = 0;

  const peek = (): Token => at(tokens, position);
  /** Moves on, but never past the end. */
  const take = (): void => {
    position = Math.min(position + 1, tokens.length - 1);
  };
  const mistakeOf = (token: Token, what: string): InputError => mistakeAt(text, token.offset, what, origin);
  const mistake = (token: Token, expected: string, words: readonly string[] = []): InputError => {
    const found = token.kind === "end" ? "the end of the text" : `\`${shortened(token.text)}\``;
    const meant = token.kind === "word" ? nearestWord(token.text, words) : undefined;
    return mistakeOf(
      token,
      `expected ${expected}, found ${found}${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`,
    );
  };

  return {
    peek,
    mistake,
    mistakeOf,
    accept(wanted) {
      if (peek().text !== wanted) return false;
      take();
      return true;
    },
    wordsBefore(wanted) {
      const end = tokens.findIndex(({ kind }, index) => index >= position && kind !== "word");
      return at(tokens, end).text === wanted ? tokens.slice(position, end) : undefined;
    },
    expect(wanted, purpose) {
      if (peek().text !== wanted) throw mistake(peek(), `\`${wanted}\` ${purpose}`, [wanted]);
      take();
    },
    oneOf(words, description) {
      const found = words.find((word) => word === peek().text);
      if (found === undefined) throw mistake(peek(), description ?? quotedList(words), words);
      take();
      return found;
    },
    positiveInteger(name) {
      const token = peek();
      const value = /^[0-9]+$/u.test(token.text) ? Number(token.text) : Number.NaN;
      if (value > Number.MAX_SAFE_INTEGER) throw mistake(token, `${name} below 2^53`);
      if (!(value > 0)) throw mistake(token, `${name}, a positive integer`);
      take();
      return value;
    },
  };
}

/** What was found need not be shown in full to be found. */
const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 60)}...`);

/** `tw`, `pre-tw` or `no-tw`, each in backquotes. */
export function quotedList(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${at(quoted, quoted.length - 1)}`;
}
