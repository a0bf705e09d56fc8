// Prints what one thread computes in a phase: butterflies with their twiddle factors, scaling. Decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { shortLiteral } from "../arithmetic/short-bits.js";
import { codeletName } from "../codelet/codelet.js";
import { hadamardName } from "../codelet/hadamard.js";
import { unreachable } from "../failure/errors.js";
import type { Kernel, ThreadStep } from "../kernel/program.js";
import { isShort } from "../plan/transform.js";
import { matrixButterflyLines } from "./print-matrix.js";
import { offsetType, registerLoops, sumText } from "./print-index.js";
import { pairedButterflyLines } from "./print-vector.js";
import { groupAxes, twiddleLines } from "./print-twiddles.js";

/** Steps that know nothing but registers and coordinates. */
export type ComputeStep = Extract<
  ThreadStep,
  { readonly kind: "butterfly" | "hadamard" | "matrix-butterfly" | "scale" | "pointwise" }
>;

export function computeLines(kernel: Kernel, step: ComputeStep): readonly string[] {
  switch (step.kind) {
    case "butterfly":
      return step.atOnce > 1 ? pairedButterflyLines(kernel, step) : butterflyLines(kernel, step);
    case "hadamard": {
      const { codelet, groups, place } = step;
      if (place === "vector")
        return each(
          groups.reduce((total, { size }) => total * size, 1),
          "hadamard_within(v[r])",
        );
      return groupLoops(codelet.matrix.order, groups, (registers) => [`${hadamardName(codelet)}(${registers});`]);
    }
    case "matrix-butterfly":
      return matrixButterflyLines(step, kernel);
    case "scale": {
      const { factor, as, registers } = step;
      return isShort(as)
        ? each(registers, `scale_exactly(v[r], ${shortLiteral(factor, as)})`, `  // by ${factor}`)
        : each(registers, `scale(v[r], ${nearestLiteral(factor, as)})`);
    }
    case "pointwise": {
      // A phase may have two of them.
      const place = `${step.table.name}_place`;
      return [
        `const ${offsetType(kernel.wideOffsets)} ${place} = ${sumText(step.place)};`,
        ...registerLoops(step.axes, ({ register, offset }) => {
          const value = `v[${register.join(" + ") || "0"}]`;
          return [`${value} = multiply(${value}, load_table(${[step.table.name, place, ...offset].join(" + ")}));`];
        }),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** One line for all registers. */
const each = (registers: number, value: string, remark = ""): readonly string[] => [
  "#pragma unroll",
  `for (unsigned r = 0; r < ${registers}; ++r) v[r] = ${value};${remark}`,
];

function butterflyLines(kernel: Kernel, step: Extract<ThreadStep, { kind: "butterfly" }>): readonly string[] {
  const { codelet, groups, twiddle } = step;
  const name = codeletName(codelet);
  if (twiddle === undefined) return groupLoops(codelet.radix, groups, (registers) => [`${name}(${registers});`]);
  const axes = groupAxes(twiddle);
  const sameForAll = axes.every(({ weight }) => weight === 0);
  if (sameForAll) {
    return [
      ...twiddleLines(twiddle, [], kernel),
      ...groupLoops(codelet.radix, axes, (registers) => [`${name}(${registers}, w);`]),
    ];
  }
  return groupLoops(codelet.radix, axes, (registers, exponent) => [
    ...twiddleLines(twiddle, exponent, kernel),
    `${name}(${registers}, w);`,
  ]);
}

/** Unrolled loops over the butterflies of a thread. */
function groupLoops(
  radix: number,
  groups: readonly { readonly size: number; readonly weight?: number }[],
  body: (registers: string, exponentTerms: readonly string[]) => readonly string[],
): readonly string[] {
  const axes = groups.map(({ size, weight = 0 }) => ({ size, weight }));
  return registerLoops(axes, ({ register, offset }) =>
    body(register.length === 0 ? "v" : `v + ${radix} * ${parenthesised(register)}`, offset),
  );
}

const parenthesised = (terms: readonly string[]): string =>
  terms.length === 1 ? terms.join("") : `(${terms.join(" + ")})`;
