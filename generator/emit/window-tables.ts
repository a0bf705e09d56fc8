// The tables of windows that expressions weigh elements by.
import type { ConstantTable } from "../kernel/constant-table.js";
import type { Kernel } from "../kernel/program.js";
import { windowsIn } from "../pointwise/expression.js";
import { windowAt, windowName, type Window } from "../pointwise/window.js";

/** `hann_512`, `kaiser_symmetric_64_8p6`. */
export const windowTableName = (window: Window): string =>
  [windowName(window), window.points, ...(window.shape === "kaiser" ? [betaText(window)] : [])].join("_");

const betaText = ({ beta }: Window): string => String(beta).replaceAll(/[^\da-z]/gu, "p");

/** Of the arrays of a kernel, in the precision in which expressions are computed. */
export const windowTables = ({ arrays, precision: storage }: Kernel): readonly ConstantTable[] =>
  arrays.flatMap(({ element: { by } }) =>
    (by === undefined ? [] : windowsIn(by.expression)).map((window) => ({
      name: windowTableName(window),
      storage,
      entries: {
        kind: "listed",
        re: Float64Array.from({ length: window.points }, (_, k) => windowAt(window, k)),
        im: undefined,
      },
    })),
  );
