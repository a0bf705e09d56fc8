// Tables of constants that elements are multiplied by, one for each place of an array.
import type { Precision } from "../plan/transform.js";

export interface ConstantTable {
  readonly name: string;
  /** Present where elements beyond are zero, which have no constants; any will do. */
  readonly below?: number;
  readonly storage: Precision;
  readonly re: Float64Array;
  /** Undefined where elements are real. */
  readonly im: Float64Array | undefined;
}
