// Prints coordinates, sums and register loops: all index arithmetic of a kernel. Decides nothing.
import {
  coordinateExpression,
  sumExpression,
  type Coordinate,
  type IndexSource,
  type Sum,
} from "../kernel/coordinates.js";
import { indexExpression, type AxisPart, type Guard, type Index, type RegisterAxis } from "../kernel/access.js";
import { constant, named, type Integer } from "../plan/index-expression.js";
import { block } from "./lines.js";
import { offsetType, TWO_TO_32, unsignedLiteral } from "./literals.js";
import { integerText } from "./print-expression.js";

/** The variables of indices. */
export type IndexNames = (source: IndexSource) => string;

/** `const unsigned x2 = threadIdx.x / 16u % 4u;` */
export const coordinateLine = (coordinate: Coordinate, wide: boolean, indices: IndexNames): string =>
  `const ${offsetType(wide)} ${coordinate.name} = ${integerText(coordinateExpression(coordinate), () => indices(coordinate.source))};`;

/** `x2 + 256u * y`, then further terms; `0u` for no terms. */
export const sumText = (sum: Sum, further: readonly string[] = []): string =>
  [...(sum.length === 0 ? [] : [integerText(sumExpression(sum))]), ...further].join(" + ") || "0u";

/** A thread's own place in an array: `x2 + 16u * y`, or in a swizzled array `(x2 + 16u * y) ^ x1`. */
export const indexText = (index: Index): string => integerText(indexExpression(index));

export const bracketed = (term: string): string => (term.includes(" ") ? `(${term})` : term);

/** Names of the loop variables over register axes, the first axis running fastest. */
const LOOP_NAMES = ["r", "s", "t", "u", "p", "q"] as const;

/** An axis of a loop over registers. */
export type LoopAxis = Pick<RegisterAxis, "size" | "weight"> & Partial<RegisterAxis>;

/** The register and the offsets of one access in a loop body, as expressions. */
export interface LoopAccess {
  /** Terms of the register's index; none for the only register. */
  readonly register: readonly string[];
  /** Terms such as `16u * r`, to be added to a base; none for offset zero. */
  readonly offset: readonly string[];
  /** Terms for the argument of each map, and for the sums of guards. */
  readonly mapped: readonly (readonly Integer[])[];
  readonly guards: readonly (readonly string[])[];
  /** Terms for each part of an index. */
  readonly indices: readonly (readonly Integer[])[];
  /** Terms for the exclusive or with the base, before anything is added; terms of a rank. */
  readonly exchanged: readonly string[];
  readonly rank: readonly string[];
  readonly names: LoopNames;
}

/** Unrolled loops over all registers of some axes; `body` gets the expressions of one access. */
export function registerLoops(
  axes: readonly LoopAxis[],
  body: (access: LoopAccess) => readonly string[],
  only?: AxisPart,
): readonly string[] {
  return unrolledLoops(
    axes.map((axis) => axis.size),
    (register, names) => {
      const numbers = (pick: (axis: LoopAxis) => number | undefined): readonly Integer[] =>
        axes.flatMap((axis, index) => scaledNumber(names(index), axis.size, pick(axis) ?? 0));
      const terms = (pick: (axis: LoopAxis) => number | undefined): readonly string[] =>
        numbers(pick).map((number) => integerText(number));
      return body({
        register,
        offset: [
          ...terms((axis) => axis.weight),
          ...[...(axes[0]?.strided?.keys() ?? [])].flatMap((by) =>
            terms((axis) => axis.strided?.get(by)).map((steps) => `${steps} * ${by}`),
          ),
        ],
        mapped: (axes[0]?.mapped ?? []).map((_, map) => numbers((axis) => axis.mapped?.[map])),
        guards: (axes[0]?.guards ?? []).map((_, guard) => terms((axis) => axis.guards?.[guard])),
        indices: (axes[0]?.indices ?? []).map((_, index) => numbers((axis) => axis.indices?.[index])),
        exchanged: terms((axis) => axis.exchanged),
        rank: terms((axis) => axis.rank),
        names,
      });
    },
    only,
  );
}

/** The place of a register, from the thread's own: `to + 256u * s`, or in a swizzled array `(slot ^ r) + 256u * s`. */
export function placeText(base: string, { exchanged, offset }: Pick<LoopAccess, "exchanged" | "offset">): string {
  if (exchanged.length === 0) return [base, ...offset].join(" + ");
  const own = [base, ...exchanged.map(bracketed)].join(" ^ ");
  return offset.length === 0 ? own : [`(${own})`, ...offset].join(" + ");
}

/** The loop variable of an axis; undefined for an axis of one value, which needs no loop. */
export type LoopNames = (axis: number) => string | undefined;

/** Unrolled loops over axes of these sizes, the first innermost; `body` gets the terms of the register's index. */
export function unrolledLoops(
  sizes: readonly number[],
  body: (register: readonly string[], names: LoopNames) => readonly string[],
  only?: AxisPart,
): readonly string[] {
  // A single value of an axis replaces the loop's variable.
  const single = only !== undefined && only.below === only.from + 1 ? only : undefined;
  const names = new Map(
    sizes.flatMap((size, index): [number, string][] =>
      index === single?.axis
        ? [[index, String(single.from)]]
        : size > 1
          ? [[index, LOOP_NAMES[index] ?? `r${index}`]]
          : [],
    ),
  );
  let stride = 1;
  const register: string[] = [];
  for (const [index, name] of names) {
    if (index !== single?.axis) register.push(stride === 1 ? name : `${stride} * ${name}`);
    else if (single.from > 0) register.push(String(stride * single.from));
    stride *= sizes[index] ?? 1;
  }
  let lines = body(register, (axis) => names.get(axis));
  for (const [index, name] of names) {
    if (index === single?.axis) continue;
    const { from, below } = index === only?.axis ? only : { from: 0, below: sizes[index] ?? 1 };
    const head = `for (unsigned ${name} = ${from}; ${name} < ${below}; ++${name})`;
    lines = ["#pragma unroll", ...(lines.length === 1 ? [`${head} ${lines[0] ?? ""}`] : block(head, lines))];
  }
  return lines;
}

/** Loop variables have 32 bits; a wide weight makes a product wide that exceeds them. */
function scaledNumber(name: string | undefined, size: number, weight: number): readonly Integer[] {
  if (weight === 0 || name === undefined || name === "0") return [];
  if (weight === 1) return [named(name)];
  if (name === "1") return [constant(weight)];
  const isWide = weight * (size - 1) >= TWO_TO_32;
  const factor: Integer = { kind: "constant", value: weight, ...(isWide ? { wide: true } : {}) };
  return [{ kind: "product", terms: [factor, named(name)] }];
}

export const scaledTerm = (name: string | undefined, size: number, weight: number): readonly string[] =>
  scaledNumber(name, size, weight).map((number) => integerText(number));

/** A line for elements present: `parts` are the registers' parts of the sum of each guard. */
export function guarded(guards: readonly Guard[], parts: readonly (readonly string[])[], line: string): string {
  const conditions = guards.map((guard, index) => boundsText(guard, true, parts[index]));
  return conditions.length === 0 ? line : `if (${conditions.join(" && ")}) ${line}`;
}

/** A line for absent elements. */
export const unguarded = (guards: readonly Guard[], line: string): string =>
  `if (${guards.map((guard) => boundsText(guard, false)).join(" || ")}) ${line}`;

/** A number below zero wraps to one above every bound, so that one comparison serves for both. */
function boundsText({ sum, from, below, outside }: Guard, isThere: boolean, parts?: readonly string[]): string {
  const index = sumText(sum, parts);
  const relation = isThere === (outside !== true) ? "<" : ">=";
  return from === 0 || below === "present"
    ? `${index} ${relation} ${below === "present" ? below : unsignedLiteral(below)}`
    : `${index} - ${unsignedLiteral(from)} ${relation} ${unsignedLiteral(below - from)}`;
}
