// Turns a codelet into the text of a CUDA device function. Decides names and line breaks only; the arithmetic is
// printed as it stands, in its order, except that a value which is used once, as what is added to a product or as
// what is scaled, is nested in its use.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { shortLiteral } from "../arithmetic/short-bits.js";
import { at, invariant } from "../failure/errors.js";
import { isShort, type NumberFormat } from "../plan/transform.js";
import type { Codelet } from "./built-codelet.js";
import { constantValue, describeConstant, isDyadic, type Constant } from "./constant.js";
import { describeCodelet } from "./describe.js";
import { operandsOf, outputOperands, type Operand, type Operation, type StraightLine } from "./instruction.js";
import { nameResults } from "./names.js";
import { oppositeOperation } from "./orient.js";
import { codeletName, type Places } from "./spec.js";
import { sameElement, staleReads, writeBack, type ElementSource } from "./write-back.js";

const MAXIMUM_WIDTH = 118;

/** How numbers are written. Those of 16 bits come in pairs, one for each of two butterflies. */
const SPELLING = {
  f32: { real: "float", complex: "float2", fma: "fmaf", longest: "double" },
  f64: { real: "double", complex: "double2", fma: "fma", longest: "double" },
  f16: { real: "__half2", complex: "Pair<__half2>", fma: "__hfma2", longest: "__half2" },
  bf16: { real: "__nv_bfloat162", complex: "Pair<__nv_bfloat162>", fma: "__hfma2", longest: "__nv_bfloat162" },
} as const satisfies Record<NumberFormat, unknown>;

/**
 * The codelet as a `__device__ __forceinline__` function that reads v[0] ... v[radix-1] and w[0] ..., and writes v in
 * natural order. Every index is a literal, so that arrays passed to it can live in registers. In 16-bit numbers it does two at once.
 */
export function printCodelet(codelet: Codelet, numbers: NumberFormat): string {
  return [
    ...describeCodelet(codelet, MAXIMUM_WIDTH),
    ...printFunction(codeletName(codelet.spec), codelet, codelet.factors.length, numbers, codelet.spec.outputs),
    "",
  ].join("\n");
}

/** A program as a function of that name; `outputs`: those that it writes, if not all. */
export function printFunction(
  name: string,
  program: StraightLine,
  factors: number,
  numbers: NumberFormat,
  outputs?: Places,
): readonly string[] {
  const { complex } = SPELLING[numbers];
  const parameters = [`${complex}* v`, ...(factors > 0 ? [`const ${complex}* w`] : [])];
  return [
    `__device__ __forceinline__ void ${name}(${parameters.join(", ")}) {`,
    ...printBody(program, numbers, outputs).map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
  ];
}

function printBody(program: StraightLine, numbers: NumberFormat, outputs: Places | undefined): readonly string[] {
  const { real } = SPELLING[numbers];
  const constants = nameConstants(program, numbers);
  const text = expressionPrinter(program, numbers, constants);
  const { kept, writes } = writeBack(program, outputs);
  const lines: string[] = [];

  for (const { name, constant } of constants.values()) {
    const declaration = `${isShort(numbers) ? "const" : "constexpr"} ${real} ${name} = ${constantText(constant, numbers)};`;
    const explained = `${declaration}  // ${describeConstant(constant)}`;
    lines.push(explained.length <= MAXIMUM_WIDTH - 2 ? explained : declaration);
  }
  let section = "";
  program.instructions.forEach((instruction, position) => {
    if (text.isNested(position)) return;
    if (instruction.section !== section) {
      section = instruction.section;
      if (lines.length > 0) lines.push("");
      if (section !== "") lines.push(`// ${section}`);
    } else if (position === 0 && lines.length > 0) {
      lines.push("");
    }
    lines.push(`const ${real} ${text.name(position)} = ${text.value(position)};`);
  });
  lines.push("");
  invariant(
    staleReads({ kept, writes }).length === 0,
    () => "codelet: a statement reads an element that an earlier one has written",
  );
  for (const element of kept)
    lines.push(
      `const ${real} ${keptName(element)} = ${elementText(element)};  // before v[${element.index}] is written`,
    );
  const written = (operand: Operand): string => {
    const { source, negative } = operand;
    return source.kind === "element" && kept.some((other) => sameElement(other, source))
      ? `${negative ? "-" : ""}${keptName(source)}`
      : text.operand(operand);
  };
  for (const { index, re, im } of writes) lines.push(`v[${index}] = {${written(re)}, ${written(im)}};`);
  return lines;
}

const elementText = ({ index, part }: ElementSource): string => `v[${index}].${part === "re" ? "x" : "y"}`;

/** Inputs are x(j): x3r, x3i. */
const keptName = ({ index, part }: ElementSource): string => `x${index}${part === "re" ? "r" : "i"}`;

/** Numbers of 16 bits have no literals: their bits stand for them. */
const constantText = (constant: Constant, numbers: NumberFormat): string =>
  isShort(numbers)
    ? `both<${SPELLING[numbers].real}>(${shortLiteral(constantValue(constant, numbers), numbers)})`
    : floatLiteral(constantValue(constant, numbers), numbers);

interface NamedConstant {
  readonly name: string;
  readonly constant: Constant;
}

/** Names for the constants that are no literals of few digits, in order of their first use. Keyed by value. */
function nameConstants(program: StraightLine, numbers: NumberFormat): ReadonlyMap<bigint, NamedConstant> {
  const named = new Map<bigint, NamedConstant>();
  for (const { source } of program.instructions.flatMap(({ operation }) => operandsOf(operation))) {
    if (source.kind !== "constant" || named.has(source.constant.residue)) continue;
    if (isDyadic(source.constant) && !isShort(numbers)) continue;
    named.set(source.constant.residue, { name: `c${named.size + 1}`, constant: source.constant });
  }
  return named;
}

interface ExpressionPrinter {
  isNested(instruction: number): boolean;
  /** The temporary that holds the instruction's result. */
  name(instruction: number): string;
  /** The instruction's right-hand side. */
  value(instruction: number): string;
  operand(operand: Operand): string;
}

function expressionPrinter(
  program: StraightLine,
  numbers: NumberFormat,
  constants: ReadonlyMap<bigint, NamedConstant>,
): ExpressionPrinter {
  const { fma, longest } = SPELLING[numbers];
  const names = nameResults(program);
  const nested = new Set<number>();

  const atom = ({ source }: Operand): string => {
    switch (source.kind) {
      case "element":
        return elementText(source);
      case "factor":
        return `w[${source.index}].${source.part === "re" ? "x" : "y"}`;
      case "constant": {
        const name = constants.get(source.constant.residue)?.name;
        return name ?? constantText(source.constant, numbers);
      }
      case "result":
        return at(names, source.instruction);
    }
  };
  const operand = (o: Operand): string => `${o.negative ? "-" : ""}${atom(o)}`;
  /** The operand, or the expression that is nested in its place. */
  const inner = (o: Operand, parenthesised: boolean): string => {
    if (o.source.kind !== "result" || !nested.has(o.source.instruction)) return operand(o);
    const { operation } = at(program.instructions, o.source.instruction);
    const text = print(o.negative ? oppositeOperation(operation) : operation);
    return parenthesised ? `(${text})` : text;
  };
  const print = (operation: Operation): string => {
    switch (operation.kind) {
      case "add": {
        const [first, second] =
          operation.left.negative && !operation.right.negative
            ? [operation.right, operation.left]
            : [operation.left, operation.right];
        return `${operand(first)} ${second.negative ? "-" : "+"} ${atom(second)}`;
      }
      case "multiply":
        return `${operand(operation.left)} * ${inner(operation.right, true)}`;
      case "fma":
        return `${fma}(${operand(operation.left)}, ${operand(operation.right)}, ${inner(operation.addend, false)})`;
    }
  };

  // Nest one level deep and while the line stays short.
  const uses = countUses(program);
  program.instructions.forEach(({ operation }, position) => {
    const place = nestingPlace(operation);
    if (place?.source.kind !== "result" || uses.get(place.source.instruction) !== 1) return;
    const candidate = place.source.instruction;
    const { operation: value } = at(program.instructions, candidate);
    const deeper = nestingPlace(value)?.source;
    if (operation.kind === "fma" ? value.kind === "add" : value.kind === "fma") return;
    if (deeper?.kind === "result" && nested.has(deeper.instruction)) return;
    nested.add(candidate);
    const width = `const ${longest} ${at(names, position)} = ${print(operation)};`.length;
    if (width > MAXIMUM_WIDTH - 2) nested.delete(candidate);
  });

  return {
    isNested: (instruction) => nested.has(instruction),
    name: (instruction) => at(names, instruction),
    value: (instruction) => print(at(program.instructions, instruction).operation),
    operand,
  };
}

/** The operand of an operation that may be an expression: what is added to a product, or a scaled value. */
function nestingPlace(operation: Operation): Operand | undefined {
  switch (operation.kind) {
    case "add":
      return undefined;
    case "multiply":
      return operation.right;
    case "fma":
      return operation.addend;
  }
}

function countUses(program: StraightLine): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  const operands = program.instructions.flatMap(({ operation }) => operandsOf(operation));
  for (const { source } of [...operands, ...outputOperands(program)]) {
    if (source.kind === "result") uses.set(source.instruction, (uses.get(source.instruction) ?? 0) + 1);
  }
  return uses;
}
