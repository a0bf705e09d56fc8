// Prints coordinates, sums and register loops: all index arithmetic of a kernel. Decides nothing.
import type { Coordinate, RegisterAxis, Sum } from "../kernel/program.js";
import { block } from "./lines.js";

export const TWO_TO_32 = 2 ** 32;

/** An unsigned integer literal, 64 bits wide only where it must be. */
export const unsignedLiteral = (value: number): string => (value < TWO_TO_32 ? `${value}u` : `${BigInt(value)}ull`);

/** The type of offsets inside one transform. */
export const offsetType = (wide: boolean): string => (wide ? "std::size_t" : "unsigned");

const indexOf = (source: Coordinate["source"]): string => (source === "thread" ? "threadIdx.x" : "blockIdx.x");

/** `const unsigned x2 = threadIdx.x / 16u % 4u;` */
export function coordinateLine(coordinate: Coordinate, wide: boolean): string {
  const { name, source, divisor, size, reduce } = coordinate;
  const shifted = divisor === 1 ? indexOf(source) : `${indexOf(source)} / ${unsignedLiteral(divisor)}`;
  const value = reduce ? `${shifted} % ${unsignedLiteral(size)}` : shifted;
  return `const ${offsetType(wide)} ${name} = ${value};`;
}

/** `x2 + 256u * y`, then further terms, or `0u` when there is none at all. */
export function sumText(sum: Sum, further: readonly string[] = []): string {
  const terms = sum.map(({ coordinate, weight }) =>
    weight === 1 ? coordinate : `${unsignedLiteral(weight)} * ${coordinate}`,
  );
  return [...terms, ...further].join(" + ") || "0u";
}

/** Names of the loop variables over register axes, the first axis running fastest. */
const LOOP_NAMES = ["r", "s", "t", "u", "p", "q"] as const;

/** What a loop body needs to know: the register and the offsets of this access, as expressions. */
export interface LoopAccess {
  /** Terms of the register's index; none for the only register. */
  readonly register: readonly string[];
  /** Terms such as `16u * r`, to be added to a base; none when the offset is zero. */
  readonly offset: readonly string[];
  readonly batch: readonly string[];
}

/** Unrolled loops over all registers of some axes; `body` gets the expressions of one access. */
export function registerLoops(
  axes: readonly RegisterAxis[],
  body: (access: LoopAccess) => readonly string[],
): readonly string[] {
  const named = axes
    .map((axis, index) => ({ ...axis, name: LOOP_NAMES[index] ?? `r${index}` }))
    .filter((axis) => axis.size > 1);
  let stride = 1;
  const registerTerms: string[] = [];
  for (const axis of named) {
    registerTerms.push(stride === 1 ? axis.name : `${stride} * ${axis.name}`);
    stride *= axis.size;
  }
  const offset = (pick: (axis: RegisterAxis) => number): readonly string[] =>
    named.flatMap((axis) => scaledTerm(axis, pick(axis)));
  let lines = body({
    register: registerTerms,
    offset: offset((axis) => axis.weight),
    batch: offset((axis) => axis.batch),
  });
  for (const axis of named) {
    const head = `for (unsigned ${axis.name} = 0; ${axis.name} < ${axis.size}; ++${axis.name})`;
    lines = ["#pragma unroll", ...(lines.length === 1 ? [`${head} ${lines[0] ?? ""}`] : block(head, lines))];
  }
  return lines;
}

/** Loop variables have 32 bits; the weight makes the product wide where it does not fit them. */
function scaledTerm(
  { name, size }: { readonly name: string; readonly size: number },
  weight: number,
): readonly string[] {
  if (weight === 0) return [];
  if (weight === 1) return [name];
  const literal = weight * (size - 1) < TWO_TO_32 ? unsignedLiteral(weight) : `${BigInt(weight)}ull`;
  return [`${literal} * ${name}`];
}
