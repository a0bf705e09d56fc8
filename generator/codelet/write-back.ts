// The statements that write a butterfly's outputs over its inputs, one element after the other. An output may be an input as it stands:
// of four real numbers of which only x(0) is there, every output is x(0). What a statement would read after an earlier one has written
// over it is kept in a temporary first. In numbers: v[0] = {y0r, 0}; v[1] = {v[0].x, -v[1].x} wants the v[0].x that was, so x0r is kept.
import { outputOperands, type ComplexOperand, type Source, type StraightLine } from "./instruction.js";
import { hasPlace, type Places } from "./spec.js";

export type ElementSource = Extract<Source, { kind: "element" }>;

export interface WriteBack {
  /** Parts of elements that are read before the first statement; whatever reads one of them reads what was kept. */
  readonly kept: readonly ElementSource[];
  readonly writes: readonly ElementWrite[];
}

/** v[index] = {re, im}; both operands are read before the element is written. */
export interface ElementWrite extends ComplexOperand {
  readonly index: number;
}

export const sameElement = (a: ElementSource, b: ElementSource): boolean => a.index === b.index && a.part === b.part;

/** `outputs`: those that are written, if not all. */
export function writeBack(program: StraightLine, outputs: Places | undefined): WriteBack {
  const writes = program.outputs.flatMap((output, index) => (hasPlace(outputs, index) ? [{ index, ...output }] : []));
  const kept: ElementSource[] = [];
  for (const { index, re, im } of writes)
    for (const { source } of [re, im]) {
      if (source.kind !== "element" || source.index >= index || !hasPlace(outputs, source.index)) continue;
      if (!kept.some((other) => sameElement(other, source))) kept.push(source);
    }
  return { kept, writes };
}

/** What reads an element that an earlier statement has written: nothing, or the statements are wrong. */
export function staleReads({ kept, writes }: WriteBack): readonly ElementSource[] {
  const written = new Set<number>();
  return writes.flatMap((write) => {
    const stale = outputOperands({ instructions: [], outputs: [write] }).flatMap(({ source }) =>
      source.kind === "element" && written.has(source.index) && !kept.some((other) => sameElement(other, source))
        ? [source]
        : [],
    );
    written.add(write.index);
    return stale;
  });
}
