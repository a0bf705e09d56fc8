// The part of the grammar of kernel programs for butterflies that tensor cores compute. What a thread holds of the array are
// pairs of 16-bit numbers; products are added up in single precision and rounded once, after the twiddle factors.
import type { MatrixSpec } from "../codelet/matrix.js";
import type { MatrixUnit } from "../plan/plan.js";
import type { Twiddle } from "./twiddle.js";

/** A matrix that a kernel multiplies by; each lane loads its part of it once. */
export interface MatrixOperand {
  readonly name: string;
  readonly spec: MatrixSpec;
}

/** All butterflies of a thread's registers, two for each product with the matrix. */
export interface MatrixButterfly {
  readonly kind: "matrix-butterfly";
  readonly unit: MatrixUnit;
  readonly matrix: MatrixOperand;
  /** What rounding leaves of the matrix, where that is multiplied by as well. */
  readonly remainder: MatrixOperand | undefined;
  readonly registers: number;
  /** Its factors, one for each register, and whether they come before the product with the matrix or after it. */
  readonly twiddle: Twiddle | undefined;
  readonly turned: "before" | "after";
  /** What results are multiplied by before they are rounded. */
  readonly factor: number;
}
