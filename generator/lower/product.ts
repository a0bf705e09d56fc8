// What the phases of a kernel multiply elements by beside butterflies: constants of their places, and what Rader's convolution does with the DC
// term. In numbers: of 100 points through 256 the first phase multiplies by the chirp exp(-i pi n^2 / 100), the last one of the way there by the
// 256 constants of its spectrum.
import type { ConstantTable } from "../kernel/constant-table.js";
import type { Atom, MemoryLayout } from "../layout/digits.js";

/** What elements are multiplied by, or made of, beside butterflies. */
export type Product =
  | {
      readonly kind: "pointwise";
      readonly when: ProductTime;
      readonly table: ConstantTable;
      /** Where each element has its constant. */
      readonly layout: MemoryLayout;
    }
  /** Of `length` frequencies that at 0: with the element at 0 it makes the output at 0, and takes that along for all others. */
  | {
      readonly kind: "zeroth";
      readonly when: ProductTime;
      readonly layout: MemoryLayout;
      readonly columns: readonly Atom[];
      readonly length: number;
    }
  /** The real part is taken. */
  | { readonly kind: "real"; readonly when: ProductTime };

/** As a kernel reads and before it writes, or before and after the butterflies of a digit. */
export interface ProductTime {
  readonly side: "before" | "after";
  readonly digit?: string;
}
