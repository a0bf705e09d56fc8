// The part of the grammar of kernel programs for butterflies on tensor cores. A thread holds pairs of 16-bit numbers of the
// array; products are added up in single precision and rounded once, after the twiddle factors.
import type { MatrixSpec } from "../codelet/matrix.js";
import type { MatrixUnit } from "../plan/plan.js";
import type { Twiddle } from "./twiddle.js";

/** A matrix by which a kernel multiplies; each lane loads its part of it once. */
export interface MatrixOperand {
  readonly name: string;
  readonly spec: MatrixSpec;
}

/** All butterflies of a thread's registers, two for each product with the matrix. */
export interface MatrixButterfly {
  readonly kind: "matrix-butterfly";
  readonly unit: MatrixUnit;
  readonly matrix: MatrixOperand;
  /** The rounding error of the matrix, where the kernel multiplies by it as well. */
  readonly remainder: MatrixOperand | undefined;
  readonly registers: number;
  /** Its factors, one for each register, and whether they are multiplied before the product with the matrix or after it. */
  readonly twiddle: Twiddle | undefined;
  readonly turned: "before" | "after";
  /** The factor of the results before they are rounded. */
  readonly factor: number;
}
