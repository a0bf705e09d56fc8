// Builds expression graphs, simplifying as it goes: every operation returns an existing node when one has that value.
// Does not form fused multiply-adds (fuse.ts) and does not know complex numbers (complex.ts).
import { constantValue, productOf, quotientOf, rational, sumOf, negated, type Constant } from "./constant.js";
import {
  negate,
  withSign,
  type ComplexRole,
  type ConstantNode,
  type Expression,
  type Node,
  type Part,
} from "./expression.js";
import * as oracle from "./residue.js";

/**
 * How constants are placed.
 * - `plain`: where the formula has them, as operation counts in the literature assume; only c a + c b becomes c (a + b)
 * - `factored`: c a + d b becomes c (a + (d/c) b), the larger constant outside. The outer product then ends in the
 *   addition that uses it, so both products become fused multiply-adds (Linzer & Feig 1993)
 */
export type ConstantStyle = "plain" | "factored";

/** A node before it has a number, a value and a section. */
type Shape<T extends Node = Node> = T extends Node ? Omit<T, "id" | "residue" | "section"> : never;

export interface Graph {
  input(element: number, part: Part): Expression;
  factor(factor: number, part: Part): Expression;
  constant(value: Constant): Expression;
  add(a: Expression, b: Expression): Expression;
  subtract(a: Expression, b: Expression): Expression;
  multiply(a: Expression, b: Expression): Expression;
  /**
   * Remembers that two expressions are the parts of one complex value, for names in printed code. The first pairing
   * holds.
   */
  pair(re: Expression, im: Expression): void;
  roleOf(node: Node): ComplexRole | undefined;
  /** Nodes made by `build` carry the heading; of nested headings the outermost holds. */
  section<T>(heading: string, build: () => T): T;
}

/** constant * node, if an expression is such a product; the sign is the reference's. */
function asScaled(a: Expression): { readonly scale: ConstantNode; readonly node: Node } | undefined {
  return a.node.kind === "product" && a.node.left.kind === "constant"
    ? { scale: a.node.left, node: a.node.right }
    : undefined;
}

export function createGraph(style: ConstantStyle): Graph {
  const nodes = new Map<oracle.Residue, Node>();
  const roles = new Map<Node, ComplexRole>();
  let currentSection = "";

  /** The node with this value up to sign, or a new one. */
  const intern = (residue: oracle.Residue, shape: () => Shape): Expression => {
    const key = oracle.withoutSign(residue);
    const known = nodes.get(key);
    if (known !== undefined) return { node: known, negative: known.residue !== residue };
    const node: Node = { ...shape(), id: nodes.size, residue, section: currentSection };
    nodes.set(key, node);
    return { node, negative: false };
  };

  const leaf = (name: string, shape: Shape): Expression => intern(oracle.randomResidue(name), () => shape);

  const constant = (value: Constant): Expression =>
    value.numerator < 0
      ? negate(constant(negated(value)))
      : intern(value.residue, () => ({ kind: "constant", constant: value }));

  const residueOf = (a: Expression): oracle.Residue =>
    a.negative ? oracle.negateResidue(a.node.residue) : a.node.residue;

  const add = (a: Expression, b: Expression): Expression => {
    if (a.node.kind === "constant" && b.node.kind === "constant") {
      return constant(sumOf(signed(a.node, a), signed(b.node, b)));
    }
    const residue = oracle.addResidues(residueOf(a), residueOf(b));
    if (residue === 0n) return constant(rational(0));
    if (a.node.residue === 0n) return b;
    if (b.node.residue === 0n) return a;
    if (a.node === b.node) return multiply(constant(rational(2)), a);
    return withCommonConstant(a, b) ?? sum(a, b, residue);
  };

  const sum = (a: Expression, b: Expression, residue: oracle.Residue): Expression => {
    const [first, second] = a.node.id < b.node.id ? [a, b] : [b, a];
    if (first.negative) return negate(sum(negate(first), negate(second), oracle.negateResidue(residue)));
    return intern(residue, () => ({ kind: "sum", left: first, right: second }));
  };

  /** c a + d b --> c (a + (d/c) b), as the style allows. */
  const withCommonConstant = (a: Expression, b: Expression): Expression | undefined => {
    const [x, y] = [asScaled(a), asScaled(b)];
    if (x === undefined || y === undefined) return undefined;
    if (x.scale !== y.scale && style === "plain") return undefined;
    const [larger, smaller] = [constantValue(x.scale.constant, "f64"), constantValue(y.scale.constant, "f64")];
    if (larger < smaller) return withCommonConstant(b, a);
    const ratio = constant(quotientOf(y.scale.constant, x.scale.constant));
    const outer = { node: x.scale, negative: false };
    return multiply(
      outer,
      add({ node: x.node, negative: a.negative }, multiply(ratio, { node: y.node, negative: b.negative })),
    );
  };

  const multiply = (a: Expression, b: Expression): Expression => {
    const negative = a.negative !== b.negative;
    if (b.node.kind === "constant" && a.node.kind !== "constant") return multiply(b, a);
    if (a.node.kind === "constant") {
      if (b.node.kind === "constant") return withSign(constant(productOf(a.node.constant, b.node.constant)), negative);
      if (a.node.residue === 0n) return a;
      if (a.node.residue === 1n) return withSign({ node: b.node, negative: false }, negative);
      const scaled = asScaled(b);
      if (scaled !== undefined) {
        const scale = constant(productOf(a.node.constant, scaled.scale.constant));
        return withSign(multiply(scale, { node: scaled.node, negative: false }), negative);
      }
    }
    const [left, right] = standsFirst(a.node, b.node) ? [a.node, b.node] : [b.node, a.node];
    const residue = oracle.multiplyResidues(left.residue, right.residue);
    return withSign(
      intern(residue, () => ({ kind: "product", left, right })),
      negative,
    );
  };

  return {
    input: (element, part) => leaf(`input ${element} ${part}`, { kind: "input", element, part }),
    factor: (factor, part) => leaf(`factor ${factor} ${part}`, { kind: "factor", factor, part }),
    constant,
    add,
    subtract: (a, b) => add(a, negate(b)),
    multiply,
    pair: (re, im) => {
      if (roles.has(re.node) || roles.has(im.node)) return;
      const value = roles.size;
      roles.set(re.node, { value, part: "re" }).set(im.node, { value, part: "im" });
    },
    roleOf: (node) => roles.get(node),
    section: (heading, build) => {
      const outer = currentSection;
      if (outer === "") currentSection = heading;
      try {
        return build();
      } finally {
        currentSection = outer;
      }
    },
  };
}

/** In a product: constants, then twiddle factors, then what was computed earlier, and inputs last. */
function standsFirst(a: Node, b: Node): boolean {
  const rank = { constant: 0, factor: 1, sum: 2, product: 2, input: 3 } as const;
  return rank[a.kind] < rank[b.kind] || (rank[a.kind] === rank[b.kind] && a.id <= b.id);
}

const signed = (node: ConstantNode, reference: Expression): Constant =>
  reference.negative ? negated(node.constant) : node.constant;
