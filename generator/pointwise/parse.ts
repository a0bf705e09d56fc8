// Reads an expression (plans/expressions.md has the grammar). What is wrong is said with its column.
import { nearest } from "../failure/nearest.js";
import { failure, success, type Result } from "../failure/result.js";
import { BATCH_INDEX, type Along, type Scope } from "./scope.js";
import { WINDOW_NAMES, windowName, type Window } from "./window.js";
import { argumentNameProblem, argumentText, type Argument, type Extent } from "./arguments.js";
import {
  argumentsIn,
  fieldOf,
  FUNCTION_NAMES,
  indicesOf,
  partsIn,
  traitsOfFunction,
  type ElementFunction,
  type Expression,
  type Field,
  type FunctionName,
  type Operator,
} from "./expression.js";
import { printExpression, USUAL_ALONG } from "./print.js";

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

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([-+*/(),$:[\]]))/uy;

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
  readonly #scope: Scope;
  readonly #arguments = new Map<string, Argument>();
  #next = 0;

  constructor(tokens: readonly Token[], scope: Scope) {
    this.#tokens = tokens;
    this.#scope = scope;
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
        return this.#word(token);
      case "sign":
        if (token.text === "$") return this.#scalar(token.at);
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

  #word(token: Token): Expression {
    const { text, at } = token;
    if (text === "v") return { kind: "value" };
    if (text === BATCH_INDEX) return { kind: "index", along: BATCH_INDEX };
    const [own, first, rest] = [this.#along(text), text.slice(0, 1), this.#along(text.slice(1))];
    if (own !== undefined) return { kind: "index", along: own.name };
    if (first === "n" && rest !== undefined) return { kind: "length", along: rest.name, length: rest.length };
    if (first === "k" && rest !== undefined) return frequencyOf(rest, at);
    const name = FUNCTION_NAMES.find((one) => one === text);
    if (name !== undefined) return this.#call(name, at);
    const window = WINDOW_NAMES.get(text);
    if (window !== undefined) return this.#window(window, at);
    if (this.#isSign("[", ":")) return this.#operand(text, at);
    const known = ["v", ...wordsOf(this.#scope), ...FUNCTION_NAMES, ...WINDOW_NAMES.keys()];
    const near = nearest(text, known);
    throw new Mistake(
      `there is no ${text}; ${near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}?`}`,
      at,
    );
  }

  #along(name: string): Along | undefined {
    return this.#scope.along.find((one) => one.name === name);
  }

  #call(name: FunctionName, at: number): Expression {
    const operands = this.#operands();
    requireCount(name, operands.length, at);
    const called = { kind: "call", name, operands } as const;
    this.places.set(called, at);
    return called;
  }

  #operands(): readonly Expression[] {
    this.#expect("(");
    const operands = [this.#sum()];
    while (this.#isSign(",")) {
      this.#take();
      operands.push(this.#sum());
    }
    this.#expect(")");
    return operands;
  }

  /** `$alpha` */
  #scalar(at: number): Expression {
    const { kind, text } = this.#take();
    if (kind !== "word") throw new Mistake("the name of a number that calls say is missing behind $, as in $alpha", at);
    return this.#argument({ kind: "scalar", name: text }, at);
  }

  /** `gain[y]`, `filter:complex[y,x]` */
  #operand(name: string, at: number): Expression {
    const isTyped = this.#isSign(":");
    if (isTyped) this.#take();
    const type = isTyped ? this.#take() : undefined;
    if (type !== undefined && type.text !== "complex" && type.text !== "real")
      throw new Mistake(`an operand is real or complex: ${name}:complex[x]`, type.at);
    this.#expect("[");
    const shape = [this.#extent()];
    while (this.#isSign(",")) {
      this.#take();
      shape.push(this.#extent());
    }
    this.#expect("]");
    const names = shape.map(({ along }) => along);
    if (new Set(names).size < names.length) throw new Mistake(`${name} has an index twice`, at);
    if (names.indexOf(BATCH_INDEX) > 0) throw new Mistake(`batch is the first index of ${name}, or none`, at);
    return this.#argument({ kind: "operand", name, isComplex: type?.text === "complex", shape }, at);
  }

  #extent(): Extent {
    const { kind, text, at } = this.#take();
    if (kind === "word" && text === BATCH_INDEX) return { along: BATCH_INDEX, length: undefined };
    const own = kind === "word" ? this.#along(text) : undefined;
    if (own !== undefined) return { along: own.name, length: own.elements };
    const known = [BATCH_INDEX, ...this.#scope.along.map(({ name }) => name)];
    throw new Mistake(`operands are taken at ${known.join(", ")}${text === "" ? "" : `, not at ${text}`}`, at);
  }

  /** One name is one argument. */
  #argument<A extends Argument & Expression>(argument: A, at: number): A {
    const { name } = argument;
    const problem = argumentNameProblem(name) ?? (this.#isWord(name) ? "that is a word of expressions" : undefined);
    if (problem !== undefined) throw new Mistake(`an argument cannot be called ${name}: ${problem}`, at);
    const before = this.#arguments.get(name);
    if (before !== undefined && argumentText(before) !== argumentText(argument))
      throw new Mistake(`${name} is ${argumentText(before)} already, and cannot be ${argumentText(argument)}, too`, at);
    this.#arguments.set(name, argument);
    return argument;
  }

  #isWord(name: string): boolean {
    return ["v", ...wordsOf(this.#scope), ...FUNCTION_NAMES, ...WINDOW_NAMES.keys()].includes(name);
  }

  /** `hann(512)`, `kaiser(512, 8.6, y)`. */
  #window(kind: Pick<Window, "shape" | "isSymmetric">, at: number): Expression {
    const name = windowName(kind);
    const said = this.#operands();
    const [numbers, others] = [said.filter(isNumber), said.filter((one) => !isNumber(one))];
    const [along = { kind: "index", along: USUAL_ALONG } as const, ...more] = others;
    const [points = 0, beta = 0] = numbers.map(({ value }) => value);
    const wanted = kind.shape === "kaiser" ? 2 : 1;
    const dimension = along.kind === "index" ? this.#along(along.along) : undefined;
    const form = `${name}(points${wanted === 2 ? ", beta" : ""}), or with the dimension behind: ${name}(512${wanted === 2 ? ", 8.6" : ""}, y)`;
    if (numbers.length !== wanted || more.length > 0 || said.slice(0, wanted).some((one) => !isNumber(one)))
      throw new Mistake(`a window is written ${form}`, at);
    if (dimension === undefined) throw new Mistake(`a window lies along a dimension: ${form}`, at);
    const { length } = dimension;
    if (!Number.isInteger(points) || points < 1 || points > length)
      throw new Mistake(
        `the points of ${name} are whole numbers from 1 to ${length}, what there is along ${dimension.name}`,
        at,
      );
    if (points > MOST_POINTS)
      throw new Mistake(`a window has at most ${MOST_POINTS} points, and ${points} are asked for`, at);
    if (beta > MOST_BETA) throw new Mistake(`beta of a Kaiser window is at most ${MOST_BETA}`, at);
    // A window that is shorter has as many zeros in front as behind, of an odd number one less in front.
    const first = Math.floor((length - points) / 2);
    return {
      kind: "window",
      window: { ...kind, points, beta },
      along: dimension.name,
      first,
      isWhole: points === length,
    };
  }
}

const isNumber = (expression: Expression): expression is Extract<Expression, { readonly kind: "number" }> =>
  expression.kind === "number";

/** The text of a table of so many numbers has less than a megabyte. */
const MOST_POINTS = 2 ** 15;

/** Beyond, the weights at the ends are no numbers of single precision. */
const MOST_BETA = 80;

function frequencyOf({ name, length, counts }: Along, at: number): Expression {
  if (counts === "places")
    throw new Mistake(`k${name} is a frequency, and what is here along ${name} is in places: ${name} counts them`, at);
  if (counts === "neither")
    throw new Mistake(`there are no frequencies of both signs along ${name}: ${name} counts what is there`, at);
  return { kind: "frequency", along: name, length, isSigned: counts === "signed frequencies" };
}

/** What a scope calls indices, frequencies and lengths. */
const wordsOf = ({ along }: Scope): readonly string[] => [
  ...along.map(({ name }) => name),
  BATCH_INDEX,
  ...along.flatMap(({ name, counts }) => (counts.includes("frequencies") ? [`k${name}`] : [])),
  ...along.map(({ name }) => `n${name}`),
];

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
function requireFields(whole: Expression, value: Field, places: ReadonlyMap<Expression, number>): void {
  for (const expression of partsIn(whole)) {
    const at = places.get(expression) ?? 0;
    if (expression.kind === "operation") requireDivisor(expression, value, at);
    if (expression.kind === "call") requireTaken(expression, value, at);
  }
}

function requireDivisor(
  { operator, right }: Extract<Expression, { kind: "operation" }>,
  value: Field,
  at: number,
): void {
  if (operator === "/" && fieldOf(right, value) === "complex")
    throw new Mistake(
      `${printExpression(right)} is complex, and nothing is divided by complex numbers: multiply by conj(w) / abs2(w)`,
      at,
    );
}

function requireTaken(expression: Extract<Expression, { kind: "call" }>, value: Field, at: number): void {
  const { name, operands } = expression;
  const complex = operands.find((one) => fieldOf(one, value) === "complex");
  if (traitsOfFunction(name).takes === "complex" && complex === undefined)
    throw new Mistake(`${name} takes a complex number, and ${printedOperands(expression)} is real`, at);
  if (traitsOfFunction(name).takes === "real" && complex !== undefined)
    throw new Mistake(
      `${name} takes real numbers, and ${printExpression(complex)} is complex: take abs, abs2, re, im or arg of it`,
      at,
    );
}

const printedOperands = ({ operands }: Extract<Expression, { readonly kind: "call" }>): string =>
  operands.map((one) => printExpression(one)).join(", ");

const known = new Map<string, Result<ElementFunction>>();

/** The function of an element of this scope; each text is read once, so that one text is one value. */
export function parseExpression(text: string, scope: Scope): Result<ElementFunction> {
  const key = `${JSON.stringify(scope)} ${text}`;
  const found = known.get(key) ?? readExpression(text, scope);
  known.set(key, found);
  return found;
}

function readExpression(text: string, scope: Scope): Result<ElementFunction> {
  try {
    const parser = new Parser(tokensOf(text), scope);
    const expression = parser.whole();
    const takes = scope.value;
    requireFields(expression, takes, parser.places);
    const canonical = printExpression(expression);
    const indices = indicesOf(partsIn(expression));
    const gives = fieldOf(expression, takes);
    const own = { expression, text: canonical, takes, gives, indices, arguments: argumentsIn(expression) } as const;
    return canonical === text ? success(own) : parseExpression(canonical, scope);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return failure(`column ${error.at + 1}: ${error.message}`);
  }
}
