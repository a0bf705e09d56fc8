// The part of the grammar of kernel programs for butterflies that tensor cores compute. What a thread holds of the array are
// pairs of 16-bit numbers; products are added up in single precision and rounded once, after the twiddle factors.
import type { MatrixSpec } from "../codelet/matrix.js";
import type { MatrixUnit } from "../plan/plan.js";
import type { Sum } from "./coordinates.js";
import type { TwiddleTable } from "./twiddle-table.js";

/** A matrix that a kernel multiplies by; each lane loads its part of it once. */
export interface MatrixOperand {
  readonly name: string;
  readonly spec: MatrixSpec;
}

/** One axis of a thread's registers: what a step along it adds to the digit, and to the exponent of its twiddle factor. */
export interface MatrixAxis {
  readonly size: number;
  readonly digit: number;
  readonly exponent: number;
}

/**
 * Twiddle factors w^(k e), w = exp(-2 pi i / order), k the digit and e a sum over other digits.
 * - `table`: entry [k][e] of a table
 * - `product`: the product of two tables' entries, for the coarse and the fine part of k e
 * - `fast`: the sine and cosine intrinsics
 */
export interface MatrixTwiddle {
  readonly order: number;
  /** Before the product with the matrix, or after it. */
  readonly position: "before" | "after";
  /** The thread's part of k and of e; the registers' are those of `axes`, the first running fastest. */
  readonly digit: Sum;
  readonly exponent: Sum;
  readonly axes: readonly MatrixAxis[];
  readonly source: MatrixFactorSource;
}

export type MatrixFactorSource =
  /** `run`: neighbouring entries that one access reads. */
  | { readonly kind: "table"; readonly table: TwiddleTable; readonly run: number }
  | { readonly kind: "product"; readonly parts: readonly { readonly table: TwiddleTable; readonly unit: number }[] }
  | { readonly kind: "fast" };

/** All butterflies of a thread's registers, two for each product with the matrix. */
export interface MatrixButterfly {
  readonly kind: "matrix-butterfly";
  readonly unit: MatrixUnit;
  readonly matrix: MatrixOperand;
  /** What rounding leaves of the matrix, where that is multiplied by as well. */
  readonly remainder: MatrixOperand | undefined;
  readonly registers: number;
  readonly twiddle: MatrixTwiddle | undefined;
  /** What results are multiplied by before they are rounded. */
  readonly factor: number;
}
