// Prints coordinates, sums and register loops: all index arithmetic of a kernel. Decides nothing.
import type { Coordinate, IndexSource, Sum } from "../kernel/coordinates.js";
import type { RegisterAxis } from "../kernel/program.js";
import { block } from "./lines.js";

export const TWO_TO_32 = 2 ** 32;

/** An unsigned integer literal, 64 bits wide only where it must be. */
export const unsignedLiteral = (value: number): string => (value < TWO_TO_32 ? `${value}u` : `${BigInt(value)}ull`);

/** The type of offsets inside one transform. */
export const offsetType = (wide: boolean): string => (wide ? "std::size_t" : "unsigned");

/** The variables that indices stand in: those of CUDA in a plain kernel, the names themselves in a pipelined one. */
export type IndexNames = (source: IndexSource) => string;

export const plainIndices: IndexNames = (source) => (source === "thread" ? "threadIdx.x" : "blockIdx.x");
export const pipelineIndices: IndexNames = (source) => source;

/** `const unsigned x2 = threadIdx.x / 16u % 4u;` */
export function coordinateLine(coordinate: Coordinate, wide: boolean, indices: IndexNames): string {
  const { name, source, divisor, size, reduce } = coordinate;
  const index = indices(source);
  const shifted = divisor === 1 ? index : `${index} / ${unsignedLiteral(divisor)}`;
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
  readonly names: LoopNames;
}

/** Unrolled loops over all registers of some axes; `body` gets the expressions of one access. */
export function registerLoops(
  axes: readonly RegisterAxis[],
  body: (access: LoopAccess) => readonly string[],
): readonly string[] {
  const terms = (pick: (axis: RegisterAxis) => number, names: LoopNames): readonly string[] =>
    axes.flatMap((axis, index) => scaledTerm(names(index), axis.size, pick(axis)));
  return unrolledLoops(
    axes.map((axis) => axis.size),
    (register, names) =>
      body({ register, offset: terms((axis) => axis.weight, names), batch: terms((axis) => axis.batch, names), names }),
  );
}

/** The loop variable of an axis; undefined where it has a single value, and so no loop. */
export type LoopNames = (axis: number) => string | undefined;

/** Unrolled loops over axes of these sizes, the first innermost; `body` gets the terms of the register's index. */
export function unrolledLoops(
  sizes: readonly number[],
  body: (register: readonly string[], names: LoopNames) => readonly string[],
): readonly string[] {
  const names = new Map(
    sizes.flatMap((size, index): [number, string][] => (size > 1 ? [[index, LOOP_NAMES[index] ?? `r${index}`]] : [])),
  );
  let stride = 1;
  const register: string[] = [];
  for (const [index, name] of names) {
    register.push(stride === 1 ? name : `${stride} * ${name}`);
    stride *= sizes[index] ?? 1;
  }
  let lines = body(register, (axis) => names.get(axis));
  for (const [index, name] of names) {
    const head = `for (unsigned ${name} = 0; ${name} < ${sizes[index] ?? 1}; ++${name})`;
    lines = ["#pragma unroll", ...(lines.length === 1 ? [`${head} ${lines[0] ?? ""}`] : block(head, lines))];
  }
  return lines;
}

/** Loop variables have 32 bits; the weight makes the product wide where it does not fit them. */
export function scaledTerm(name: string | undefined, size: number, weight: number): readonly string[] {
  if (weight === 0 || name === undefined) return [];
  if (weight === 1) return [name];
  const literal = weight * (size - 1) < TWO_TO_32 ? unsignedLiteral(weight) : `${BigInt(weight)}ull`;
  return [`${literal} * ${name}`];
}
