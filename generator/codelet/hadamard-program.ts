// The form of Hadamard codelets: a list of steps on places, each of which holds one element. Elements are opaque: a
// number, a vector or a compensated value; all that is known of them is how they are added and subtracted. Order is
// meaning: a list is what will be printed.

/** `v[index]`, which the function is given, or a temporary, which is set once. */
export type Place =
  { readonly kind: "element"; readonly index: number } | { readonly kind: "temporary"; readonly name: string };

/** A place, added or subtracted. */
export interface Term {
  readonly place: Place;
  readonly negative: boolean;
}

export type Step =
  /** Both at once: first + second goes where the first was, first - second where the second was. */
  | { readonly kind: "butterfly"; readonly first: Place; readonly second: Place }
  /** At least two terms, the first positive, added from left to right. */
  | { readonly kind: "sum"; readonly target: Place; readonly terms: readonly Term[] }
  /** 2 left + right, a fused multiply-add. */
  | { readonly kind: "twice-plus"; readonly target: Place; readonly left: Place; readonly right: Place }
  /** A renaming of registers: no operation. */
  | { readonly kind: "exchange"; readonly first: Place; readonly second: Place };

/** Steps that belong together, under a heading for the printed code. */
export interface Section {
  readonly heading: string;
  readonly steps: readonly Step[];
}

/** Elements 0 ... radix-1 hold the input at the beginning and the output at the end. */
export interface Program {
  readonly radix: number;
  readonly sections: readonly Section[];
}

export interface OperationCount {
  readonly additions: number;
  readonly fused: number;
}

export const element = (index: number): Place => ({ kind: "element", index });
export const temporary = (name: string): Place => ({ kind: "temporary", name });

export const butterfly = (first: number, second: number): Step => ({
  kind: "butterfly",
  first: element(first),
  second: element(second),
});

export const plus = (place: Place): Term => ({ place, negative: false });
export const minus = (place: Place): Term => ({ place, negative: true });

/** `v[3]`, or the temporary's name: also the text in printed code. */
export const placeName = (place: Place): string => (place.kind === "element" ? `v[${place.index}]` : place.name);

/** Additions, subtractions included, and fused multiply-adds. */
export function countOperations(program: Program): OperationCount {
  const steps = program.sections.flatMap((section) => section.steps);
  const additions = steps.reduce((sum, step) => sum + additionsOf(step), 0);
  return { additions, fused: steps.filter(({ kind }) => kind === "twice-plus").length };
}

function additionsOf(step: Step): number {
  switch (step.kind) {
    case "butterfly":
      return 2;
    case "sum":
      return step.terms.length - 1;
    case "twice-plus":
    case "exchange":
      return 0;
  }
}
