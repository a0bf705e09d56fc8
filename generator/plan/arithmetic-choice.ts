// The choice of arithmetic that transforms of 16-bit numbers have.
import { isShort } from "./storage.js";
import { usualArithmetic, type Arithmetic, type NumberFormat, type Transform } from "./transform.js";

/** Whether there is a choice of arithmetic: 16-bit data is computed with in single precision or as it is stored. */
export const hasArithmeticChoice = ({ precision }: Pick<Transform, "precision">): boolean => isShort(precision);

/** As asked, where there is a choice: elsewhere both words mean the same. */
export const settledArithmetic = (precision: NumberFormat, asked: Arithmetic | undefined): Arithmetic =>
  asked !== undefined && hasArithmeticChoice({ precision }) ? asked : usualArithmetic(precision);
