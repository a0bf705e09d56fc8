// Reads an expression (plans/expressions.md has the grammar). What is wrong is said with its column.
import { nearest } from "../failure/nearest.js";
import { failure, success, type Result } from "../failure/result.js";
import {
  fieldOf,
  FUNCTION_NAMES,
  traitsOfFunction,
  type ElementFunction,
  type Expression,
  type Field,
  type FunctionName,
  type Operator,
} from "./expression.js";
import { printExpression } from "./print.js";

/** What is wrong, at which character, from 0. */
class Mistake extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

interface Token {
  readonly kind: "number" | "word" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([-+*/(),]))/uy;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) break;
    const [whole, number, word, sign] = found;
    const own = number ?? word ?? sign ?? "";
    const kind = number !== undefined ? "number" : word !== undefined ? "word" : "sign";
    at += whole.length;
    tokens.push({ kind, text: own, at: at - own.length });
  }
  const rest = text.slice(at);
  const stray = /\S/u.exec(rest);
  if (stray !== null) throw new Mistake(`${JSON.stringify(stray[0])} has no meaning`, at + stray.index);
  return [...tokens, { kind: "end", text: "", at: text.length }];
}

class Parser {
  /** Of quotients and of functions: the column of the sign, and of the word. */
  readonly places = new Map<Expression, number>();
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const found = this.#sum();
    const token = this.#peek();
    if (token.kind !== "end") throw new Mistake(`${token.text} stands behind the end of the expression`, token.at);
    return found;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", text: "", at: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #expect(sign: string): void {
    const token = this.#take();
    if (token.kind !== "sign" || token.text !== sign)
      throw new Mistake(`${sign} is missing${token.kind === "end" ? "" : ` before ${token.text}`}`, token.at);
  }

  #isSign(...signs: readonly string[]): boolean {
    const { kind, text } = this.#peek();
    return kind === "sign" && signs.includes(text);
  }

  #sum(): Expression {
    return this.#chain(() => this.#product(), "+", "-");
  }

  #product(): Expression {
    return this.#chain(() => this.#factor(), "*", "/");
  }

  #chain(part: () => Expression, ...operators: readonly Operator[]): Expression {
    let left = part();
    while (this.#isSign(...operators)) {
      const { text, at } = this.#take();
      const operator = operators.find((one) => one === text) ?? "+";
      left = { kind: "operation", operator, left, right: part() };
      this.places.set(left, at);
    }
    return left;
  }

  #factor(): Expression {
    if (!this.#isSign("-")) return this.#primary();
    this.#take();
    const of = this.#factor();
    return { kind: "negative", of };
  }

  #primary(): Expression {
    const token = this.#take();
    switch (token.kind) {
      case "number":
        return { kind: "number", value: finite(token) };
      case "word":
        return token.text === "v" ? { kind: "value" } : this.#call(token);
      case "sign":
        if (token.text !== "(") throw new Mistake(`${token.text} stands where a value is missing`, token.at);
        return this.#inBrackets();
      case "end":
        throw new Mistake("a value is missing at the end", token.at);
    }
  }

  #inBrackets(): Expression {
    const found = this.#sum();
    this.#expect(")");
    return found;
  }

  #call({ text, at }: Token): Expression {
    const name = FUNCTION_NAMES.find((one) => one === text);
    if (name === undefined) {
      const near = nearest(text, ["v", ...FUNCTION_NAMES]);
      const remedy = near === undefined ? `known are v, ${FUNCTION_NAMES.join(", ")}` : `did you mean ${near}?`;
      throw new Mistake(`there is no ${text}; ${remedy}`, at);
    }
    this.#expect("(");
    const operands = [this.#sum()];
    while (this.#isSign(",")) {
      this.#take();
      operands.push(this.#sum());
    }
    this.#expect(")");
    requireCount(name, operands.length, at);
    const called = { kind: "call", name, operands } as const;
    this.places.set(called, at);
    return called;
  }
}

function finite({ text, at }: Token): number {
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) > MOST) throw new Mistake(`${text} is more than ${MOST}`, at);
  return value;
}

/** What single precision holds, too. */
const MOST = 1e38;

function requireCount(name: FunctionName, count: number, at: number): void {
  const { least, most } = traitsOfFunction(name);
  if (count >= least && count <= most) return;
  const wanted = least === most ? `${least}` : `${least} or more`;
  throw new Mistake(`${name} takes ${wanted} value${wanted === "1" ? "" : "s"}, and ${count} are there`, at);
}

/** Throws where complex numbers stand that have no order, or divide. */
function requireFields(expression: Expression, value: Field, places: ReadonlyMap<Expression, number>): void {
  const at = places.get(expression) ?? 0;
  switch (expression.kind) {
    case "value":
    case "number":
      return;
    case "negative":
      return requireFields(expression.of, value, places);
    case "operation":
      requireFields(expression.left, value, places);
      requireFields(expression.right, value, places);
      if (expression.operator === "/" && fieldOf(expression.right, value) === "complex")
        throw new Mistake(
          `${printExpression(expression.right)} is complex, and nothing is divided by complex numbers: multiply by conj(w) / abs2(w)`,
          at,
        );
      return;
    case "call": {
      for (const one of expression.operands) requireFields(one, value, places);
      const complex = expression.operands.find((one) => fieldOf(one, value) === "complex");
      if (traitsOfFunction(expression.name).takes === "complex" && complex === undefined)
        throw new Mistake(`${expression.name} takes a complex number, and ${printedOperands(expression)} is real`, at);
      if (traitsOfFunction(expression.name).takes === "real" && complex !== undefined)
        throw new Mistake(
          `${expression.name} takes real numbers, and ${printExpression(complex)} is complex: take abs, abs2, re, im or arg of it`,
          at,
        );
    }
  }
}

const printedOperands = ({ operands }: Extract<Expression, { readonly kind: "call" }>): string =>
  operands.map((one) => printExpression(one)).join(", ");

const known = new Map<string, Result<ElementFunction>>();

/** The function of an element of this field; each text is read once, so that one text is one value. */
export function parseExpression(text: string, takes: Field): Result<ElementFunction> {
  const key = `${takes} ${text}`;
  const found = known.get(key) ?? readExpression(text, takes);
  known.set(key, found);
  return found;
}

function readExpression(text: string, takes: Field): Result<ElementFunction> {
  try {
    const parser = new Parser(tokensOf(text));
    const expression = parser.whole();
    requireFields(expression, takes, parser.places);
    const canonical = printExpression(expression);
    const own = { expression, text: canonical, takes, gives: fieldOf(expression, takes) } as const;
    return canonical === text ? success(own) : parseExpression(canonical, takes);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return failure(`column ${error.at + 1}: ${error.message}`);
  }
}
