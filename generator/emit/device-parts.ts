// Parses the text of device functions into definitions at the level of namespaces, with their comments and conditions, and prints
// the wanted ones again. The text is that of templates/runtime/device, in which every definition begins on a line of its own.
import { at, invariant } from "../failure/errors.js";

/** A definition or a declaration: a function, a type, a constant. */
export interface DevicePart {
  readonly name: string;
  readonly lines: readonly string[];
  /** Without comments and strings. */
  readonly code: string;
  /** The code without a function's declaration. */
  readonly body: string;
  readonly isType: boolean;
  /** The types of arguments of a device function, named types and others; empty for other definitions. */
  readonly taken: readonly string[];
  /** The possible numbers of arguments of a function. */
  readonly arguments: { readonly least: number; readonly most: number } | undefined;
  /** For an operator, which no text calls by name: the type of its first operand. */
  readonly operand: string | undefined;
}

/** Parts on adjacent lines, below one comment. */
interface Run {
  readonly kind: "run";
  readonly comment: readonly string[];
  readonly parts: readonly DevicePart[];
}

/** A separate comment: it concerns the text up to the next remark; a heading concerns that up to the next heading. */
interface Remark {
  readonly kind: "remark";
  readonly lines: readonly string[];
  readonly isHeading: boolean;
  /** Whether a region follows on the next line. */
  readonly isAbove: boolean;
}

/** A namespace, or a condition with its branches. */
interface Region {
  readonly kind: "region";
  readonly branches: readonly { readonly opening: string; readonly body: readonly DeviceNode[] }[];
  readonly closing: string;
  /** Whether there are no blank lines inside the delimiters. */
  readonly isTight: boolean;
}

export type DeviceNode = Run | Remark | Region;

/** The nodes of a text, without the namespace around all. */
export function deviceNodes(lines: readonly string[]): readonly DeviceNode[] {
  const inner = lines.filter((line) => line !== "namespace fftgen {" && line !== "}  // namespace fftgen");
  const reader = new Reader(inner);
  const nodes = reader.nodes();
  invariant(reader.isAtEnd(), () => `device-parts: ${reader.line()} closes nothing`);
  return nodes;
}

export const partsOf = (nodes: readonly DeviceNode[]): readonly DevicePart[] =>
  nodes.flatMap((node) =>
    node.kind === "run" ? node.parts : node.kind === "region" ? node.branches.flatMap(({ body }) => partsOf(body)) : [],
  );

class Reader {
  readonly #lines: readonly string[];
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  isAtEnd = (): boolean => this.#next >= this.#lines.length;
  line = (): string => this.#lines[this.#next] ?? "";

  /** The nodes up to the end of the region around them. */
  nodes(): readonly DeviceNode[] {
    const nodes: DeviceNode[] = [];
    for (;;) {
      while (!this.isAtEnd() && this.line() === "") this.#next += 1;
      if (this.isAtEnd() || isEnd(this.line())) return nodes;
      nodes.push(isStart(this.line()) ? this.#region() : this.#run());
    }
  }

  #region(): Region {
    const branches: { opening: string; body: readonly DeviceNode[] }[] = [];
    const isTight = this.#lines[this.#next + 1] !== "";
    do {
      const opening = this.line();
      this.#next += 1;
      branches.push({ opening, body: this.nodes() });
      invariant(!this.isAtEnd(), () => `device-parts: ${opening} is not closed`);
    } while (isBetween(this.line()));
    const closing = this.line();
    this.#next += 1;
    return { kind: "region", branches, closing, isTight };
  }

  #run(): Run | Remark {
    const comment: string[] = [];
    while (isComment(this.line())) {
      comment.push(this.line());
      this.#next += 1;
    }
    const parts: DevicePart[] = [];
    while (
      !this.isAtEnd() &&
      this.line() !== "" &&
      !isComment(this.line()) &&
      !isStart(this.line()) &&
      !isEnd(this.line())
    )
      parts.push(this.#part());
    return parts.length === 0
      ? {
          kind: "remark",
          lines: comment,
          isHeading: /^\/\/ --/.test(at(comment, 0)),
          isAbove: isStart(this.line()),
        }
      : { kind: "run", comment, parts };
  }

  /** A part ends at the first line with all brackets closed and the end of a statement or a body. */
  #part(): DevicePart {
    const lines: string[] = [];
    let code = "";
    do {
      invariant(!this.isAtEnd(), () => `device-parts: ${at(lines, 0)} has no end`);
      lines.push(this.line());
      this.#next += 1;
      code = codeOf(lines);
    } while (!isBalanced(code) || !/[;}]\s*$/.test(code));
    return partOf(lines, code);
  }
}

const isComment = (line: string): boolean => line.startsWith("//");
const isStart = (line: string): boolean => /^(#if|namespace \w+ \{$)/.test(line);
const isBetween = (line: string): boolean => /^#(else|elif)/.test(line);
const isEnd = (line: string): boolean => isBetween(line) || /^(#endif|\} {2}\/\/ namespace)/.test(line);

/** The code without comments and strings. */
export const codeOf = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/\/.*$/, ""))
    .join("\n")
    .trim();

const isBalanced = (code: string): boolean =>
  (["{}", "()"] as const).every((pair) => code.split(at([...pair], 0)).length === code.split(at([...pair], 1)).length);

function partOf(lines: readonly string[], code: string): DevicePart {
  const head = withoutTemplate(code);
  const part = (name: string, isType = false): DevicePart => ({
    name,
    lines,
    code,
    body: code,
    isType,
    taken: [],
    arguments: undefined,
    operand: undefined,
  });
  const type = /^(?:struct|class|enum class)\s+(?:alignas\b[^{]*\)\s*)?(\w+)/.exec(head) ?? /^using (\w+) =/.exec(head);
  if (type !== null) return part(at(type, 1), true);
  const constant = /^(?:static )?constexpr [\w:]+ (\w+) =/.exec(head);
  if (constant !== null) return part(at(constant, 1));
  const called = /(operator\S+|\w+)(<[^()]*>)?\(/.exec(head);
  invariant(called !== null, () => `device-parts: ${at(lines, 0)} defines nothing that is known`);
  const name = at(called, 1);
  const parameters = bracketed(head, called.index);
  const each = inPieces(parameters);
  const needed = each.filter((one) => !one.includes("=") && !/\.\.\. \w+$/.test(one));
  const placeholders = identifiersOf(code.slice(0, code.length - head.length));
  // An argument whose type depends on another type is not deduced: any type that converts to it can be passed.
  const deduced = needed.filter((one) => !/\btypename\b/.test(one));
  const words = identifiersOf(`${called[2] ?? ""} ${deduced.join(" ")}`).filter((word) => !placeholders.includes(word));
  return {
    ...part(name),
    body: head.slice(head.indexOf(parameters, called.index) + parameters.length),
    taken: head.includes("__device__") ? words : [],
    arguments: { least: needed.length, most: each.some((one) => one.includes("...")) ? Infinity : each.length },
    operand: name.startsWith("operator") ? (words.find((word) => word !== "const") ?? "") : undefined,
  };
}

/** The name of an instantiated template follows its parameters. */
function withoutTemplate(code: string): string {
  if (!code.startsWith("template")) return code;
  let depth = 0;
  for (const [index, character] of [...code].entries()) {
    if (character === "<") depth += 1;
    if (character !== ">") continue;
    depth -= 1;
    if (depth === 0) return withoutTemplate(code.slice(index + 1).trimStart());
  }
  return code;
}

/** The text between the first bracket from `from` on and the bracket that closes it. */
function bracketed(code: string, from: number): string {
  const start = code.indexOf("(", from);
  let depth = 0;
  for (let index = start; index < code.length; index += 1) {
    if (code[index] === "(") depth += 1;
    if (code[index] === ")") depth -= 1;
    if (depth === 0) return code.slice(start + 1, index);
  }
  return code.slice(start + 1);
}

/** Splits a list at the commas outside brackets; `<` counts as a bracket after a name. */
function inPieces(list: string): readonly string[] {
  const pieces = [""];
  let depth = 0;
  for (const [index, character] of [...list].entries()) {
    const opens = "([{".includes(character) || (character === "<" && /\w/.test(list[index - 1] ?? ""));
    if (opens) depth += 1;
    if (")]}".includes(character) || (character === ">" && depth > 0 && /[^\s-]/.test(list[index - 1] ?? "")))
      depth -= 1;
    if (character === "," && depth === 0) pieces.push("");
    else pieces.push(`${pieces.pop() ?? ""}${character}`);
  }
  return pieces.every((piece) => piece.trim() === "") ? [] : pieces;
}

/** Numbers of arguments in the calls of names; `any` for other uses, and for those that only a compiler can read. */
export function callsIn(code: string): ReadonlyMap<string, ReadonlySet<number | "any">> {
  const calls = new Map<string, Set<number | "any">>();
  for (const { 1: name = "", 2: opening, index } of code.matchAll(/\b([A-Za-z_]\w*)\b(?=((?:<[^<>;(){}]*>)?\()?)/g)) {
    const passed = opening === undefined ? undefined : bracketed(code, index);
    const count = passed === undefined || /\w<|\.\.\./.test(passed) ? "any" : inPieces(passed).length;
    calls.set(name, (calls.get(name) ?? new Set()).add(count));
  }
  return calls;
}

export const identifiersOf = (code: string): readonly string[] => code.match(/[A-Za-z_]\w*/g) ?? [];

/** The lines of the wanted parts, with their comments and conditions. Empty if there are none. */
export function printedNodes(nodes: readonly DeviceNode[], isWanted: (part: DevicePart) => boolean): readonly string[] {
  const printed = nodes.map((node) => printedNode(node, isWanted));
  const paragraphs = nodes.flatMap((node, index) => {
    const lines = at(printed, index);
    if (node.kind === "remark") {
      const blank = node.isAbove && at(printed, index + 1).length > 0 ? [] : [""];
      return isNeeded(nodes, printed, index) ? [[...node.lines, ...blank]] : [];
    }
    if (lines.length === 0) return [];
    return [[...inheritedComment(nodes, printed, index), ...lines, ""]];
  });
  return paragraphs.flat().slice(0, -1);
}

function printedNode(node: DeviceNode, isWanted: (part: DevicePart) => boolean): readonly string[] {
  if (node.kind === "remark") return [];
  if (node.kind === "run") {
    const lines = node.parts.filter(isWanted).flatMap((part) => part.lines);
    return lines.length === 0 ? [] : [...node.comment, ...lines];
  }
  const bodies = node.branches.map(({ body }) => printedNodes(body, isWanted));
  if (bodies.every((body) => body.length === 0)) return [];
  const blank = node.isTight ? [] : [""];
  return [
    ...node.branches.flatMap(({ opening }, index) => {
      const body = at(bodies, index);
      return [opening, ...(body.length === 0 ? blank : [...blank, ...body, ...blank])];
    }),
    node.closing,
  ];
}

/** Whether any subject of a remark is printed; the first remark concerns everything after it. */
function isNeeded(nodes: readonly DeviceNode[], printed: readonly (readonly string[])[], index: number): boolean {
  const remark = nodes[index];
  const isDone = (next: number): boolean => {
    const node = at(nodes, next);
    if (index === 0 || node.kind !== "remark" || remark?.kind !== "remark") return false;
    return remark.isHeading ? node.isHeading : at(nodes, next - 1).kind !== "remark";
  };
  for (let next = index + 1; next < nodes.length; next += 1) {
    if (isDone(next)) return false;
    if (at(printed, next).length > 0) return true;
  }
  return false;
}

/** Overloads without a comment share that of the first one, which may be left out. */
function inheritedComment(
  nodes: readonly DeviceNode[],
  printed: readonly (readonly string[])[],
  index: number,
): readonly string[] {
  const node = at(nodes, index);
  if (node.kind !== "run" || node.comment.length > 0) return [];
  for (let before = index - 1; before >= 0; before -= 1) {
    const other = at(nodes, before);
    if (other.kind !== "run" || at(other.parts, 0).name !== at(node.parts, 0).name) return [];
    if (at(printed, before).length > 0) return [];
    if (other.comment.length > 0) return other.comment;
  }
  return [];
}
