// The symbolic form of a codelet: real expressions over its inputs, as a graph in which equal values are one node.
//
// A reference to a node carries a sign. There is therefore no negation and no subtraction: a - b is the sum of a and of
// the negative reference to b, and "equal or opposite" is "the same node". (GPU operands carry signs for free, too.)
import type { Constant } from "./constant.js";
import type { Residue } from "./residue.js";

export type Part = "re" | "im";

/** A real value's place in a complex one. */
export interface ComplexRole {
  readonly value: number;
  readonly part: Part;
}

interface NodeBase {
  /** Nodes are numbered as they are made, so operands have smaller numbers. */
  readonly id: number;
  /** The node's value at the oracle's random point. */
  readonly residue: Residue;
  /** What was being computed when the node was made: a heading for the printed code. Empty outside any section. */
  readonly section: string;
}

/** Element `element` of the butterfly's input. */
export interface InputNode extends NodeBase {
  readonly kind: "input";
  readonly element: number;
  readonly part: Part;
}

/** Twiddle-factor input `factor`. */
export interface FactorNode extends NodeBase {
  readonly kind: "factor";
  readonly factor: number;
  readonly part: Part;
}

/** A positive constant, or zero. */
export interface ConstantNode extends NodeBase {
  readonly kind: "constant";
  readonly constant: Constant;
}

/** left + right; the left sign is always positive. */
export interface SumNode extends NodeBase {
  readonly kind: "sum";
  readonly left: Expression;
  readonly right: Expression;
}

/** left * right; a constant or else a twiddle factor stands on the left, and at most one operand is a constant. */
export interface ProductNode extends NodeBase {
  readonly kind: "product";
  readonly left: Node;
  readonly right: Node;
}

export type Node = InputNode | FactorNode | ConstantNode | SumNode | ProductNode;

export interface Expression {
  readonly node: Node;
  readonly negative: boolean;
}

export const negate = (a: Expression): Expression => ({ node: a.node, negative: !a.negative });

export const withSign = (a: Expression, negative: boolean): Expression => (negative ? negate(a) : a);

/** The nodes that a node is computed from. */
export function operands(node: Node): readonly Node[] {
  switch (node.kind) {
    case "input":
    case "factor":
    case "constant":
      return [];
    case "sum":
      return [node.left.node, node.right.node];
    case "product":
      return [node.left, node.right];
  }
}

/** The nodes that the outputs need, operands first. */
export function reachable(outputs: readonly Expression[]): readonly Node[] {
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (found.has(node)) return;
    found.add(node);
    operands(node).forEach(visit);
  };
  outputs.forEach((output) => visit(output.node));
  return [...found].toSorted((a, b) => a.id - b.id);
}

export interface OperationCount {
  readonly additions: number;
  readonly multiplications: number;
}

/** Real additions (subtractions included) and multiplications as the literature counts them: before FMA forming. */
export function countOperations(outputs: readonly Expression[]): OperationCount {
  const nodes = reachable(outputs);
  return {
    additions: nodes.filter((node) => node.kind === "sum").length,
    multiplications: nodes.filter((node) => node.kind === "product").length,
  };
}
