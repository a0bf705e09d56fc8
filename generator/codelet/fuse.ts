// Turns an expression graph into straight-line code with fused multiply-adds. Two patterns:
//
//   u = a + (x y + z w), v = a - (x y + z w)   -->   u = fma(x, y, fma(z, w, a)), v = fma(2, a, -u)
//   s = a + x y, where every use of x y is such a sum   -->   s = fma(x, y, a), and no product
//
// The first is the radix-2 butterfly with a twiddle factor (Goedecker 1997; 10 real operations become 6). Does not
// choose the order: instructions come in the order in which the nodes were made.
import { invariant } from "../failure/errors.js";
import type { ComplexExpression } from "./complex.js";
import { rational } from "./constant.js";
import { reachable, withSign, type Expression, type Node, type ProductNode, type SumNode } from "./expression.js";
import type { Graph } from "./graph.js";
import type { Instruction, Operand, Operation, StraightLine } from "./instruction.js";
import { opposite, orientSigns, withLeadingSign } from "./orient.js";

/** What becomes of a sum other than a plain addition. */
type Fusion =
  /** This product is absorbed: fma. */
  | { readonly kind: "absorb"; readonly product: ProductNode }
  /** u: base + (the two products of `inner`). */
  | { readonly kind: "chain"; readonly inner: SumNode; readonly base: Node }
  /** v = +-2 base -+ u. */
  | { readonly kind: "reflect"; readonly base: Node; readonly u: SumNode };

interface Fusions {
  readonly sums: ReadonlyMap<SumNode, Fusion>;
  /** Nodes that no longer have an instruction of their own. */
  readonly absorbed: ReadonlySet<Node>;
}

/** Where the value of a node goes. An output counts as a use by `undefined`. */
type Uses = ReadonlyMap<Node, readonly (SumNode | ProductNode | undefined)[]>;

function usesOf(nodes: readonly Node[], outputs: readonly Expression[]): Uses {
  const uses = new Map<Node, (SumNode | ProductNode | undefined)[]>(nodes.map((node) => [node, []]));
  for (const node of nodes) {
    if (node.kind === "sum") [node.left.node, node.right.node].forEach((operand) => uses.get(operand)?.push(node));
    if (node.kind === "product") [node.left, node.right].forEach((operand) => uses.get(operand)?.push(node));
  }
  outputs.forEach((output) => uses.get(output.node)?.push(undefined));
  return uses;
}

const otherOperand = (sum: SumNode, node: Node): Expression => (sum.left.node === node ? sum.right : sum.left);
const operandAt = (sum: SumNode, node: Node): Expression => (sum.left.node === node ? sum.left : sum.right);

const enterAlike = (sum: SumNode, a: Node, b: Node): boolean =>
  operandAt(sum, a).negative === operandAt(sum, b).negative;

function findFusions(nodes: readonly Node[], uses: Uses): Fusions {
  const sums = new Map<SumNode, Fusion>();
  const absorbed = new Set<Node>();
  const usesFor = (node: Node): readonly (SumNode | ProductNode | undefined)[] => uses.get(node) ?? [];
  const isFree = (user: SumNode | ProductNode | undefined): user is SumNode =>
    user !== undefined && user.kind === "sum" && !sums.has(user) && !absorbed.has(user);

  for (const inner of nodes) {
    if (inner.kind !== "sum" || sums.has(inner)) continue;
    const products = [inner.left.node, inner.right.node];
    if (!products.every((node) => node.kind === "product" && usesFor(node).length === 1)) continue;
    const [u, v, ...others] = usesFor(inner);
    if (others.length > 0 || !isFree(u) || !isFree(v) || u === v) continue;
    const base = otherOperand(u, inner).node;
    if (base !== otherOperand(v, inner).node) continue;
    if (enterAlike(u, base, inner) === enterAlike(v, base, inner)) continue;
    const [first, second] = u.id < v.id ? [u, v] : [v, u];
    sums.set(first, { kind: "chain", inner, base });
    sums.set(second, { kind: "reflect", base, u: first });
    [inner, ...products].forEach((node) => absorbed.add(node));
  }

  const candidates = nodes
    .filter((node): node is ProductNode => node.kind === "product" && !absorbed.has(node))
    .toSorted((a, b) => usesFor(a).length - usesFor(b).length || a.id - b.id);
  for (const product of candidates) {
    const users = usesFor(product);
    if (!users.every(isFree)) continue;
    users.filter(isFree).forEach((user) => sums.set(user, { kind: "absorb", product }));
    absorbed.add(product);
  }
  return { sums, absorbed };
}

export function fuse(outputs: readonly ComplexExpression[], roleOf: Graph["roleOf"]): StraightLine {
  const roots = outputs.flatMap(({ re, im }) => [re, im]);
  const nodes = reachable(roots);
  const { sums, absorbed } = findFusions(nodes, usesOf(nodes, roots));
  const instructions: Instruction[] = [];
  const values = new Map<Node, Operand>();

  /** An instruction for the node: its value, or without `isValue` a step towards it. */
  const emit = (operation: Operation, node: Node, isValue = true): Operand => {
    const role = isValue ? roleOf(node) : undefined;
    instructions.push({ operation: withLeadingSign(operation), role, section: node.section });
    return { source: { kind: "result", instruction: instructions.length - 1 }, negative: false };
  };
  const value = ({ node, negative }: Expression): Operand => {
    const known = values.get(node);
    invariant(known !== undefined, () => `fuse: node ${node.id} (${node.kind}) is used but was not computed`);
    return negative ? opposite(known) : known;
  };
  const plus = (node: Node): Operand => value({ node, negative: false });

  const multiplyAdd = (product: Expression, flip: boolean, addend: Operand): Operation => {
    invariant(product.node.kind === "product", () => `fuse: node ${product.node.id} is no product`);
    const left = value({ node: product.node.left, negative: product.negative !== flip });
    return { kind: "fma", left, right: plus(product.node.right), addend };
  };

  const sumOperand = (node: SumNode): Operand => {
    const fusion = sums.get(node);
    if (fusion === undefined) return emit({ kind: "add", left: value(node.left), right: value(node.right) }, node);
    switch (fusion.kind) {
      case "absorb": {
        const addend = value(otherOperand(node, fusion.product));
        return emit(multiplyAdd(operandAt(node, fusion.product), false, addend), node);
      }
      case "chain": {
        const { inner, base } = fusion;
        const { negative } = operandAt(node, inner);
        const start = value(operandAt(node, base));
        const partial = emit(multiplyAdd(inner.right, negative, start), node, false);
        return emit(multiplyAdd(inner.left, negative, partial), node);
      }
      case "reflect": {
        // v = s a + ..., u = t a + ...  and the rest opposite relative to a:  s v + t u = 2 a.
        const [s, t] = [operandAt(node, fusion.base).negative, operandAt(fusion.u, fusion.base).negative];
        const two: Operand = { source: { kind: "constant", constant: rational(2) }, negative: s };
        const addend = value(withSign({ node: fusion.u, negative: true }, s !== t));
        return emit({ kind: "fma", left: two, right: plus(fusion.base), addend }, node);
      }
    }
  };

  for (const node of nodes) {
    if (absorbed.has(node)) continue;
    switch (node.kind) {
      case "input":
        values.set(node, { source: { kind: "element", index: node.element, part: node.part }, negative: false });
        break;
      case "factor":
        values.set(node, { source: { kind: "factor", index: node.factor, part: node.part }, negative: false });
        break;
      case "constant":
        values.set(node, { source: { kind: "constant", constant: node.constant }, negative: false });
        break;
      case "product":
        values.set(node, emit({ kind: "multiply", left: plus(node.left), right: plus(node.right) }, node));
        break;
      case "sum":
        values.set(node, sumOperand(node));
        break;
    }
  }
  return orientSigns({
    instructions,
    outputs: outputs.map(({ re, im }) => ({ re: value(re), im: value(im) })),
  });
}
