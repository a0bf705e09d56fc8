// Reads the fields of a JSON object that a person wrote. Reading a field checks it: every mistake is an InputError with the file,
// the place as a path into the value, what was found and what was expected.
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { parseSize } from "../notation/size.js";

/** One object. Unknown fields are refused: a misspelt one would be ignored in silence. */
export class JsonFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #file: string;
  readonly #path: string;

  /** `path`: of the object inside the file's value, `entries[3]`; empty for the value itself. `known`: the fields it may have. */
  constructor(value: unknown, file: string, path: string, known: readonly string[]) {
    const place = path === "" ? file : `${file}: ${path}`;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new InputError(`${place}: found ${shown(value)}, expected an object`);
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#file = file;
    this.#path = path;
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue;
      const meant = nearest(name, known);
      throw new InputError(
        `${place}: unknown field ${JSON.stringify(name)}${meant === undefined ? "." : `; did you mean ${meant}?`} Fields: ${known.join(", ")}`,
      );
    }
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  value(name: string): unknown {
    return this.#values[name];
  }

  place(name: string): string {
    return `${this.#file}: ${this.#path === "" ? name : `${this.#path}.${name}`}`;
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    throw this.#mistake(name, "a text");
  }

  positive(name: string): number {
    const value = this.#values[name];
    if (typeof value === "number" && value > 0) return value;
    throw this.#mistake(name, "a positive number");
  }

  /** A number, or a text such as `2^26` or `3*2^20`. */
  count(name: string): number {
    const value = this.#values[name];
    const count = typeof value === "string" ? product(value) : value;
    if (typeof count === "number" && count > 0 && Number.isSafeInteger(count)) return count;
    throw this.#mistake(name, 'a positive integer, such as 1024 or "2^10"');
  }

  list(name: string): readonly unknown[] {
    const value = this.#values[name];
    if (Array.isArray(value)) return value as readonly unknown[];
    throw this.#mistake(name, "a list");
  }

  /** One text or a list of them, each made into something by `read`, which is told its place. */
  oneOrMore<T>(name: string, read: (word: string, place: string) => T): readonly T[] {
    const value = this.#values[name];
    if (typeof value === "string") return [read(value, this.place(name))];
    if (!Array.isArray(value) || value.length === 0) throw this.#mistake(name, "a text or a list of texts");
    return value.map((word: unknown, index) => {
      const place = `${this.place(name)}[${index}]`;
      if (typeof word !== "string") throw new InputError(`${place}: found ${shown(word)}, expected a text`);
      return read(word, place);
    });
  }

  #mistake(name: string, expected: string): InputError {
    const value = this.#values[name];
    return new InputError(
      `${this.place(name)}: ${value === undefined ? "missing" : `found ${shown(value)}`}, expected ${expected}`,
    );
  }
}

/** Undefined if the text is no single length. */
function product(text: string): number | undefined {
  try {
    const [count, ...more] = parseSize(text);
    return more.length === 0 ? count : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
};
