// The tables of windows that expressions weigh elements by.
import type { ConstantTable } from "../kernel/constant-table.js";
import type { Kernel } from "../kernel/program.js";
import { windowsIn } from "../pointwise/expression.js";
import { windowAt, windowName, type Window } from "../pointwise/window.js";

/** `hann_512`, `kaiser_symmetric_64_8p6`. */
export const windowTableName = (window: Window): string =>
  [windowName(window), window.points, ...(window.shape === "kaiser" ? [betaText(window)] : [])].join("_");

const betaText = ({ beta }: Window): string => String(beta).replaceAll(/[^\da-z]/gu, "p");

/** Whether the table has two weights in each entry, which neighbours load at once. */
export const hasPairs = ({ points }: Window): boolean => points % 2 === 0;

/** Of the arrays of a kernel, in the precision in which expressions are computed. */
export const windowTables = ({ arrays, precision: storage }: Kernel): readonly ConstantTable[] =>
  arrays.flatMap(({ element: { by } }) =>
    (by === undefined ? [] : windowsIn(by.expression)).map((window) => ({
      name: windowTableName(window),
      storage,
      entries: { kind: "listed", ...weightsOf(window) },
    })),
  );

function weightsOf(window: Window): { readonly re: Float64Array; readonly im: Float64Array | undefined } {
  const every = (step: number, first: number): Float64Array =>
    Float64Array.from({ length: window.points / step }, (_, k) => windowAt(window, step * k + first));
  return hasPairs(window) ? { re: every(2, 0), im: every(2, 1) } : { re: every(1, 0), im: undefined };
}
